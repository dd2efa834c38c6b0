// Attention without a mask.
#include "layers/self_attention.h"

#include "layers/scale.h"

namespace mha {

namespace {

// The projections of a layer, after its sizes have been checked and before anything is drawn.
template <class Make>
auto checked_projections(const char* name, std::size_t d_in, std::size_t d_out, Make make) {
  require_size(name, "d_in", d_in);
  require_size(name, "d_out", d_out);
  require_memory({name}, parameter_bytes(d_in, d_out));
  return make();
}

}  // namespace

PassSizes SimplifiedSelfAttention::sizes_of(const InputView& x) const {
  return {x.batch, x.tokens, 1, x.d_in, x.d_in, false};
}

void SimplifiedSelfAttention::compute(const InputView& x, const MutableMatrixView& output, Tracing* tracing) {
  scaled_dot_product_attention({x.data, x.data, x.data, sizes_of(x)}, {}, workspace_, output, tracing);
}

template <class Projection>
std::vector<StateEntry> SelfAttention<Projection>::state() {
  std::vector<StateEntry> entries;
  projections_.list("", entries);
  return entries;
}

template <class Projection>
PassSizes SelfAttention<Projection>::sizes_of(const InputView& x) const {
  return {x.batch, x.tokens, 1, d_out_, d_out_, false};
}

template <class Projection>
void SelfAttention<Projection>::compute(const InputView& x, const MutableMatrixView& output, Tracing* tracing) {
  projections_.apply(x.rows(), d_out_, projected_);
  const Heads heads{projected_.queries.data(), projected_.keys.data(), projected_.values.data(), sizes_of(x)};
  scaled_dot_product_attention(heads, {.scale = attention_scale(d_out_)}, workspace_, output, tracing);
}

template class SelfAttention<UniformMatrix>;
template class SelfAttention<Linear>;

SelfAttentionV1::SelfAttentionV1(std::size_t d_in, std::size_t d_out, const std::shared_ptr<Generator>& generator)
    : SelfAttention(d_in, d_out, checked_projections("SelfAttentionV1", d_in, d_out, [&] {
                      const auto draw = [&] { return UniformMatrix(d_in, d_out, *generator); };
                      return QueryKeyValue<UniformMatrix>{draw(), draw(), draw()};
                    })) {}

SelfAttentionV2::SelfAttentionV2(std::size_t d_in, std::size_t d_out, bool qkv_bias,
                                 const std::shared_ptr<Generator>& generator)
    : SelfAttention(d_in, d_out, checked_projections("SelfAttentionV2", d_in, d_out, [&] {
                      return linear_projections(d_in, d_out, qkv_bias, *generator);
                    })) {}

}  // namespace mha
