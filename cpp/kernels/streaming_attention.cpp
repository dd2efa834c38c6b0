// Scores, softmax, dropout and context, one block of keys after another.
#include "kernels/attention.h"

#include <algorithm>
#include <limits>

#include "kernels/product.h"
#include "kernels/simd.h"
#include "kernels/softmax.h"
#include "kernels/tile.h"

namespace mha::kernels {

namespace {

// Scores lie 272 floats apart, not 256: rows a power of two apart would share few sets of the cache.
constexpr std::size_t kScoreStride = kKeyBlock + 16;

// One block of queries against one block of keys.
struct Block {
  std::size_t first_query;
  std::size_t queries;
  std::size_t first_key;
  std::size_t keys;
  float* weights;  // [query][kScoreStride]

  [[nodiscard]] float* row(std::size_t i) const { return weights + i * kScoreStride; }
};

class Pass {
 public:
  Pass(const MatrixView& queries, std::size_t first, const KeyValues& kv, float scale, const Hidden& hidden,
       const Kept& kept, AttentionScratch& scratch)
      : queries_(queries),
        first_(first),
        kv_(kv),
        scale_(scale),
        hidden_(hidden),
        kept_(kept),
        context_(scratch.context),
        scores_(scratch.scores),
        rows_(scratch.rows) {
    scores_.resize(kQueryBlock * kScoreStride);
    context_.assign(kv.value_panels.panels() * queries.rows * kPanelWidth, 0.0F);
    rows_.assign(queries.rows, {});
  }

  void run(const MutableMatrixView& context) {
    const std::size_t keys = kv_.keys.rows;
    const std::size_t seen = hidden_.limit(first_ + queries_.rows - 1, keys);
    for (std::size_t key = 0; key < seen; key += kKeyBlock) {
      const Block block{first_, queries_.rows, key, std::min(kKeyBlock, seen - key), scores_.data()};
      score(block);
      for (std::size_t i = 0; i < block.queries; ++i) {
        raise_maximum_of(block, i);
      }
      for (std::size_t i = 0; i < block.queries; ++i) {
        weigh_row(block, i);
      }
      for (std::size_t p = 0; p < kv_.value_panels.panels(); ++p) {
        add_values(block, p);
      }
    }
    divide_into(context);
  }

 private:
  [[nodiscard]] float* context_row(std::size_t panel, std::size_t i) const {
    return context_.data() + (panel * queries_.rows + i) * kPanelWidth;
  }

  // Keys of the block that query i of it may see.
  [[nodiscard]] std::size_t limit(const Block& block, std::size_t i) const {
    const std::size_t limit = hidden_.limit(block.first_query + i, block.first_key + block.keys);
    return limit > block.first_key ? limit - block.first_key : 0;
  }

  // scores = queries keysᵀ, where a panel of keys is not hidden from a pair of queries as a whole.
  void score(const Block& block) {
    for (std::size_t j = 0; j < block.keys; j += kPanelWidth) {
      const std::size_t p = (block.first_key + j) / kPanelWidth;
      std::size_t i = 0;
      while (i < block.queries &&
             hidden_.tile(block.first_query + i, kTileRows, block.first_key + j, kPanelWidth) == Hiding::kEverything) {
        i += kTileRows;
      }
      if (i < block.queries) {
        multiply_panel({queries_.row(i), block.queries - i, queries_.cols, queries_.row_stride},
                       kv_.key_panels.panel(p), {kv_.key_panels.bias(p), 0}, block.row(i) + j, kScoreStride);
      }
    }
  }

  // What has been summed so far follows the maximum of its row; before the first block nothing has.
  void raise_maximum_of(const Block& block, std::size_t i) {
    const std::uint8_t* bytes = hidden_.row(block.first_query + i);
    const float factor = raise_maximum(block.row(i), limit(block, i), scale_,
                                       bytes == nullptr ? nullptr : bytes + block.first_key, rows_[i]);
    if (factor != 1.0F && block.first_key > 0) {
      for (std::size_t p = 0; p < kv_.value_panels.panels(); ++p) {
        float* sums = context_row(p, i);
        std::transform(sums, sums + kPanelWidth, sums, [factor](float sum) { return sum * factor; });
      }
    }
  }

  // scores -> weights, still to be divided by their sum
  void weigh_row(const Block& block, std::size_t i) {
    const std::size_t keys = limit(block, i);
    exponentiate(block.row(i), keys, scale_, rows_[i]);
    if (kept_.bytes != nullptr) {
      const std::uint8_t* kept = kept_.bytes + i * kept_.row_stride + block.first_key;
      std::transform(block.row(i), block.row(i) + keys, kept, block.row(i),
                     [this](float weight, std::uint8_t keep) { return weight * (keep != 0 ? kept_.scale : 0.0F); });
    }
  }

