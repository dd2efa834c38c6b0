// One causal head.
#include "layers/causal_attention.h"

#include "layers/scale.h"

namespace mha {

const CausalOptions& checked(const char* name, const CausalOptions& options, std::size_t heads) {
  require_size(name, "d_in", options.d_in);
  require_size(name, "d_out", options.d_out);
  require_size(name, "context_length", options.context_length);
  if (!(options.dropout >= 0.0 && options.dropout <= 1.0)) {
    throw Error(ErrorCode::kValue, "dropout", "dropout.range", "{}: dropout must be in [0, 1], got {}")
        .say(name)
        .say(to_string(options.dropout))
        .keep("value", options.dropout);
  }
  require_memory({name}, static_cast<double>(heads) * parameter_bytes(options.d_in, options.d_out));
  return options;
}

CausalAttention::CausalAttention(const CausalOptions& options, const std::shared_ptr<Generator>& generator)
    : options_(checked("CausalAttention", options)),
      projections_(linear_projections(options.d_in, options.d_out, options.qkv_bias, *generator)),
      dropout_(options.dropout, options.dropout_method, generator),
      mask_(options.context_length) {}

std::vector<StateEntry> CausalAttention::state() {
  std::vector<StateEntry> entries = {mask_entry("mask", mask_)};
  projections_.list("", entries);
  return entries;
}

void CausalAttention::check_input(const InputView& x) const {
  check_width(x, options_.d_in);
  check_tokens(x, options_.context_length);
}

PassSizes CausalAttention::sizes_of(const InputView& x) const {
  return {x.batch, x.tokens, 1, options_.d_out, options_.d_out, false};
}

void CausalAttention::compute(const InputView& x, const MutableMatrixView& output, Tracing* tracing) {
  pass(x, output, tracing, 0);
}

void CausalAttention::pass(const InputView& x, const MutableMatrixView& output, Tracing* tracing, std::size_t head) {
  projections_.apply(x.rows(), options_.d_out, projected_);
  const Heads heads{projected_.queries.data(), projected_.keys.data(), projected_.values.data(), sizes_of(x)};
  const AttentionRule rule{attention_scale(options_.d_out), &mask_, training() ? &dropout_ : nullptr};
  scaled_dot_product_attention(heads, rule, workspace_, output, tracing, head);
}

}  // namespace mha
