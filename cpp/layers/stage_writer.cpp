// Views, masks and rows of weights.
#include "layers/stage_writer.h"

#include <algorithm>
#include <array>
#include <limits>

#include "kernels/product.h"
#include "kernels/softmax.h"

namespace mha {

namespace {

constexpr float kMinusInfinity = -std::numeric_limits<float>::infinity();

kernels::Hidden hidden_by(const Mask* mask) { return mask == nullptr ? kernels::Hidden{} : mask->hidden(); }

}  // namespace

StageWriter::StageWriter(const Heads& heads, const AttentionRule& rule, Tracing& tracing, std::size_t first_head)
    : rule_(rule),
      tracing_(tracing),
      heads_(heads.sizes.heads),
      first_head_(first_head),
      tokens_(heads.sizes.tokens),
      wants_weights_(tracing.wants_weights()),
      scores_(tracing.room_for(&Trace::scores)),
      scaled_(tracing.room_for(&Trace::scaled)),
      weights_(tracing.room_for(&Trace::weights)),
      dropout_mask_(tracing.room_for(&Trace::dropout_mask)),
      dropped_weights_(tracing.room_for(&Trace::dropped_weights)),
      row_(kernels::round_up(tokens_, kernels::kPanelWidth)) {
  record_heads(&Trace::queries, heads.queries, heads.width());
  record_heads(&Trace::keys, heads.keys, heads.width());
  record_heads(&Trace::values, heads.values, heads.width());
  record_mask();
}

void StageWriter::write_context(const MutableMatrixView& merged) {
  record_heads(&Trace::context, merged.data, merged.row_stride);
}

// (batch, tokens, heads, head_dim) -> (batch, heads, tokens, head_dim): the article's view and transpose.
void StageWriter::record_heads(std::optional<Array> Trace::* field, const float* tensor, std::size_t row_stride) {
  float* room = tracing_.room_for(field);
  if (room == nullptr) {
    return;
  }
  const auto& [batch, tokens, heads, head_dim, output_width, multi_head, masks] = tracing_.sizes();
  using Four = std::array<std::size_t, 4>;
  const auto view = [](auto* data, const Four& shape, const Four& strides) {
    return xt::adapt(data, shape[0] * shape[1] * shape[2] * shape[3], xt::no_ownership(), shape, strides);
  };
  const auto split = view(tensor, {batch, tokens, heads_, head_dim}, {tokens * row_stride, row_stride, head_dim, 1});
  auto these = view(room + first_head_ * tokens * head_dim, {batch, heads_, tokens, head_dim},
                    {heads * tokens * head_dim, tokens * head_dim, head_dim, 1});
  xt::noalias(these) = xt::transpose(split, {0, 2, 1, 3});
}

void StageWriter::record_mask() {
  float* masked = tracing_.room_for(&Trace::masked);
  if (masked == nullptr || (tracing_.sizes().masks == 1 && first_head_ > 0)) {
    return;
  }
  masked += first_head_ * tokens_ * tokens_;
  for (std::size_t i = 0; i < tokens_ * tokens_; ++i) {
    masked[i] = rule_.mask->hides(i / tokens_, i % tokens_) ? 1.0F : 0.0F;
  }
}

void StageWriter::write_block(std::size_t batch, std::size_t head, std::size_t first, const MatrixView& queries,
                              const MatrixView& keys, const std::uint8_t* kept) {
  if (wants_weights_ && first == 0) {
    key_panels_.pack(keys);
  }
  const std::size_t traced_head = batch * tracing_.sizes().heads + first_head_ + head;
  for (std::size_t i = 0; i < queries.rows; ++i) {
    const std::uint8_t* kept_row = kept == nullptr ? nullptr : kept + i * tokens_;
    const std::size_t offset = (traced_head * tokens_ + first + i) * tokens_;
    if (dropout_mask_ != nullptr) {
      std::transform(row_.begin(), row_.begin() + static_cast<std::ptrdiff_t>(tokens_), dropout_mask_ + offset,
                     [kept_row, j = std::size_t{0}](float) mutable {
                       return kept_row == nullptr || kept_row[j++] != 0 ? 1.0F : 0.0F;
                     });
    }
    if (wants_weights_) {
      kernels::product({queries.row(i), 1, queries.cols, queries.row_stride}, key_panels_,
                       {row_.data(), 1, tokens_, row_.size()});
      write_row(first + i, kept_row, offset);
    }
  }
}

void StageWriter::write_row(std::size_t query, const std::uint8_t* kept, std::size_t offset) {
  const auto put = [&](float* stage, auto value_of) {
    for (std::size_t j = 0; stage != nullptr && j < tokens_; ++j) {
      stage[offset + j] = value_of(j);
    }
  };
  const auto hides = [&](std::size_t j) { return rule_.mask != nullptr && rule_.mask->hides(query, j); };
  put(scores_, [&](std::size_t j) { return row_[j]; });
  put(scaled_, [&](std::size_t j) { return hides(j) ? kMinusInfinity : row_[j] * rule_.scale; });
  const kernels::Hidden hidden = hidden_by(rule_.mask);
  kernels::SoftmaxRow row;
  kernels::softmax_block(row_.data(), hidden.limit(query, tokens_), rule_.scale, hidden.row(query), row);
  const float divisor = row.divisor();
  const auto weight = [&](std::size_t j) { return hides(j) ? 0.0F : row_[j] / divisor; };
  put(weights_, weight);
  put(dropped_weights_, [&](std::size_t j) {
    return kept == nullptr ? weight(j) : weight(j) * (kept[j] != 0 ? rule_.dropout->scale() : 0.0F);
  });
}

}  // namespace mha
