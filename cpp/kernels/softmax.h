// The exponentials of softmax, one row at a time.
#pragma once

#include <cstddef>
#include <cstdint>

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
  return x < splat(-126.0F) ? splat(0.0F) : p * power;
}

/// Turns a row of raw scores into the numerators of its softmax, exp(scale * (score - maximum)), and returns their sum.
///
/// `row` has room for `keys` rounded up to a multiple of 4; what lies past `keys` becomes 0. `hidden` is nullptr or one
/// byte a key, nonzero = hidden: such a key has exactly 0 and its score is never read as a number. A row with nothing
/// visible is all 0 and sums to 0. Visible NaN and infinity follow IEEE: the row is NaN where PyTorch's is.
float softmax_numerators(float* row, std::size_t keys, float scale, const std::uint8_t* hidden);

}  // namespace mha::kernels
