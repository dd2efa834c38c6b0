// Masking, maximum, exponentials and their sums.
#include "kernels/softmax.h"

#include <algorithm>

#include "kernels/panels.h"

namespace mha::kernels {

namespace {

constexpr float kLog2E = 1.44269504F;
constexpr float kMinusInfinity = -std::numeric_limits<float>::infinity();

// Hidden keys and the padding become -inf; false when nothing is visible.
bool hide(float* scores, std::size_t keys, std::size_t padded, const std::uint8_t* hidden) {
  std::fill(scores + keys, scores + padded, kMinusInfinity);
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

[[gnu::noinline]] float softmax_block(float* scores, std::size_t keys, float scale, const std::uint8_t* hidden,
                                      SoftmaxRow& row) {
  const std::size_t padded = round_up(keys, kLanes);
  if (!hide(scores, keys, padded, hidden)) {
    std::fill(scores, scores + padded, 0.0F);
    return 1.0F;
  }
  row.seen = true;
  const float maximum = maximum_of(scores, padded, row.maximum);
  // -inf - -inf would make NaN of scores that later ones outweigh; exp(-inf - 0) is the same 0.
  const F32x4 base = splat(maximum == kMinusInfinity ? 0.0F : maximum);
  // The maximum is subtracted before the scale, where the difference of near scores is exact.
  const F32x4 to_base_2 = splat(scale * kLog2E);
  F32x4 factor = splat(1.0F);
  if (maximum != row.maximum) {
    factor = exp2_nonpositive((splat(row.maximum) - base) * to_base_2);
    row.sums *= factor;
    row.maximum = maximum;
  }
  // A copy, because the compiler must take it that a store to `scores` may change `row`.
  F32x4 sums = row.sums;
  for (std::size_t j = 0; j < padded; j += kLanes) {
    const F32x4 numerators = exp2_nonpositive((load(scores + j) - base) * to_base_2);
    store(scores + j, numerators);
    sums += numerators;
  }
  row.sums = sums;
  return factor[0];
}

}  // namespace mha::kernels
