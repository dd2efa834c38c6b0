// One head's attention, for the kernel and as a plain double loop.
#pragma once

#include <string>
#include <vector>

#include "kernels/attention.h"
#include "support/filler.h"

namespace mha::test {

/// Sizes, numbers and what is hidden and kept. Rows of queries, keys, values and context lie `kPad` apart from each
/// other.
struct AttentionProblem {
  static constexpr std::size_t kPad = 3;

  std::size_t queries;
  std::size_t keys;
  std::size_t head_dim;
  std::vector<float> query_rows;  ///< (queries, head_dim + kPad)
  std::vector<float> key_rows;    ///< (keys, head_dim + kPad)
  std::vector<float> value_rows;  ///< (keys, head_dim + kPad)
  float scale = 0.5F;
  bool causal = false;
  std::size_t offset = 0;            ///< the first query's row, from which causality counts
  std::vector<std::uint8_t> hidden;  ///< (offset + queries, keys), or empty
  std::vector<std::uint8_t> kept;    ///< (queries, keys), or empty
  float kept_scale = 1.0F;
  const kernels::AttentionKernel* kernel = &kernels::kStreamingAttention;

  AttentionProblem(std::size_t some_queries, std::size_t some_keys, std::size_t some_head_dim, Filler& filler);

  [[nodiscard]] std::size_t stride() const { return head_dim + kPad; }
  [[nodiscard]] bool hides(std::size_t query, std::size_t key) const;

  /// context (queries, head_dim), the queries cut into blocks of these sizes, over and over; `scratch` is handed on.
  [[nodiscard]] std::vector<float> run(const std::vector<std::size_t>& blocks,
                                       kernels::AttentionScratch scratch = {}) const;

  /// In one block.
  [[nodiscard]] std::vector<float> run() const { return run({queries}); }

  /// In one block, the context written over the queries.
  [[nodiscard]] std::vector<float> run_over_queries() const;

  /// Hides keys in one of the ways: none, causal, some, some and all from one query, causal and some.
  void hide(std::size_t way, Filler& filler);

  /// softmax(scale * queries keysᵀ) values in double, hidden keys left out, dropout as `kept` says: (queries,
  /// head_dim).
  [[nodiscard]] std::vector<double> plain() const;

  /// The largest difference of run() from plain(); infinity where run() has a NaN.
  [[nodiscard]] double error() const;
};

inline constexpr std::size_t kWays = 5;

/// Puts `value` where `rows` (keys, stride) hold a key that `query` does not see.
void poison_hidden(const AttentionProblem& problem, std::size_t query, float value, std::vector<float>& rows);

/// One row of context (queries, head_dim).
std::vector<float> row_of(const AttentionProblem& problem, const std::vector<float>& context, std::size_t query);

}  // namespace mha::test
