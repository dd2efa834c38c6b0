// Masking, maximum, exponentials and their sums.
#include "kernels/softmax.h"

#include <algorithm>

#include "kernels/panels.h"

namespace mha::kernels {

namespace {

constexpr float kLog2E = 1.44269504F;
constexpr float kMinusInfinity = -std::numeric_limits<float>::infinity();

// Hidden keys and the padding become -inf; false when nothing is visible.
bool hide(float* scores, std::size_t keys, const std::uint8_t* hidden) {
  const std::size_t rest = keys % kLanes;
  if (rest != 0) {
    const auto count = static_cast<std::int32_t>(rest);
    const I32x4 past = I32x4{0, 1, 2, 3} >= I32x4{count, count, count, count};
    float* last = scores + keys - rest;
    store(last, past ? splat(kMinusInfinity) : load(last));
  }
  if (hidden == nullptr) {
    return keys > 0;
  }
  bool visible = false;
  for (std::size_t j = 0; j < keys; ++j) {
    scores[j] = hidden[j] != 0 ? kMinusInfinity : scores[j];
    visible = visible || hidden[j] == 0;
  }
  return visible;
}

// Two vectors at a time, so that one maximum does not wait for the other; NaN is passed over.
float maximum_of(const float* scores, std::size_t padded, float so_far) {
  F32x4 even = splat(so_far);
  F32x4 odd = even;
  std::size_t j = 0;
  for (; j + 2 * kLanes <= padded; j += 2 * kLanes) {
    even = maximum(even, load(scores + j));
    odd = maximum(odd, load(scores + j + kLanes));
  }
  if (j < padded) {
    even = maximum(even, load(scores + j));
  }
  even = maximum(even, odd);
  return std::max(std::max(even[0], even[1]), std::max(even[2], even[3]));
}

}  // namespace

// Both steps out of line, for the reason that multiply_panel is.
[[gnu::noinline]] float raise_maximum(float* scores, std::size_t keys, float scale, const std::uint8_t* hidden,
                                      SoftmaxRow& row) {
  const bool visible = hide(scores, keys, hidden);
  row.seen = row.seen || visible;
  const float maximum = maximum_of(scores, round_up(keys, kLanes), row.maximum);
  if (maximum == row.maximum) {
    return 1.0F;
  }
  const F32x4 factor = exp2_nonpositive((splat(row.maximum) - splat(maximum)) * splat(scale * kLog2E));
  row.sums *= factor;
  row.maximum = maximum;
  return factor[0];
}

[[gnu::noinline]] void exponentiate(float* scores, std::size_t keys, float scale, SoftmaxRow& row) {
  // -inf - -inf would make NaN of scores that later ones outweigh; exp(-inf - 0) is the same 0.
  const F32x4 base = splat(row.maximum == kMinusInfinity ? 0.0F : row.maximum);
  // The maximum is subtracted before the scale, where the difference of near scores is exact.
  const F32x4 to_base_2 = splat(scale * kLog2E);
  // A copy, because the compiler must take it that a store to `scores` may change `row`.
  F32x4 sums = row.sums;
  for (const float* end = scores + round_up(keys, kLanes); scores < end; scores += kLanes) {
    const F32x4 numerators = exp2_nonpositive((load(scores) - base) * to_base_2);
    store(scores, numerators);
    sums += numerators;
  }
  row.sums = sums;
}

float softmax_block(float* scores, std::size_t keys, float scale, const std::uint8_t* hidden, SoftmaxRow& row) {
  const float factor = raise_maximum(scores, keys, scale, hidden, row);
  exponentiate(scores, keys, scale, row);
  return factor;
}

}  // namespace mha::kernels
