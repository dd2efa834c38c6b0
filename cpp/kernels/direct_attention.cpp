// Row by row: the formulas as they are written, for heads too small to pack.
#include <algorithm>

#include "kernels/attention.h"
#include "kernels/simd.h"

namespace mha::kernels {

namespace {

// Where one query's keys end, and which of them are hidden from it.
struct Visible {
  std::size_t limit;
  const std::uint8_t* bytes;

  [[nodiscard]] bool hides(std::size_t key) const { return bytes != nullptr && bytes[key] != 0; }
};

void score(const float* query, const MatrixView& keys, const Visible& visible, float* scores) {
  for (std::size_t j = 0; j < visible.limit; ++j) {
    float sum = 0.0F;
    for (std::size_t c = 0; c < keys.cols; ++c) {
      sum = multiply_add(query[c], keys.row(j)[c], sum);
    }
    scores[j] = sum;
  }
}

void drop(const std::uint8_t* kept, float scale, std::size_t keys, float* weights) {
  for (std::size_t j = 0; j < keys; ++j) {
    weights[j] *= kept[j] != 0 ? scale : 0.0F;
  }
}

void weigh(const float* weights, const MatrixView& values, const Visible& visible, float divisor, float* context) {
  for (std::size_t c = 0; c < values.cols; ++c) {
    float sum = 0.0F;
    for (std::size_t j = 0; j < visible.limit; ++j) {
      if (!visible.hides(j)) {
        sum = multiply_add(weights[j], values.row(j)[c], sum);
      }
    }
    context[c] = sum / divisor;
  }
}

void run(const MatrixView& queries, std::size_t first, const KeyValues& kv, float scale, const Hidden& hidden,
         const Kept& kept, AttentionScratch& scratch, const MutableMatrixView& context) {
  scratch.scores.resize(std::max(scratch.scores.size(), round_up(kv.keys.rows, kLanes)));
  float* weights = scratch.scores.data();
  for (std::size_t i = 0; i < queries.rows; ++i) {
    const Visible visible{hidden.limit(first + i, kv.keys.rows), hidden.row(first + i)};
    score(queries.row(i), kv.keys, visible, weights);
    SoftmaxRow row;
    softmax_block(weights, visible.limit, scale, visible.bytes, row);
    if (kept.bytes != nullptr) {
      drop(kept.from(i).bytes, kept.scale, visible.limit, weights);
    }
    weigh(weights, kv.values, visible, row.divisor(), context.row(i));
  }
}

void pack(KeyValues& /*kv*/) {}

}  // namespace

const AttentionKernel kDirectAttention{"direct", 1024, pack, run};

}  // namespace mha::kernels
