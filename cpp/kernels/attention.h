// Scaled dot-product attention of one head, a block of queries at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/tensor.h"
#include "kernels/panels.h"

namespace mha::kernels {

/// What is hidden from a query. The kernel asks, so a new kind of mask is an addition here.
struct Hidden {
  /// Query row i sees no key past i.
  bool causal = false;
  /// One byte a key for each query row, nonzero = hidden, or nullptr.
  const std::uint8_t* bytes = nullptr;
  std::size_t row_stride = 0;

  /// Keys from here on are hidden from query row i.
  [[nodiscard]] std::size_t limit(std::size_t i, std::size_t keys) const { return causal && i + 1 < keys ? i + 1 : keys; }
  [[nodiscard]] const std::uint8_t* row(std::size_t i) const {
    return bytes == nullptr ? nullptr : bytes + i * row_stride;
  }
};

/// The keys and values of one (batch, head), packed.
struct KeyValuePanels {
  Panels keys;    ///< (keys, head_dim): outputs are keys
  Panels values;  ///< (head_dim, keys): outputs are the components of a value
};

/// Which weights dropout keeps, for the rows of one block: one byte a weight (row-major), or nullptr for all of them.
struct Kept {
  const std::uint8_t* bytes = nullptr;
  std::size_t row_stride = 0;
  float scale = 1.0F;  ///< what a kept weight is multiplied by
};

/// context (rows, head_dim) = dropout(softmax(scale * queries keysᵀ, hidden skipped)) values
///
/// `queries` (rows, head_dim) are the query rows [first, first + rows) of the head. A hidden key or value never reaches
/// a row, whatever it holds; a row with everything hidden is 0. Every sum takes its terms in ascending order of keys, in
/// one chain, so that a row has the same bits in any block. `scratch` is memory that calls reuse: 4 rows of weights.
void attention(const MatrixView& queries, std::size_t first, const KeyValuePanels& kv, float scale,
               const Hidden& hidden, const Kept& kept, std::vector<float>& scratch, const MutableMatrixView& context);

}  // namespace mha::kernels
