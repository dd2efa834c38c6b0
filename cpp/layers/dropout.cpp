// The two streams. Source: ATen's bernoulli_ kernels (DistributionTemplates.h; DistributionsHelper.h; MKL's MCG31m1).
#include "layers/dropout.h"

#include <algorithm>
#include <utility>

namespace mha {

namespace {

constexpr std::uint64_t kMcgMultiplier = 1132489760;
constexpr std::uint64_t kMcgModulus = 0x7fffffff;  // 2^31 - 1

}  // namespace

Dropout::Dropout(double p, DropoutMethod method, std::shared_ptr<Generator> generator)
    : p_(p), method_(method), generator_(std::move(generator)) {}

float Dropout::scale() const { return p_ == 1.0 ? 0.0F : 1.0F / static_cast<float>(1.0 - p_); }

Dropout::Stream::Stream(const Dropout& dropout) : dropout_(dropout) {
  const bool draws = dropout.p_ > 0.0 && dropout.p_ < 1.0;
  if (draws && dropout.method_ == DropoutMethod::kMkl) {
    state_ = std::max<std::uint64_t>(dropout.generator_->random() % kMcgModulus, 1);
  }
}

void Dropout::Stream::draw(std::span<std::uint8_t> kept) {
  if (dropout_.p_ == 0.0 || dropout_.p_ == 1.0) {
    std::fill(kept.begin(), kept.end(), dropout_.p_ == 0.0 ? 1 : 0);
  } else if (dropout_.method_ == DropoutMethod::kMkl) {
    std::generate(kept.begin(), kept.end(), [this] { return draw_mkl(); });
  } else {
    std::generate(kept.begin(), kept.end(), [this] { return draw_default(); });
  }
}

std::uint8_t Dropout::Stream::draw_default() {
  constexpr std::uint64_t kMantissa = (std::uint64_t{1} << 53U) - 1;
  const double uniform = static_cast<double>(dropout_.generator_->random64() & kMantissa) * 0x1p-53;
  return uniform < 1.0 - dropout_.p_ ? 1 : 0;
}

std::uint8_t Dropout::Stream::draw_mkl() {
  const bool kept = static_cast<double>(state_) / static_cast<double>(kMcgModulus) < 1.0 - dropout_.p_;
  state_ = state_ * kMcgMultiplier % kMcgModulus;
  return kept ? 1 : 0;
}

}  // namespace mha
