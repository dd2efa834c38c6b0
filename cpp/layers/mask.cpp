// Loading and reading masks.
#include "layers/mask.h"

#include <algorithm>

namespace mha {

void Mask::read(float* to) const {
  if (!values_.empty()) {
    std::copy(values_.begin(), values_.end(), to);
    return;
  }
  for (std::size_t i = 0; i < context_length_; ++i) {
    for (std::size_t j = 0; j < context_length_; ++j) {
      *to++ = j > i ? 1.0F : 0.0F;
    }
  }
}

void Mask::write(const float* from) {
  bool is_causal = true;
  bool is_triu = true;
  for (std::size_t i = 0; i < context_length_; ++i) {
    for (std::size_t j = 0; j < context_length_; ++j) {
      const float value = from[i * context_length_ + j];
      is_causal = is_causal && (value != 0.0F) == (j > i);
      is_triu = is_triu && value == (j > i ? 1.0F : 0.0F);
    }
  }
  const std::size_t size = context_length_ * context_length_;
  values_ = is_triu ? std::vector<float>() : std::vector<float>(from, from + size);
  bytes_ = std::vector<std::uint8_t>(is_causal ? 0 : size);
  std::transform(from, from + bytes_.size(), bytes_.begin(), [](float value) { return value != 0.0F ? 1 : 0; });
}

bool Mask::hides(std::size_t query, std::size_t key) const {
  return causal() ? key > query : bytes_[query * context_length_ + key] != 0;
}

kernels::Hidden Mask::hidden() const {
  return causal() ? kernels::Hidden{.causal = true}
                  : kernels::Hidden{.bytes = bytes_.data(), .row_stride = context_length_};
}

}  // namespace mha
