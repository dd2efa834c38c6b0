// Scores, scale and mask, softmax, dropout and context of every head: the core that all classes share.
#pragma once

#include <vector>

#include "layers/dropout.h"
#include "layers/mask.h"
#include "layers/tracing.h"

namespace mha {

/// Three tensors of (batch, tokens, heads, head_dim), row-major: a head is a view of them, nothing is moved.
struct Heads {
  const float* queries;
  const float* keys;
  const float* values;
  PassSizes sizes;

  [[nodiscard]] std::size_t width() const { return sizes.heads * sizes.head_dim; }
  /// (tokens, head_dim) of one head.
  [[nodiscard]] MatrixView head(const float* tensor, std::size_t batch, std::size_t head) const {
    return {tensor + batch * sizes.tokens * width() + head * sizes.head_dim, sizes.tokens, sizes.head_dim, width()};
  }
};

/// How the scores become weights.
struct AttentionRule {
  float scale = 1.0F;
  const Mask* mask = nullptr;        ///< nullptr = nothing is hidden
  const Dropout* dropout = nullptr;  ///< nullptr = nothing is dropped
};

/// Memory that calls reuse.
struct AttentionWorkspace {
  kernels::KeyValues kv;
  kernels::AttentionScratch scratch;
  std::vector<std::uint8_t> kept;
};

/// merged (batch * tokens, heads * head_dim) = the contexts of all heads side by side; it may be the memory of the
/// queries.
///
/// With `tracing` every stage from queries to context is recorded, these heads as the traced ones from `first_head` on;
/// the contexts come from the same kernel either way.
void scaled_dot_product_attention(const Heads& heads, const AttentionRule& rule, AttentionWorkspace& workspace,
                                  const MutableMatrixView& merged, Tracing* tracing, std::size_t first_head = 0);

}  // namespace mha
