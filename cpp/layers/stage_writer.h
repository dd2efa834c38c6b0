// Records the stages around the core of a traced pass, beside the kernel that never stores its weights.
#pragma once

#include <vector>

#include "kernels/panels.h"
#include "layers/scaled_dot_product_attention.h"

namespace mha {

/// Writes queries, keys, values and the mask at once, the weights' stages block by block, and the contexts at the end.
class StageWriter {
 public:
  /// The heads of this pass are [first_head, first_head + heads.sizes.heads) of those traced.
  StageWriter(const Heads& heads, const AttentionRule& rule, Tracing& tracing, std::size_t first_head);

  /// The weights of query rows [first, first + queries.rows) of one head.
  /// `kept` are the block's keep decisions, one byte a weight, or nullptr.
  void write_block(std::size_t batch, std::size_t head, std::size_t first, const MatrixView& queries,
                   const MatrixView& keys, const std::uint8_t* kept);

  /// merged (batch * tokens, heads * head_dim)
  void write_context(const MutableMatrixView& merged);

 private:
  void record_heads(std::optional<Array> Trace::* field, const float* tensor, std::size_t row_stride);
  void record_mask();
  void write_row(std::size_t query, const std::uint8_t* kept, std::size_t offset);

  const AttentionRule& rule_;
  Tracing& tracing_;
  std::size_t heads_;
  std::size_t first_head_;
  std::size_t tokens_;
  bool wants_weights_;
  float* scores_;
  float* scaled_;
  float* weights_;
  float* dropout_mask_;
  float* dropped_weights_;
  kernels::Panels key_panels_;
  std::vector<float> row_;  // one row of scores, then of numerators
};

}  // namespace mha
