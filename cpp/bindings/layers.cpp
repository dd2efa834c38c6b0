// Constructors and calls, each behind the guard that translates errors.
#include "bindings/layers.h"

#include <algorithm>

namespace mha::bindings {

namespace {

template <class Class, class... Arguments>
Bound<Class>* make(const char* name, const Arguments&... arguments) {
  return guarded(name, [&] { return new Bound<Class>(std::make_unique<Class>(arguments...)); });
}

DropoutMethod method_of(bool mkl) { return mkl ? DropoutMethod::kMkl : DropoutMethod::kDefault; }

}  // namespace

Source make_generator(std::uint64_t seed) { return std::make_shared<Generator>(seed); }

Source default_generator_handle() { return default_generator(); }

val rand(Generator& generator, std::size_t count) {
  return guarded("rand", [&] {
    require_memory("rand", number(count) * sizeof(float));
    std::vector<float> drawn(count);
    std::generate(drawn.begin(), drawn.end(), [&] { return generator.uniform(); });
    return val(emscripten::typed_memory_view(drawn.size(), drawn.data())).call<val>("slice");
  });
}

Bound<SimplifiedSelfAttention>* make_simplified() { return make<SimplifiedSelfAttention>("SimplifiedSelfAttention"); }

Bound<SelfAttentionV1>* make_v1(std::size_t d_in, std::size_t d_out, const Source& generator) {
  return make<SelfAttentionV1>("SelfAttentionV1", d_in, d_out, generator);
}

Bound<SelfAttentionV2>* make_v2(std::size_t d_in, std::size_t d_out, bool qkv_bias, const Source& generator) {
  return make<SelfAttentionV2>("SelfAttentionV2", d_in, d_out, qkv_bias, generator);
}

Bound<CausalAttention>* make_causal(std::size_t d_in, std::size_t d_out, std::size_t context_length, double dropout,
                                    bool qkv_bias, bool mkl, const Source& generator) {
  const CausalOptions options{d_in, d_out, context_length, dropout, qkv_bias, method_of(mkl)};
  return make<CausalAttention>("CausalAttention", options, generator);
}

Bound<MultiHeadAttentionWrapper>* make_wrapper(std::size_t d_in, std::size_t d_out, std::size_t context_length,
                                               double dropout, std::size_t num_heads, bool qkv_bias, bool mkl,
                                               const Source& generator) {
  const CausalOptions options{d_in, d_out, context_length, dropout, qkv_bias, method_of(mkl)};
  return make<MultiHeadAttentionWrapper>("MultiHeadAttentionWrapper", options, num_heads, generator);
}

Bound<MultiHeadAttention>* make_multi_head(std::size_t d_in, std::size_t d_out, std::size_t context_length,
                                           double dropout, std::size_t num_heads, bool qkv_bias, bool mkl,
                                           const Source& generator) {
  const CausalOptions options{d_in, d_out, context_length, dropout, qkv_bias, method_of(mkl)};
  return make<MultiHeadAttention>("MultiHeadAttention", options, num_heads, generator);
}

Bound<MultiHeadAttention>* from_wrapper(Bound<MultiHeadAttentionWrapper>& wrapper) {
  return guarded("MultiHeadAttention.from_wrapper",
                 [&] { return new Bound<MultiHeadAttention>(MultiHeadAttention::from_wrapper(wrapper.layer())); });
}

std::uintptr_t reserve(Layer& layer, std::size_t floats) {
  return guarded("forward", [&] { return layer.reserve(floats); });
}

std::uintptr_t forward(Layer& layer, std::size_t batch, std::size_t tokens, std::size_t d_in) {
  return guarded("forward", [&] { return layer.forward(batch, tokens, d_in); });
}

std::size_t output_width(Layer& layer, std::size_t d_in) { return layer.module().output_width(d_in); }

val stages(Layer& layer) { return names_to_js(layer.module().stages()); }

val trace(Layer& layer, std::size_t batch, std::size_t tokens, std::size_t d_in, const val& only) {
  return guarded("trace",
                 [&] { return to_js(layer.module().trace(layer.input(batch, tokens, d_in), names_from_js(only))); });
}

val state_dict(Layer& layer) {
  return guarded("state_dict", [&] { return to_js(layer.module().state_dict()); });
}

val load_state_dict(Layer& layer, const val& entries, bool strict) {
  return guarded("load_state_dict",
                 [&] { return to_js(layer.module().load_state_dict(state_from_js(entries), strict)); });
}

void train(Layer& layer, bool mode) { layer.module().train(mode); }

bool training(Layer& layer) { return layer.module().training(); }

std::size_t num_parameters(Layer& layer) { return layer.module().num_parameters(); }

Tensor<3> checked_input(Layer& layer, std::size_t batch, std::size_t tokens, std::size_t d_in) {
  const InputView view = layer.input(batch, tokens, d_in);
  layer.module().check_input(view);
  // The reference goes head by head, with about five (tokens, tokens) matrices of doubles at a time.
  require_memory(std::string(layer.module().name()) + ".forward_double", 5 * count({tokens, tokens}) * sizeof(double));
  Tensor<3> x = xt::zeros<float>({batch, tokens, d_in});
  std::copy_n(view.data, x.size(), x.begin());
  return x;
}

std::optional<reference::Dropped> dropped_from_js(const val& mask, const Shape& weights, double p) {
  if (mask.isUndefined() || mask.isNull()) {
    return std::nullopt;
  }
  const auto length = mask["length"].as<double>();
  if (length != count(weights)) {
    throw Error(ErrorCode::kShape, "dropout_mask", "dropout-mask.size",
                "forward_double: dropout_mask has " + std::to_string(static_cast<std::size_t>(length)) +
                    " elements, but the weights have shape " + to_string(weights) +
                    "; pass the dropout_mask of a trace of the same input",
                {{"got", length}, {"expected", weights}});
  }
  return reference::Dropped{array_from_js(mask, weights), p};
}

}  // namespace mha::bindings
