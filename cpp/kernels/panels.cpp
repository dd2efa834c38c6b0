// Packing.
#include "kernels/panels.h"

#include <algorithm>
#include <array>

#include "kernels/simd.h"

namespace mha::kernels {

namespace {

// One panel of sixteen whole outputs, whose values lie next to each other in a row of b.
void copy_rows(const float* from, std::size_t col_stride, std::size_t depth, float* to) {
  for (std::size_t k = 0; k < depth; ++k, from += col_stride, to += kPanelWidth) {
    for (std::size_t v = 0; v < kPanelWidth; v += kLanes) {
      store(to + v, load(from + v));
    }
  }
}

// One panel of sixteen whole outputs, each with its depth in one piece: transposed four by four.
void transpose_rows(const float* from, std::size_t row_stride, std::size_t depth, float* to) {
  for (std::size_t k = 0; k < depth; k += kLanes) {
    for (std::size_t v = 0; v < kPanelWidth; v += kLanes) {
      const float* corner = from + v * row_stride + k;
      const std::array<F32x4, kLanes> lanes = transposed(
          {load(corner), load(corner + row_stride), load(corner + 2 * row_stride), load(corner + 3 * row_stride)});
      for (std::size_t row = 0; row < kLanes; ++row) {
        store(to + (k + row) * kPanelWidth + v, lanes[row]);
      }
    }
  }
}

void copy_any(const MatrixView& b, std::size_t first, std::size_t width, float* to) {
  for (std::size_t k = 0; k < b.cols; ++k, to += kPanelWidth) {
    for (std::size_t j = 0; j < width; ++j) {
      to[j] = b.data[(first + j) * b.row_stride + k * b.col_stride];
    }
    std::fill(to + width, to + kPanelWidth, 0.0F);
  }
}

}  // namespace

void Panels::pack(const MatrixView& b, const float* bias) {
  outputs_ = b.rows;
  depth_ = b.cols;
  data_.resize(panels() * panel_size());
  for (std::size_t p = 0; p < panels(); ++p) {
    const std::size_t first = p * kPanelWidth;
    const std::size_t width = std::min(kPanelWidth, outputs_ - first);
    float* to = data_.data() + p * panel_size();
    std::fill(to, to + kPanelWidth, 0.0F);
    if (bias != nullptr) {
      std::copy_n(bias + first, width, to);
    }
    to += kPanelWidth;
    if (depth_ == 0) {
      continue;  // there may be no memory to point into
    }
    if (width == kPanelWidth && b.row_stride == 1) {
      copy_rows(b.data + first, b.col_stride, depth_, to);
    } else if (width == kPanelWidth && b.col_stride == 1 && depth_ % kLanes == 0) {
      transpose_rows(b.row(first), b.row_stride, depth_, to);
    } else {
      copy_any(b, first, width, to);
    }
  }
}

}  // namespace mha::kernels
