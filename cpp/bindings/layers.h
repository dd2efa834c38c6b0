// The functions behind the table: each translates its arguments and calls one thing.
#pragma once

#include <memory>
#include <string>
#include <type_traits>

#include "bindings/marshal.h"
#include "layers/multi_head_attention.h"
#include "layers/multi_head_attention_wrapper.h"
#include "layers/self_attention.h"
#include "reference/attention.h"

namespace mha::bindings {

using Source = std::shared_ptr<Generator>;

/// A layer whose class is known, so that JavaScript's classes differ and the reference can be chosen.
template <class Class>
class Bound : public Layer {
 public:
  explicit Bound(std::unique_ptr<Class> layer) : Layer(std::move(layer)) {}
  [[nodiscard]] Class& layer() { return static_cast<Class&>(module()); }
};

// Constructors take no strings: Embind frees those it has copied only where nothing is thrown.
Source make_generator(std::uint64_t seed);
Source default_generator_handle();
val rand(Generator& generator, std::size_t count);

Bound<SimplifiedSelfAttention>* make_simplified();
Bound<SelfAttentionV1>* make_v1(std::size_t d_in, std::size_t d_out, const Source& generator);
Bound<SelfAttentionV2>* make_v2(std::size_t d_in, std::size_t d_out, bool qkv_bias, const Source& generator);
Bound<CausalAttention>* make_causal(std::size_t d_in, std::size_t d_out, std::size_t context_length, double dropout,
                                    bool qkv_bias, bool mkl, const Source& generator);
Bound<MultiHeadAttentionWrapper>* make_wrapper(std::size_t d_in, std::size_t d_out, std::size_t context_length,
                                               double dropout, std::size_t num_heads, bool qkv_bias, bool mkl,
                                               const Source& generator);
Bound<MultiHeadAttention>* make_multi_head(std::size_t d_in, std::size_t d_out, std::size_t context_length,
                                           double dropout, std::size_t num_heads, bool qkv_bias, bool mkl,
                                           const Source& generator);
Bound<MultiHeadAttention>* from_wrapper(Bound<MultiHeadAttentionWrapper>& wrapper);

std::uintptr_t reserve(Layer& layer, std::size_t floats);
std::uintptr_t forward(Layer& layer, std::size_t batch, std::size_t tokens, std::size_t d_in);
std::size_t output_width(Layer& layer, std::size_t d_in);
val stages(Layer& layer);
val trace(Layer& layer, std::size_t batch, std::size_t tokens, std::size_t d_in, const val& only);
val state_dict(Layer& layer);
val load_state_dict(Layer& layer, const val& entries, bool strict);
void train(Layer& layer, bool mode);
bool training(Layer& layer);
std::size_t num_parameters(Layer& layer);

/// The stages' keep decisions as the reference takes them; throws SHAPE unless there are as many as weights.
std::optional<reference::Dropped> dropped_from_js(const val& mask, const Shape& weights, double p);

/// The input, after the layer's own checks, as a tensor.
Tensor<3> checked_input(Layer& layer, std::size_t batch, std::size_t tokens, std::size_t d_in);

template <class Class>
DoubleTensor<3> reference_of(Class& layer, const Tensor<3>& x, const val& mask) {
  const StateDict state = layer.state_dict();
  const Shape one_head = {x.shape(0), x.shape(1), x.shape(1)};
  const auto per_head = [&](std::size_t heads) { return Shape{x.shape(0), heads, x.shape(1), x.shape(1)}; };
  if constexpr (std::is_same_v<Class, SimplifiedSelfAttention>) {
    return reference::simplified_self_attention(x);
  } else if constexpr (std::is_same_v<Class, SelfAttentionV1>) {
    return reference::self_attention_v1(state, x);
  } else if constexpr (std::is_same_v<Class, SelfAttentionV2>) {
    return reference::self_attention_v2(state, x);
  } else if constexpr (std::is_same_v<Class, CausalAttention>) {
    return reference::causal_attention(state, x, dropped_from_js(mask, one_head, layer.options().dropout));
  } else if constexpr (std::is_same_v<Class, MultiHeadAttentionWrapper>) {
    const std::size_t heads = layer.heads().size();
    return reference::multi_head_attention_wrapper(state, heads, x,
                                                   dropped_from_js(mask, per_head(heads), layer.options().dropout));
  } else {
    const std::size_t heads = layer.num_heads();
    return reference::multi_head_attention(state, heads, x,
                                           dropped_from_js(mask, per_head(heads), layer.options().dropout));
  }
}

template <class Class>
val forward_double(Bound<Class>& bound, std::size_t batch, std::size_t tokens, std::size_t d_in, const val& mask) {
  return guarded("forward_double",
                 [&] { return to_js(reference_of(bound.layer(), checked_input(bound, batch, tokens, d_in), mask)); });
}

}  // namespace mha::bindings
