// The 4x8 micro-kernel and the loops around it.
#include "kernels/product.h"

#include <algorithm>
#include <array>

#include "kernels/simd.h"

namespace mha::kernels {

namespace {

// Eight accumulators, two panel lanes, one broadcast and one temporary: 12 of V8's 15 vector registers. Kept out of line
// and small, because V8 optimises a wasm function between calls, never inside one.
template <std::size_t Rows>
[[gnu::noinline]] void tile(const float* a, std::size_t a_stride, const float* panel, std::size_t depth,
                            const float* init, std::size_t init_stride, float* c, std::size_t c_stride) {
  F32x4 low[Rows];
  F32x4 high[Rows];
  for (std::size_t r = 0; r < Rows; ++r) {
    low[r] = load(init + r * init_stride);
    high[r] = load(init + r * init_stride + kLanes);
  }
  for (std::size_t k = 0; k < depth; ++k, panel += kPanelWidth) {
    const F32x4 b_low = load(panel);
    const F32x4 b_high = load(panel + kLanes);
    for (std::size_t r = 0; r < Rows; ++r) {
      const F32x4 a_rk = splat(a[r * a_stride + k]);
      low[r] = multiply_add(a_rk, b_low, low[r]);
      high[r] = multiply_add(a_rk, b_high, high[r]);
    }
  }
  for (std::size_t r = 0; r < Rows; ++r) {
    store(c + r * c_stride, low[r]);
    store(c + r * c_stride + kLanes, high[r]);
  }
}

using Tile = void (*)(const float*, std::size_t, const float*, std::size_t, const float*, std::size_t, float*,
                      std::size_t);

constexpr std::array<Tile, kTileRows + 1> kTiles = {nullptr, tile<1>, tile<2>, tile<3>, tile<4>};

}  // namespace

void product(const MatrixView& a, const Panels& b, const MutableMatrixView& out) {
  std::array<float, kTileRows * kPanelWidth> edge;  // a panel that is cut by the right border of `out`
  for (std::size_t first = 0; first < out.cols; first += kPanelWidth) {
    const std::size_t p = first / kPanelWidth;
    const std::size_t width = std::min(kPanelWidth, out.cols - first);
    for (std::size_t r = 0; r < a.rows; r += kTileRows) {
      const std::size_t rows = std::min(kTileRows, a.rows - r);
      if (width == kPanelWidth) {
        kTiles[rows](a.row(r), a.row_stride, b.panel(p), b.depth(), b.bias(p), 0, out.row(r) + first, out.row_stride);
        continue;
      }
      kTiles[rows](a.row(r), a.row_stride, b.panel(p), b.depth(), b.bias(p), 0, edge.data(), kPanelWidth);
      for (std::size_t i = 0; i < rows; ++i) {
        std::copy_n(edge.data() + i * kPanelWidth, width, out.row(r + i) + first);
      }
    }
  }
}

void accumulate(std::size_t rows, const float* a, std::size_t a_stride, const float* panel, std::size_t depth, float* c,
                std::size_t c_stride) {
  kTiles[rows](a, a_stride, panel, depth, c, c_stride, c, c_stride);
}

}  // namespace mha::kernels
