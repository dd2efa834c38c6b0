// Matrix products against packed panels.
//
// Every output has one accumulator that starts at its bias and takes its terms in ascending k, so no tile shape, batch
// size or thread count can change a bit of it. Accuracy: the error of a sum of `depth` products in float32 taken in order.
#pragma once

#include <cstddef>

#include "core/tensor.h"
#include "kernels/panels.h"

namespace mha::kernels {

/// out (rows, outputs) = a (rows, depth) b (outputs, depth)ᵀ + bias. `a` must have col_stride 1. Where out.cols is less
/// than b.outputs(), only the first outputs are computed.
void product(const MatrixView& a, const Panels& b, const MutableMatrixView& out);

/// Continues `rows` (1 to 4) rows of eight accumulators: c (rows, 8) += a (rows, depth) panel (depth, 8).
void accumulate(std::size_t rows, const float* a, std::size_t a_stride, const float* panel, std::size_t depth, float* c,
                std::size_t c_stride);

/// The rows that one micro-kernel call computes.
inline constexpr std::size_t kTileRows = 4;

}  // namespace mha::kernels
