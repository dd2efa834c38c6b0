// Exponentials against double, and the numerators of a row under every pattern of hidden keys.
#include "kernels/softmax.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "support/catch.h"
#include "support/compare.h"
#include "support/filler.h"

using mha::kernels::exp2_nonpositive;
using mha::kernels::F32x4;
using mha::kernels::kExp2MaxUlp;
using mha::kernels::kLanes;
using mha::kernels::softmax_block;
using mha::kernels::SoftmaxRow;
using mha::test::difference;
using mha::test::Filler;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kLargest = std::numeric_limits<float>::max();

float exp2_of(float x) { return exp2_nonpositive(mha::kernels::splat(x))[0]; }

// In units of the last place that float has at the exact value.
double ulp_error(float x) {
  const double exact = std::exp2(static_cast<double>(x));
  return std::abs(exp2_of(x) - exact) / std::ldexp(1.0, std::ilogb(exact) - 23);
}

using Hidden = std::vector<std::uint8_t>;

// A row and what becomes of it; what lies past the keys starts as NaN.
struct Row {
  std::size_t keys;
  std::vector<float> scores;
  std::vector<float> numerators;
  SoftmaxRow state;

  Row(std::vector<float> some_scores, float scale, const Hidden& hidden = {})
      : keys(some_scores.size()), scores(std::move(some_scores)), numerators(scores) {
    numerators.resize(padded() + 1, kNan);
    softmax_block(numerators.data(), keys, scale, hidden.empty() ? nullptr : hidden.data(), state);
  }

  [[nodiscard]] float sum() const { return mha::kernels::sum(state.sums); }
  [[nodiscard]] std::size_t padded() const { return (keys + kLanes - 1) / kLanes * kLanes; }
};

// exp(scale * (score - most)) of a visible key, and how far float32 may be from it: the exponential's own error, four
// roundings of its argument, and results too small for float32, which are 0.
struct Exact {
  double value;
  double error;

  Exact(double score, double most, double scale) : value(std::exp(scale * (score - most))) {
    const double argument_error = 4 * 0x1p-24 * scale * (most - score);
    error = value == 0.0 ? 0x1p-126 : value * (kExp2MaxUlp * 0x1p-23 + argument_error) + 0x1p-126;
  }
};

bool visible(const Hidden& hidden, std::size_t key) { return hidden.empty() || hidden[key] == 0; }

double maximum_of(const std::vector<float>& scores, const Hidden& hidden) {
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t j = 0; j < scores.size(); ++j) {
    most = visible(hidden, j) ? std::max<double>(most, scores[j]) : most;
  }
  return most;
}

// "" or what is wrong with a row of finite visible scores.
std::string fault_of(const Row& row, float scale, const Hidden& hidden) {
  const double most = maximum_of(row.scores, hidden);
  double sum = 0.0;
  for (std::size_t j = 0; j < row.padded(); ++j) {
    const float got = row.numerators[j];
    if (j >= row.keys || !visible(hidden, j)) {
      if (std::bit_cast<std::uint32_t>(got) != 0) {
        return "what is hidden is not 0 at " + std::to_string(j);
      }
      continue;
    }
    const Exact exact(row.scores[j], most, scale);
    if (!(std::abs(got - exact.value) <= exact.error)) {
      return std::to_string(got) + " instead of " + std::to_string(exact.value) + " at " + std::to_string(j);
    }
    sum += got;
  }
  if (!std::isnan(row.numerators[row.padded()])) {
    return "written past the padding";
  }
  const double sum_error = sum * static_cast<double>(row.keys) * 0x1p-24;
  return std::abs(row.sum() - sum) <= sum_error ? "" : "the sum is " + std::to_string(row.sum());
}

std::vector<std::size_t> lengths() {
  std::vector<std::size_t> all = {255, 256, 257};
  for (std::size_t keys = 0; keys <= 67; ++keys) {
    all.push_back(keys);
  }
  return all;
}

