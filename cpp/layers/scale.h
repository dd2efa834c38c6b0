// The numbers that follow from a layer's sizes.
#pragma once

#include <cmath>
#include <cstddef>

#include "core/tensor.h"

namespace mha {

/// 1 / sqrt(head_dim), in double and rounded once.
inline float attention_scale(std::size_t head_dim) {
  return static_cast<float>(1.0 / std::sqrt(static_cast<double>(head_dim)));
}

/// What three projections (d_in -> d_out) take: the tensors that users see, and their packed form.
inline double parameter_bytes(std::size_t d_in, std::size_t d_out) {
  return 2 * 3 * count({d_in + 1, d_out}) * static_cast<double>(sizeof(float));
}

}  // namespace mha
