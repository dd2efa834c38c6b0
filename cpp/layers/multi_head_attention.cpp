// One set of weights, many heads.
#include "layers/multi_head_attention.h"

#include <utility>

#include "layers/multi_head_attention_wrapper.h"
#include "layers/scale.h"

namespace mha {

namespace {

const CausalOptions& checked_heads(const CausalOptions& options, std::size_t num_heads) {
  require_size("MultiHeadAttention", "num_heads", num_heads);
  checked("MultiHeadAttention", options);
  if (options.d_out % num_heads != 0) {
    throw Error(ErrorCode::kValue, "d_out", "heads.not-divisible",
                "MultiHeadAttention: d_out must be divisible by num_heads, got d_out {} and num_heads {}; d_out is the "
                "total of all heads here, not the width of one")
        .with("dOut", options.d_out)
        .with("numHeads", num_heads);
  }
  require_memory({"MultiHeadAttention"},
                 parameter_bytes(options.d_in, options.d_out) + parameter_bytes(options.d_out, options.d_out) / 3);
  return options;
}

void require_one_mask(const MultiHeadAttentionWrapper& wrapper) {
  for (std::size_t h = 1; h < wrapper.heads().size(); ++h) {
    if (!wrapper.heads()[h]->mask().hides_as(wrapper.heads().front()->mask())) {
      throw Error(ErrorCode::kValue, "wrapper", "wrapper.masks",
                  "MultiHeadAttention.from_wrapper: head {} of the wrapper hides other keys than head 0, and "
                  "MultiHeadAttention has one mask for all")
          .with("head", h);
    }
  }
}

}  // namespace

MultiHeadAttention::MultiHeadAttention(const CausalOptions& options, std::size_t num_heads,
                                       const std::shared_ptr<Generator>& generator)
    : options_(checked_heads(options, num_heads)),
      num_heads_(num_heads),
      projections_(linear_projections(options.d_in, options.d_out, options.qkv_bias, *generator)),
      out_proj_(options.d_out, options.d_out, true, *generator),
      dropout_(options.dropout, options.dropout_method, generator),
      mask_(options.context_length) {}

std::unique_ptr<MultiHeadAttention> MultiHeadAttention::from_wrapper(const MultiHeadAttentionWrapper& wrapper) {
  require_one_mask(wrapper);
  const std::size_t num_heads = wrapper.heads().size();
  CausalOptions options = wrapper.options();
  options.d_out *= num_heads;
  checked_heads(options, num_heads);
  // Its parameters are of no meaning until they are those of the heads.
  auto merged = std::make_unique<MultiHeadAttention>(options, num_heads, std::make_shared<Generator>());
  merged->dropout_ = wrapper.heads().front()->dropout();
  merged->mask_ = wrapper.heads().front()->mask();
  merged->stack(wrapper.heads());
  merged->train(wrapper.training());
  return merged;
}

// The heads' entries are in the order of ours, and each parameter of theirs is some rows of ours.
void MultiHeadAttention::stack(const std::vector<std::unique_ptr<CausalAttention>>& heads) {
  const std::vector<StateEntry> entries = state();
  for (std::size_t h = 0; h < heads.size(); ++h) {
    const std::vector<StateEntry> rows = heads[h]->state();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows[i].parameter != nullptr) {
        rows[i].read(entries[i].parameter + h * static_cast<std::size_t>(count(rows[i].shape)));
      }
    }
  }
  out_proj_.make_identity();
  state_changed();
}

std::vector<StateEntry> MultiHeadAttention::state() {
  std::vector<StateEntry> entries = {mask_entry("mask", mask_)};
  projections_.list("", entries);
  out_proj_.list("out_proj", entries);
  return entries;
}

void MultiHeadAttention::state_changed() {
  projections_.pack();
  out_proj_.pack();
}

void MultiHeadAttention::check_input(const InputView& x) const {
  check_width(x, options_.d_in);
  check_tokens(x, options_.context_length);
}

PassSizes MultiHeadAttention::sizes_of(const InputView& x) const {
  return {x.batch, x.tokens, num_heads_, head_dim(), options_.d_out, true};
}

void MultiHeadAttention::compute(const InputView& x, const MutableMatrixView& output, Tracing* tracing) {
  const std::size_t rows = x.batch * x.tokens;
  projections_.apply(x.rows(), options_.d_out, projected_);
  const Heads heads{projected_.queries.data(), projected_.keys.data(), projected_.values.data(), sizes_of(x)};
  const AttentionRule rule{attention_scale(head_dim()), &mask_, training() ? &dropout_ : nullptr};
  // A query is not needed once its context is known: long inputs take a quarter less memory.
  float* merged = projected_.queries.data();
  scaled_dot_product_attention(heads, rule, workspace_, {merged, rows, options_.d_out, options_.d_out}, tracing);
  if (tracing != nullptr) {
    tracing->record(&Trace::merged, merged);
  }
  out_proj_.apply({merged, rows, options_.d_out, options_.d_out}, output);
}

}  // namespace mha