// None (no bytes at all, and bytes of 0), all, all but the first or last, every other, and some.
std::vector<Hidden> patterns(std::size_t keys, Filler& filler) {
  std::vector<Hidden> all = {{}, Hidden(keys, 0), Hidden(keys, 1), Hidden(keys, 1), Hidden(keys, 1), Hidden(keys, 0)};
  if (keys > 0) {
    all[3].front() = 0;
    all[4].back() = 0;
  }
  for (std::size_t j = 0; j < keys; j += 2) {
    all[5][j] = 255;
  }
  all.push_back(filler.flags(keys, 2));
  all.push_back(filler.flags(keys, 7));
  return all;
}

}  // namespace

TEST_CASE("2^x is within the stated error over its whole range") {
  double worst = 0.0;
  // Every 997th float from -126 to -0, which dwells on small ones; then evenly spaced numbers.
  for (std::uint32_t magnitude = 0; magnitude <= std::bit_cast<std::uint32_t>(126.0F); magnitude += 997) {
    worst = std::max(worst, ulp_error(-std::bit_cast<float>(magnitude)));
  }
  for (int i = 0; i <= 126 * 8192; ++i) {
    worst = std::max(worst, ulp_error(static_cast<float>(-i) / 8192.0F));
  }
  INFO("worst error in ULP: " << worst);
  CHECK(worst <= kExp2MaxUlp);
}

TEST_CASE("2^x is exact for whole numbers") {
  CHECK(exp2_of(0.0F) == 1.0F);
  CHECK(exp2_of(-0.0F) == 1.0F);
  for (int n = 0; n <= 126; ++n) {
    CHECK(exp2_of(static_cast<float>(-n)) == std::ldexp(1.0F, -n));
  }
}

TEST_CASE("2^x is exactly 0 below -126") {
  for (const float x :
       {std::nextafter(-126.0F, -127.0F), -126.5F, -127.0F, -150.0F, -1e4F, -1e30F, -kLargest, -kInfinity}) {
    CAPTURE(x);
    CHECK(std::bit_cast<std::uint32_t>(exp2_of(x)) == 0);
  }
}

TEST_CASE("2^NaN is NaN, and lanes do not see each other") {
  const F32x4 result = exp2_nonpositive(F32x4{kNan, -1.0F, -kInfinity, -2.0F});
  CHECK(std::isnan(result[0]));
  CHECK(result[1] == 0.5F);
  CHECK(result[2] == 0.0F);
  CHECK(result[3] == 0.25F);
}

TEST_CASE("numerators and their sum are right for every length and pattern") {
  Filler filler(11);
  for (const std::size_t keys : lengths()) {
    for (const Hidden& hidden : patterns(keys, filler)) {
      for (const float spread : {1.0F, 100.0F}) {
        CAPTURE(keys, hidden, spread);
        const Row row(filler.floats(keys, spread), 0.37F, hidden);
        CHECK(fault_of(row, 0.37F, hidden) == "");
      }
    }
  }
}

TEST_CASE("a row with nothing visible is 0 and sums to 0, whatever it holds") {
  for (const std::size_t keys : lengths()) {
    const Row row(std::vector<float>(keys, kNan), 1.0F, Hidden(keys, 1));
    CHECK(row.sum() == 0.0F);
    CHECK(row.state.divisor() == 1.0F);
    CHECK(difference({row.numerators.begin(), row.numerators.end() - 1}, std::vector<float>(row.padded())) == "");
  }
}

TEST_CASE("what is hidden is never read as a number") {
  Filler filler(12);
  for (const std::size_t keys : lengths()) {
    for (const Hidden& hidden : patterns(keys, filler)) {
      std::vector<float> scores = filler.floats(keys, 9.0F);
      const Row plain(scores, 1.0F, hidden);
      for (const float poison : {kNan, kInfinity, -kInfinity, kLargest}) {
        for (std::size_t j = 0; j < keys; ++j) {
          scores[j] = visible(hidden, j) ? scores[j] : poison;
        }
        CAPTURE(keys, hidden, poison);
        const Row poisoned(scores, 1.0F, hidden);
        CHECK(poisoned.sum() == plain.sum());
        CHECK(difference(poisoned.numerators, plain.numerators) == "");
      }
    }
  }
}

