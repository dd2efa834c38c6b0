// The micro-kernels and the loops around them.
#include "kernels/product.h"

#include <algorithm>
#include <array>
#include <utility>

#include "kernels/tile.h"

namespace mha::kernels {

namespace {

constexpr std::size_t kVectors = kPanelWidth / kLanes;

// The tall tile is half a panel wide; see kTileRows.
constexpr std::size_t kTallVectors = kVectors / 2;

// Steps of k between two turns of the loop, at each of which V8 checks whether to stop.
constexpr std::size_t kSteps = 4;

// Rows of a panel's right border that are computed at a time before they are cut to width.
constexpr std::size_t kEdgeRows = 32;

// Adds row r's product with the panel at k to sums[r].
template <std::size_t Rows, std::size_t Vectors>
inline void add_products(const float* const (&rows)[Rows], const float* panel, std::size_t k,
                         F32x4 (&sums)[Rows][Vectors]) {
  F32x4 b[Vectors];
  for (std::size_t v = 0; v < Vectors; ++v) {
    b[v] = load(panel + k * kPanelWidth + v * kLanes);
  }
  for (std::size_t r = 0; r < Rows; ++r) {
    const F32x4 a_rk = splat(rows[r][k]);
    for (std::size_t v = 0; v < Vectors; ++v) {
      sums[r][v] = multiply_add(a_rk, b[v], sums[r][v]);
    }
  }
}

template <std::size_t Rows, std::size_t Vectors>
inline void tile(const float* a, std::size_t a_stride, const float* panel, std::size_t depth, Start start, float* c,
                 std::size_t c_stride) {
  F32x4 sums[Rows][Vectors];
  for (std::size_t r = 0; r < Rows; ++r) {
    for (std::size_t v = 0; v < Vectors; ++v) {
      sums[r][v] = load(start.data + r * start.row_stride + v * kLanes);
    }
  }
  // A pointer for each row, so that a step of k is an offset within the load.
  const float* rows[Rows];
  for (std::size_t r = 0; r < Rows; ++r) {
    rows[r] = a + r * a_stride;
  }
  // The way out after each step keeps compilers from finishing one sum's products before the next sum's: they would
  // hold the panel's vectors of every k for that, and spill.
  std::size_t left = depth;
  const auto steps = [&]<std::size_t... K>(std::index_sequence<K...>) {
    return ((add_products(rows, panel, K, sums), left != K + 1) && ...);
  };
  while (left != 0 && steps(std::make_index_sequence<kSteps>())) {
    left -= kSteps;
    panel += kSteps * kPanelWidth;
    for (const float*& row : rows) {
      row += kSteps;
    }
  }
  for (std::size_t r = 0; r < Rows; ++r) {
    for (std::size_t v = 0; v < Vectors; ++v) {
      store(c + r * c_stride + v * kLanes, sums[r][v]);
    }
  }
}

MatrixView block_of(const MatrixView& a, std::size_t row, std::size_t rows, std::size_t k, std::size_t depth) {
  return {a.row(row) + k, rows, depth, a.row_stride};
}

// The whole depth of one panel, block after block.
void multiply_blocks(const MatrixView& a, const Panels& b, std::size_t p, float* c, std::size_t c_stride) {
  Start start{b.bias(p), 0};
  for (std::size_t k = 0; k == 0 || k < b.depth(); k += kDepthBlock) {
    const std::size_t depth = std::min(kDepthBlock, b.depth() - k);
    multiply_panel(block_of(a, 0, a.rows, k, depth), b.panel(p) + k * kPanelWidth, start, c, c_stride);
    start = {c, c_stride};
  }
}

void copy_first(const float* from, std::size_t count, float* to) {
  for (std::size_t c = 0; c < count; c += kLanes) {
    store_first(to + c, load(from + c), count - c);
  }
}

// A panel that the right border of `out` cuts: computed whole beside it, then copied to width.
void multiply_edge(const MatrixView& a, const Panels& b, std::size_t p, const MutableMatrixView& out) {
  std::array<float, kEdgeRows * kPanelWidth> whole;
  const std::size_t first = p * kPanelWidth;
  for (std::size_t row = 0; row < a.rows; row += kEdgeRows) {
    const std::size_t rows = std::min(kEdgeRows, a.rows - row);
    multiply_blocks(block_of(a, row, rows, 0, a.cols), b, p, whole.data(), kPanelWidth);
    for (std::size_t r = 0; r < rows; ++r) {
      copy_first(whole.data() + r * kPanelWidth, b.outputs() - first, out.row(row + r) + first);
    }
  }
}

}  // namespace

// Out of line and small, because V8 optimises a wasm function between calls, never inside one.
[[gnu::noinline]] void multiply_panel(const MatrixView& a, const float* panel, Start start, float* c,
                                      std::size_t c_stride) {
  const auto rows_from = [&]<std::size_t Rows, std::size_t Vectors>(std::size_t r, std::size_t column) {
    const Start at{start.data + r * start.row_stride + column, start.row_stride};
    tile<Rows, Vectors>(a.row(r), a.row_stride, panel + column, a.cols, at, c + r * c_stride + column, c_stride);
  };
  std::size_t r = 0;
  for (; r + kTileRows <= a.rows; r += kTileRows) {
    for (std::size_t column = 0; column < kPanelWidth; column += kTallVectors * kLanes) {
      rows_from.template operator()<kTileRows, kTallVectors>(r, column);
    }
  }
  for (; r + 2 <= a.rows; r += 2) {
    rows_from.template operator()<2, kVectors>(r, 0);
  }
  if (r < a.rows) {
    rows_from.template operator()<1, kVectors>(r, 0);
  }
}

void product(const MatrixView& a, const Panels& b, const MutableMatrixView& out) {
  // Depth outermost: a block of every panel meets all rows of `a` while it lies in the cache.
  const std::size_t whole = b.outputs() / kPanelWidth;
  for (std::size_t k = 0; k == 0 || k < b.depth(); k += kDepthBlock) {
    const std::size_t depth = std::min(kDepthBlock, b.depth() - k);
    for (std::size_t p = 0; p < whole; ++p) {
      float* c = out.data + p * kPanelWidth;
      const Start start = k == 0 ? Start{b.bias(p), 0} : Start{c, out.row_stride};
      multiply_panel(block_of(a, 0, a.rows, k, depth), b.panel(p) + k * kPanelWidth, start, c, out.row_stride);
    }
  }
  if (whole < b.panels()) {
    multiply_edge(a, b, whole, out);
  }
}

}  // namespace mha::kernels
