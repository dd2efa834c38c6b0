// Scores, softmax, dropout and context of a block, with hidden keys skipped.
#include "kernels/attention.h"

#include <algorithm>
#include <array>

#include "kernels/product.h"
#include "kernels/softmax.h"

namespace mha::kernels {

namespace {

// Four query rows at a time: their weights lie `stride` apart, and each has its own limit of visible keys.
struct Tile {
  std::size_t first;  // the query row of the head
  std::size_t rows;
  float* weights;
  std::size_t stride;
};

void drop(float* weights, std::size_t keys, const std::uint8_t* kept, float scale) {
  for (std::size_t j = 0; j < keys; ++j) {
    weights[j] *= kept[j] != 0 ? scale : 0.0F;
  }
}

void add_visible_runs(const float* weights, std::size_t begin, std::size_t end, const std::uint8_t* hidden,
                      const float* panel, float* out) {
  while (begin < end) {
    if (hidden != nullptr && hidden[begin] != 0) {
      ++begin;
      continue;
    }
    std::size_t stop = begin + 1;
    while (stop < end && (hidden == nullptr || hidden[stop] == 0)) {
      ++stop;
    }
    accumulate(1, weights + begin, 0, panel + begin * kPanelWidth, stop - begin, out, kPanelWidth);
    begin = stop;
  }
}

// out (rows, 8) = weights (rows, keys) panel (keys, 8), over visible keys only: 0 * NaN must not happen.
void weigh(const Tile& tile, std::size_t keys, const Hidden& hidden, const float* panel, float* out) {
  std::fill_n(out, tile.rows * kPanelWidth, 0.0F);
  const std::size_t shared = hidden.bytes == nullptr ? hidden.limit(tile.first, keys) : 0;
  accumulate(tile.rows, tile.weights, tile.stride, panel, shared, out, kPanelWidth);
  for (std::size_t r = 0; r < tile.rows; ++r) {
    add_visible_runs(tile.weights + r * tile.stride, shared, hidden.limit(tile.first + r, keys),
                     hidden.row(tile.first + r), panel, out + r * kPanelWidth);
  }
}

// The numerators of the tile's softmax after dropout, and the sums that they are still to be divided by.
std::array<float, kTileRows> numerators(const Tile& tile, std::size_t keys, float scale, const Hidden& hidden,
                                        const Kept& kept, std::size_t kept_row) {
  std::array<float, kTileRows> sums{};
  for (std::size_t r = 0; r < tile.rows; ++r) {
    float* weights = tile.weights + r * tile.stride;
    const std::size_t limit = hidden.limit(tile.first + r, keys);
    sums[r] = softmax_numerators(weights, limit, scale, hidden.row(tile.first + r));
    if (kept.bytes != nullptr) {
      drop(weights, limit, kept.bytes + (kept_row + r) * kept.row_stride, kept.scale);
    }
  }
  return sums;
}

// An empty row sums to 0 and its context is 0 already.
void divide_into(const float* from, std::size_t width, float sum, float* to) {
  const float by = sum == 0.0F ? 1.0F : sum;
  for (std::size_t c = 0; c < width; ++c) {
    to[c] = from[c] / by;
  }
}

}  // namespace

void attention(const MatrixView& queries, std::size_t first, const KeyValuePanels& kv, float scale,
               const Hidden& hidden, const Kept& kept, std::vector<float>& scratch, const MutableMatrixView& context) {
  const std::size_t keys = kv.keys.outputs();
  const std::size_t stride = round_up(keys, kPanelWidth);
  scratch.resize(std::max(scratch.size(), kTileRows * stride));
  std::array<float, kTileRows * kPanelWidth> panel_context;
  for (std::size_t row = 0; row < queries.rows; row += kTileRows) {
    const Tile tile{first + row, std::min(kTileRows, queries.rows - row), scratch.data(), stride};
    const std::size_t most = hidden.limit(tile.first + tile.rows - 1, keys);
    product({queries.row(row), tile.rows, queries.cols, queries.row_stride}, kv.keys,
            {tile.weights, tile.rows, most, stride});
    const auto sums = numerators(tile, keys, scale, hidden, kept, row);
    for (std::size_t p = 0; p < kv.values.panels(); ++p) {
      weigh(tile, keys, hidden, kv.values.panel(p), panel_context.data());
      const std::size_t column = p * kPanelWidth;
      const std::size_t width = std::min(kPanelWidth, kv.values.outputs() - column);
      for (std::size_t r = 0; r < tile.rows; ++r) {
        divide_into(panel_context.data() + r * kPanelWidth, width, sums[r], context.row(row + r) + column);
      }
    }
  }
}

}  // namespace mha::kernels