TEST_CASE("hidden keys at the end leave the bits of a shorter row") {
  Filler filler(13);
  for (std::size_t keys = 1; keys <= 67; ++keys) {
    const std::vector<float> scores = filler.floats(67, 9.0F);
    Hidden hidden(67, 1);
    std::fill_n(hidden.begin(), keys, std::uint8_t{0});
    const Row cut({scores.begin(), scores.begin() + static_cast<std::ptrdiff_t>(keys)}, 1.0F);
    const Row whole(scores, 1.0F, hidden);
    CAPTURE(keys);
    CHECK(whole.sum() == cut.sum());
    CHECK(std::equal(cut.numerators.begin(), cut.numerators.end() - 1, whole.numerators.begin()));
  }
}

TEST_CASE("large scores do not overflow") {
  const std::vector<std::vector<float>> rows = {{1000, 999, 0},
                                                {-249.87F, -424.13F, -460.29F, 378.10F, -292.61F},
                                                {kLargest, -kLargest, 0, kLargest},
                                                {-1e30F, -2e30F, -1e30F},
                                                std::vector<float>(9, -kLargest)};
  for (const std::vector<float>& scores : rows) {
    CAPTURE(scores);
    CHECK(fault_of(Row(scores, 1.0F), 1.0F, {}) == "");
    CHECK(fault_of(Row(scores, 0.125F), 0.125F, {}) == "");
  }
}

TEST_CASE("a visible NaN or +inf makes the row NaN, as in PyTorch") {
  const Hidden hidden = {0, 0, 1, 0, 0, 1};
  for (const float visible_value : {kNan, kInfinity}) {
    for (const std::size_t at : {std::size_t{0}, std::size_t{1}, std::size_t{3}, std::size_t{4}}) {
      std::vector<float> scores = {1, 2, 3, 4, 5, 6};
      scores[at] = visible_value;
      const Row row(scores, 1.0F, hidden);
      CAPTURE(visible_value, at);
      CHECK(std::isnan(row.sum()));
      CHECK(row.numerators[2] == 0.0F);
      CHECK(row.numerators[5] == 0.0F);
    }
  }
}

TEST_CASE("a visible -inf has weight 0, and a row of nothing else is NaN, as in PyTorch") {
  const Row row({1.0F, -kInfinity, 1.0F}, 1.0F);
  CHECK(row.numerators[1] == 0.0F);
  CHECK(row.sum() == 2.0F);
  const Row all(std::vector<float>(5, -kInfinity), 1.0F, {0, 0, 1, 0, 0});
  CHECK(all.state.divisor() == 0.0F);  // 0 / 0 is NaN
  CHECK(all.numerators[2] == 0.0F);
}

TEST_CASE("a row taken in blocks is the row taken at once, whatever the order of its maxima") {
  Filler filler(14);
  for (const std::size_t block : {4UL, 8UL, 16UL, 64UL}) {
    const std::vector<float> scores = filler.floats(67, 30.0F);
    const Row whole(scores, 0.37F);
    std::vector<float> numerators = scores;
    numerators.resize(68);
    SoftmaxRow row;
    for (std::size_t first = 0; first < 67; first += block) {
      const float factor = softmax_block(numerators.data() + first, std::min(block, 67 - first), 0.37F, nullptr, row);
      std::transform(numerators.begin(), numerators.begin() + static_cast<std::ptrdiff_t>(first), numerators.begin(),
                     [factor](float numerator) { return numerator * factor; });
    }
    CAPTURE(block);
    CHECK(std::abs(row.divisor() / whole.state.divisor() - 1.0F) < 1e-6F);
    for (std::size_t j = 0; j < 67; ++j) {
      CHECK(std::abs(numerators[j] - whole.numerators[j]) <= 1e-5F * whole.numerators[j]);
    }
  }
}

TEST_CASE("a block of visible -inf is outweighed by what comes before or after it") {
  std::vector<float> scores(12, -kInfinity);
  scores[9] = 3.0F;
  SoftmaxRow row;
  CHECK(softmax_block(scores.data(), 4, 1.0F, nullptr, row) == 1.0F);
  CHECK(softmax_block(scores.data() + 4, 4, 1.0F, nullptr, row) == 1.0F);
  CHECK(softmax_block(scores.data() + 8, 4, 1.0F, nullptr, row) == 0.0F);
  CHECK(row.divisor() == 1.0F);
  CHECK(difference(scores, {0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0}) == "");
}
