// Four float lanes, the same operations on every target, so that a result has the same bits everywhere.
//
// The vector extensions of GCC and Clang compile to SIMD128 in WebAssembly, SSE2 on x86-64 and NEON on ARM. Products
// and sums are separate (the build turns contraction off), minimum and maximum are compare + select. Only the relaxed
// variant fuses, by an explicit intrinsic and on every path.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#ifdef __wasm_relaxed_simd__
#include <wasm_simd128.h>
#endif

namespace mha::kernels {

using F32x4 = float __attribute__((vector_size(16)));
using I32x4 = std::int32_t __attribute__((vector_size(16)));

inline constexpr std::size_t kLanes = 4;

/// Whether multiply_add may round once.
#ifdef __wasm_relaxed_simd__
inline constexpr bool kFuses = true;
#else
inline constexpr bool kFuses = false;
#endif

inline F32x4 load(const float* from) {
  F32x4 lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

inline void store(float* to, F32x4 lanes) { std::memcpy(to, &lanes, sizeof lanes); }

/// Stores the first `count` lanes, at most 4. Lane by lane: for a handful of floats a call of memcpy costs more.
inline void store_first(float* to, F32x4 lanes, std::size_t count) {
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    if (lane < count) {
      to[lane] = lanes[lane];
    }
  }
}

inline F32x4 splat(float value) { return F32x4{value, value, value, value}; }

/// a * b + c: two roundings, or one in the relaxed variant.
inline F32x4 multiply_add(F32x4 a, F32x4 b, F32x4 c) {
#ifdef __wasm_relaxed_simd__
  return static_cast<F32x4>(
      wasm_f32x4_relaxed_madd(static_cast<v128_t>(a), static_cast<v128_t>(b), static_cast<v128_t>(c)));
#else
  return a * b + c;
#endif
}

/// The same for one number.
inline float multiply_add(float a, float b, float c) {
  return kFuses ? multiply_add(splat(a), splat(b), splat(c))[0] : a * b + c;
}

/// a < b ? b : a, lane by lane: a NaN in b is passed over, a NaN in a stays.
inline F32x4 maximum(F32x4 a, F32x4 b) { return a < b ? b : a; }

inline I32x4 bits(F32x4 lanes) {
  I32x4 same;
  std::memcpy(&same, &lanes, sizeof same);
  return same;
}

inline F32x4 from_bits(I32x4 lanes) {
  F32x4 same;
  std::memcpy(&same, &lanes, sizeof same);
  return same;
}

/// Rows become columns.
inline std::array<F32x4, kLanes> transposed(const std::array<F32x4, kLanes>& rows) {
  const F32x4 low_01 = __builtin_shufflevector(rows[0], rows[1], 0, 4, 1, 5);
  const F32x4 high_01 = __builtin_shufflevector(rows[0], rows[1], 2, 6, 3, 7);
  const F32x4 low_23 = __builtin_shufflevector(rows[2], rows[3], 0, 4, 1, 5);
  const F32x4 high_23 = __builtin_shufflevector(rows[2], rows[3], 2, 6, 3, 7);
  return {__builtin_shufflevector(low_01, low_23, 0, 1, 4, 5), __builtin_shufflevector(low_01, low_23, 2, 3, 6, 7),
          __builtin_shufflevector(high_01, high_23, 0, 1, 4, 5), __builtin_shufflevector(high_01, high_23, 2, 3, 6, 7)};
}

/// (0 + 1) + (2 + 3): the one order of horizontal sums.
inline float sum(F32x4 lanes) { return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]); }

}  // namespace mha::kernels
