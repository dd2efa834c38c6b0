// Scaled dot-product attention of one head, streaming: the weights of a block of queries are never stored whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/tensor.h"
#include "kernels/panels.h"
#include "kernels/softmax.h"

namespace mha::kernels {

/// Queries and keys that are taken at a time. Fixed, so that no input size can change a bit: blocks of
/// 64 x 256 keep scores, context and the panels in use in a 256 KB L2 cache.
inline constexpr std::size_t kQueryBlock = 64;
inline constexpr std::size_t kKeyBlock = 256;

/// How much of a tile is hidden.
enum class Hiding { kNothing, kSome, kEverything };

/// What is hidden from a query. The kernel asks tile by tile, so a new kind of mask is an addition here.
struct Hidden {
  /// Query i sees no key past i.
  bool causal = false;
  /// One byte a key for each query, nonzero = hidden, or nullptr.
  const std::uint8_t* bytes = nullptr;
  std::size_t row_stride = 0;

  /// Of queries [first_query, first_query + queries) against keys [first_key, first_key + keys).
  [[nodiscard]] Hiding tile(std::size_t first_query, std::size_t queries, std::size_t first_key,
                            std::size_t keys) const {
    if (causal && first_key >= first_query + queries) {
      return Hiding::kEverything;
    }
    return bytes != nullptr || (causal && first_key + keys > first_query + 1) ? Hiding::kSome : Hiding::kNothing;
  }
  /// Keys from here on are hidden from that query, of `keys` in all.
  [[nodiscard]] std::size_t limit(std::size_t query, std::size_t keys) const {
    return causal && query + 1 < keys ? query + 1 : keys;
  }
  /// The bytes of that query, or nullptr.
  [[nodiscard]] const std::uint8_t* row(std::size_t query) const {
    return bytes == nullptr ? nullptr : bytes + query * row_stride;
  }
};

/// The keys and values of one (batch, head): as they are, and packed where the kernel wants them so.
struct KeyValues {
  MatrixView keys{};    ///< (keys, head_dim)
  MatrixView values{};  ///< (keys, head_dim)
  Panels key_panels;    ///< (keys, head_dim): outputs are keys
  Panels value_panels;  ///< (head_dim, keys): outputs are the components of a value
};

/// Which weights dropout keeps, for the rows of one block: one byte a weight (row-major), or nullptr for all of them.
struct Kept {
  const std::uint8_t* bytes = nullptr;
  std::size_t row_stride = 0;
  float scale = 1.0F;  ///< what a kept weight is multiplied by

  /// Those of the rows from `row` on.
  [[nodiscard]] Kept from(std::size_t row) const {
    return {bytes == nullptr ? nullptr : bytes + row * row_stride, row_stride, scale};
  }
};

/// Memory that calls reuse; its size depends on head_dim alone.
struct AttentionScratch {
  std::vector<float> scores;   ///< a tile of scores, then of weights
  std::vector<float> context;  ///< [panel][query][16]: sums of weights x values
  std::vector<SoftmaxRow> rows;
};

/// One way of computing a head; all of them give the same bits.
///
/// run: context (queries, head_dim) = dropout(softmax(scale * queries keysᵀ, hidden skipped)) values, where `queries`
/// (rows, head_dim) are those from `first` on. A hidden key or value never reaches a row, whatever it holds; a row with
/// everything hidden is 0. `context` may be the memory of `queries`. Every sum takes its terms in ascending order of
/// keys, in one chain and in fixed blocks, so a row has the same bits in any block of queries.
struct AttentionKernel {
  const char* name;
  /// The most keys x keys x head_dim that it is the fastest for.
  double most_work;
  /// Called once a head, after `keys` and `values` are set.
  void (*pack)(KeyValues& kv);
  void (*run)(const MatrixView& queries, std::size_t first, const KeyValues& kv, float scale, const Hidden& hidden,
              const Kept& kept, AttentionScratch& scratch, const MutableMatrixView& context);
};

/// Row by row, nothing packed: for heads so small that packing would take longer than they do. At most kKeyBlock keys.
extern const AttentionKernel kDirectAttention;

/// In blocks of 64 x 256, keys and values packed. Source: Rabe & Staats 2021; Dao et al. 2022, FlashAttention.
extern const AttentionKernel kStreamingAttention;

/// The first kernel of the table that takes so much work.
const AttentionKernel& attention_kernel(std::size_t keys, std::size_t head_dim);

}  // namespace mha::kernels
