// One head after another, a block of queries at a time.
#include "layers/scaled_dot_product_attention.h"

#include <algorithm>
#include <optional>

#include "layers/stage_writer.h"

namespace mha {

namespace {

// The keep decisions of a block, drawn ahead of it; none where nothing is dropped.
kernels::Kept draw_kept(std::optional<Dropout::Stream>& stream, const AttentionRule& rule, std::size_t rows,
                        std::size_t keys, std::vector<std::uint8_t>& memory) {
  if (!stream) {
    return {};
  }
  memory.resize(rows * keys);
  stream->draw(memory);
  return {memory.data(), keys, rule.dropout->scale()};
}

}  // namespace

void scaled_dot_product_attention(const Heads& heads, const AttentionRule& rule, AttentionWorkspace& workspace,
                                  const MutableMatrixView& merged, Tracing* tracing, std::size_t first_head) {
  const PassSizes& sizes = heads.sizes;
  const kernels::Hidden hidden = rule.mask == nullptr ? kernels::Hidden{} : rule.mask->hidden();
  const kernels::AttentionKernel& kernel = kernels::attention_kernel(sizes.tokens, sizes.head_dim);
  // Without tokens there may be no memory to point into.
  const std::size_t heads_to_do = sizes.tokens == 0 ? 0 : sizes.batch * sizes.heads;
  std::optional<Dropout::Stream> stream;
  if (rule.dropout != nullptr && heads_to_do > 0) {
    stream.emplace(*rule.dropout);
  }
  std::optional<StageWriter> writer;
  if (tracing != nullptr) {
    writer.emplace(heads, rule, *tracing, first_head);
  }
  for (std::size_t index = 0; index < heads_to_do; ++index) {
    const std::size_t batch = index / sizes.heads;
    const std::size_t head = index % sizes.heads;
    const MatrixView queries = heads.head(heads.queries, batch, head);
    workspace.kv.keys = heads.head(heads.keys, batch, head);
    workspace.kv.values = heads.head(heads.values, batch, head);
    kernel.pack(workspace.kv);
    for (std::size_t first = 0; first < sizes.tokens; first += kernels::kQueryBlock) {
      const std::size_t rows = std::min(kernels::kQueryBlock, sizes.tokens - first);
      const MatrixView block{queries.row(first), rows, queries.cols, queries.row_stride};
      const kernels::Kept kept = draw_kept(stream, rule, rows, sizes.tokens, workspace.kept);
      const MutableMatrixView context{merged.row(batch * sizes.tokens + first) + head * sizes.head_dim, rows,
                                      sizes.head_dim, merged.row_stride};
      if (writer) {
        writer->write_block(batch, head, first, block, workspace.kv.keys, kept.bytes);
      }
      kernel.run(block, first, workspace.kv, rule.scale, hidden, kept, workspace.scratch, context);
    }
  }
  if (writer) {
    writer->write_context(merged);
  }
}

}  // namespace mha
