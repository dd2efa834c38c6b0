// The exponentials of softmax, one row at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "kernels/simd.h"

namespace mha::kernels {

/// Largest error of exp2_nonpositive, in units in the last place, asserted by its test.
inline constexpr double kExp2MaxUlp = 3.0;

/// 2^x for x <= 0. Below -126 (so also -inf) exactly 0; NaN stays NaN.
/// Source of the split: Cody & Waite; the polynomial is a least-maximum fit of 2^r on [-1/2, 1/2].
inline F32x4 exp2_nonpositive(F32x4 x) {
  // 1.5 * 2^23 moves the integer part into the low bits; + 127 makes those bits a float's biased exponent.
  const F32x4 shift = splat(0x1.8p23F + 127.0F);
  const F32x4 shifted = x + shift;
  const F32x4 r = x - (shifted - shift);
  const F32x4 power = from_bits(bits(shifted) << 23);
  F32x4 p = splat(0.00132647273F);
  p = multiply_add(p, r, splat(0.00967151299F));
  p = multiply_add(p, r, splat(0.0555073358F));
  p = multiply_add(p, r, splat(0.240222424F));
  p = multiply_add(p, r, splat(0.693147004F));
  p = multiply_add(p, r, splat(1.0F));
  return from_bits(bits(p * power) & ~(x < splat(-126.0F)));
}

/// What a row has seen of its keys so far.
struct SoftmaxRow {
  float maximum = -std::numeric_limits<float>::infinity();
  F32x4 sums{};       ///< of the numerators, key j in lane j % 4
  bool seen = false;  ///< whether any key was visible

  /// What the row's context is to be divided by: 1 where nothing was visible, so that the context stays 0.
  [[nodiscard]] float divisor() const { return seen ? sum(sums) : 1.0F; }
};

/// Takes the next `keys` raw scores of a row and turns them into the numerators of its softmax, exp(scale * (score -
/// maximum so far)). Returns what earlier numerators, and whatever was summed from them, are to be multiplied by (their
/// sums in `row` already are): 1 unless the maximum has moved. Source: Milakov & Gimelshein 2018, online softmax.
///
/// `scores` has room for `keys` rounded up to a multiple of 4; what lies past `keys` becomes 0. `hidden` is nullptr or
/// one byte a key, nonzero = hidden: such a key becomes exactly 0, and its score is never read as a number. Visible NaN
/// and infinity follow IEEE: the row is NaN where PyTorch's is.
float softmax_block(float* scores, std::size_t keys, float scale, const std::uint8_t* hidden, SoftmaxRow& row);

/// The two steps of softmax_block; the first returns what it returns. Taken apart, the exponentials of a row need not
/// wait for its maximum: that of the next rows is on its way.
float raise_maximum(float* scores, std::size_t keys, float scale, const std::uint8_t* hidden, SoftmaxRow& row);
void exponentiate(float* scores, std::size_t keys, float scale, SoftmaxRow& row);

}  // namespace mha::kernels
