// Packing.
#include "kernels/panels.h"

#include <algorithm>

namespace mha::kernels {

void Panels::pack(const MatrixView& b, const float* bias) {
  outputs_ = b.rows;
  depth_ = b.cols;
  data_.assign(panels() * panel_size(), 0.0F);
  for (std::size_t p = 0; p < panels(); ++p) {
    float* to = data_.data() + p * panel_size();
    const std::size_t first = p * kPanelWidth;
    const std::size_t width = std::min(kPanelWidth, outputs_ - first);
    if (bias != nullptr) {
      std::copy_n(bias + first, width, to);
    }
    for (std::size_t k = 0; k < depth_; ++k) {
      to += kPanelWidth;
      for (std::size_t j = 0; j < width; ++j) {
        to[j] = b.data[(first + j) * b.row_stride + k * b.col_stride];
      }
    }
  }
}

}  // namespace mha::kernels