  // context += weights values, over visible keys only: 0 * NaN must not happen.
  void add_values(const Block& block, std::size_t p) {
    const float* panel = kv_.value_panels.panel(p) + block.first_key * kPanelWidth;
    if (hidden_.tile(block.first_query, block.queries, block.first_key, block.keys) == Hiding::kNothing) {
      add(block, 0, block.queries, 0, block.keys, panel, p);
      return;
    }
    for (std::size_t i = 0; i < block.queries; i += kTileRows) {
      const std::size_t rows = std::min(kTileRows, block.queries - i);
      if (hidden_.bytes == nullptr) {
        const std::size_t shared = limit(block, i);
        add(block, i, rows, 0, shared, panel, p);
        for (std::size_t r = i + 1; r < i + rows; ++r) {
          add_few(block, r, shared, panel, p);
        }
      } else {
        for (std::size_t r = i; r < i + rows; ++r) {
          add_visible_runs(block, r, panel, p);
        }
      }
    }
  }

  // What row i sees past `from`: fewer keys than a tile has rows, for which a call would take longer than the sums.
  void add_few(const Block& block, std::size_t i, std::size_t from, const float* panel, std::size_t p) {
    const std::size_t end = limit(block, i);
    for (std::size_t c = 0; c < kPanelWidth; c += kLanes) {
      float* sums = context_row(p, i) + c;
      F32x4 sum = load(sums);
      for (std::size_t j = from; j < end; ++j) {
        sum = multiply_add(splat(block.row(i)[j]), load(panel + j * kPanelWidth + c), sum);
      }
      store(sums, sum);
    }
  }

  void add_visible_runs(const Block& block, std::size_t i, const float* panel, std::size_t p) {
    const std::size_t end = limit(block, i);
    const std::uint8_t* bytes = hidden_.row(block.first_query + i) + block.first_key;
    for (std::size_t from = 0, to = 0; from < end; from = to + 1) {
      to = from;
      while (to < end && bytes[to] == 0) {
        ++to;
      }
      if (to > from) {
        add(block, i, 1, from, to, panel, p);
      }
    }
  }

  // Rows [i, i + rows) of the context take keys [from, to).
  void add(const Block& block, std::size_t i, std::size_t rows, std::size_t from, std::size_t to, const float* panel,
           std::size_t p) {
    float* sums = context_row(p, i);
    multiply_panel({block.row(i) + from, rows, to - from, kScoreStride}, panel + from * kPanelWidth,
                   {sums, kPanelWidth}, sums, kPanelWidth);
  }

  void divide_into(const MutableMatrixView& context) const {
    for (std::size_t i = 0; i < context.rows; ++i) {
      const F32x4 divisor = splat(rows_[i].divisor());
      for (std::size_t c = 0; c < context.cols; c += kLanes) {
        const F32x4 quotients = load(context_row(c / kPanelWidth, i) + c % kPanelWidth) / divisor;
        if (c + kLanes <= context.cols) {
          store(context.row(i) + c, quotients);
        } else {
          store_first(context.row(i) + c, quotients, context.cols - c);
        }
      }
    }
  }

  const MatrixView& queries_;
  std::size_t first_;
  const KeyValues& kv_;
  float scale_;
  const Hidden& hidden_;
  Kept kept_;
  std::vector<float>& context_;
  std::vector<float>& scores_;
  std::vector<SoftmaxRow>& rows_;
};

void pack(KeyValues& kv) {
  kv.key_panels.pack(kv.keys);
  kv.value_panels.pack(kv.values.transposed());
}

void run(const MatrixView& queries, std::size_t first, const KeyValues& kv, float scale, const Hidden& hidden,
         const Kept& kept, AttentionScratch& scratch, const MutableMatrixView& context) {
  for (std::size_t row = 0; row < queries.rows; row += kQueryBlock) {
    const std::size_t rows = std::min(kQueryBlock, queries.rows - row);
    const MatrixView block{queries.row(row), rows, queries.cols, queries.row_stride};
    Pass(block, first + row, kv, scale, hidden, kept.from(row), scratch)
        .run({context.row(row), rows, context.cols, context.row_stride});
  }
}

}  // namespace

const AttentionKernel kStreamingAttention{"streaming", std::numeric_limits<double>::infinity(), pack, run};

}  // namespace mha::kernels
