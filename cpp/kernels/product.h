// Matrix products against packed panels.
//
// Every output has one accumulator that starts at its bias and takes its terms in ascending k, so no tile shape, block,
// batch size or thread count can change a bit of it. Accuracy: that of a float32 sum of `depth` products taken in
// order.
#pragma once

#include <cstddef>

#include "core/tensor.h"
#include "kernels/panels.h"

namespace mha::kernels {

/// Depth of the blocks that a product is cut into: a panel of 16 x 384 floats takes 24 KB of a 32 KB L1 cache.
inline constexpr std::size_t kDepthBlock = 384;

/// out (rows, outputs) = a (rows, depth) b (outputs, depth)ᵀ + bias; depth 0 leaves the bias. `a` must have
/// col_stride 1.
void product(const MatrixView& a, const Panels& b, const MutableMatrixView& out);

/// Where the accumulators of multiply_panel start: one row of 16 for all (stride 0), or a row for each.
struct Start {
  const float* data;
  std::size_t row_stride;
};

/// c (rows, 16) = start + a (rows, depth) panel (depth, 16): the micro-kernel. `c` may be `start.data`, to continue a
/// sum.
void multiply_panel(const MatrixView& a, const float* panel, Start start, float* c, std::size_t c_stride);

}  // namespace mha::kernels
