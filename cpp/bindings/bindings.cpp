// What JavaScript calls: each function translates its arguments, calls one thing, and guards what can throw.
#include <malloc.h>

#include <algorithm>
#include <memory>
#include <new>

#include "bindings/crossing.h"
#include "bindings/layer.h"
#include "bindings/marshal.h"
#include "kernels/variant.h"
#include "layers/multi_head_attention.h"
#include "layers/multi_head_attention_wrapper.h"
#include "layers/self_attention.h"

namespace mha::bindings {

namespace {

/// A generator as JavaScript holds it; layers share it.
using Source = std::shared_ptr<Generator>;

/// Makes a layer under the guard. `make_module` gives a unique_ptr of its class. JavaScript calls the makers of all
/// classes with the same arguments, in this order: each takes those that it needs.
template <class Make>
Layer* make(const char* name, Make make_module) {
  return guarded({name}, [&] { return new Layer(make_module()); });
}

CausalOptions causal_options(std::size_t d_in, std::size_t d_out, bool qkv_bias, std::size_t context_length,
                             double dropout, bool mkl) {
  return {d_in, d_out, context_length, dropout, qkv_bias, mkl ? DropoutMethod::kMkl : DropoutMethod::kDefault};
}

const char* variant() { return kernels::variant(); }
std::size_t bytes_in_use() { return static_cast<std::size_t>(mallinfo().uordblks); }

/// Room for what a call is given, or nullptr.
void* allocate(std::size_t bytes) { return ::operator new(bytes, std::nothrow); }
void release(void* room) { ::operator delete(room); }

/// The name of a stage, or nullptr after the last.
const char* stage_name(std::size_t index) { return index < kStages.size() ? kStages[index].name.data() : nullptr; }

/// A seed crosses in two halves.
std::uint64_t whole(std::uint32_t high, std::uint32_t low) { return std::uint64_t{high} << 32 | low; }

Source* make_generator(std::uint32_t high, std::uint32_t low) {
  return guarded({"Generator"}, [&] { return new Source(std::make_shared<Generator>(whole(high, low))); });
}
Source* default_generator_handle() {
  return guarded({"Generator"}, [] { return new Source(default_generator()); });
}
void delete_generator(Source* generator) { delete generator; }
void manual_seed(Source& generator, std::uint32_t high, std::uint32_t low) { generator->manual_seed(whole(high, low)); }
void rand(Source& generator, std::size_t count) {
  guarded({"rand"}, [&] {
    require_memory({"rand"}, static_cast<double>(count) * sizeof(float));
    Tensor<1> drawn(Tensor<1>::shape_type{count});
    std::generate(drawn.begin(), drawn.end(), [&] { return generator->uniform(); });
    give(drawn);
  });
}

Layer* make_simplified() {
  return make("SimplifiedSelfAttention", [] { return std::make_unique<SimplifiedSelfAttention>(); });
}
Layer* make_v1(const Source& generator, std::size_t d_in, std::size_t d_out) {
  return make("SelfAttentionV1", [&] { return std::make_unique<SelfAttentionV1>(d_in, d_out, generator); });
}
Layer* make_v2(const Source& generator, std::size_t d_in, std::size_t d_out, bool qkv_bias) {
  return make("SelfAttentionV2", [&] { return std::make_unique<SelfAttentionV2>(d_in, d_out, qkv_bias, generator); });
}
Layer* make_causal(const Source& generator, std::size_t d_in, std::size_t d_out, bool qkv_bias,
                   std::size_t context_length, double dropout, bool mkl) {
  const CausalOptions options = causal_options(d_in, d_out, qkv_bias, context_length, dropout, mkl);
  return make("CausalAttention", [&] { return std::make_unique<CausalAttention>(options, generator); });
}
Layer* make_wrapper(const Source& generator, std::size_t d_in, std::size_t d_out, bool qkv_bias,
                    std::size_t context_length, double dropout, bool mkl, std::size_t num_heads) {
  const CausalOptions options = causal_options(d_in, d_out, qkv_bias, context_length, dropout, mkl);
  return make("MultiHeadAttentionWrapper",
              [&] { return std::make_unique<MultiHeadAttentionWrapper>(options, num_heads, generator); });
}
Layer* make_multi_head(const Source& generator, std::size_t d_in, std::size_t d_out, bool qkv_bias,
                       std::size_t context_length, double dropout, bool mkl, std::size_t num_heads) {
  const CausalOptions options = causal_options(d_in, d_out, qkv_bias, context_length, dropout, mkl);
  return make("MultiHeadAttention",
              [&] { return std::make_unique<MultiHeadAttention>(options, num_heads, generator); });
}
/// `layer` was made by make_wrapper: web/api has looked.
Layer* from_wrapper(Layer& layer) {
  return make("MultiHeadAttention.from_wrapper", [&] { return MultiHeadAttention::from_wrapper(*layer.wrapper()); });
}
void delete_layer(Layer* layer) { delete layer; }

float* reserve(Layer& layer, std::size_t floats) {
  return guarded({"forward"}, [&] { return layer.reserve(floats); });
}
const float* forward(Layer& layer, std::size_t batch, std::size_t tokens, std::size_t d_in) {
  return guarded({"forward"}, [&] { return layer.forward(layer.input(batch, tokens, d_in)); });
}
std::size_t output_width(Layer& layer, std::size_t d_in) { return layer.module().output_width(d_in); }
/// A bit for each stage.
StageSet stages(Layer& layer) { return layer.module().stages(); }
void trace(Layer& layer, std::size_t batch, std::size_t tokens, std::size_t d_in, StageSet only) {
  guarded({"trace"}, [&] { give(layer.module().trace(layer.input(batch, tokens, d_in), only)); });
}
/// `kept` as many as the weights, or nullptr.
void forward_double(Layer& layer, std::size_t batch, std::size_t tokens, std::size_t d_in, const float* kept,
                    double dropout) {
  guarded({"forward_double"}, [&] { give(layer.forward_double(layer.input(batch, tokens, d_in), {kept, dropout})); });
}
void state_dict(Layer& layer) {
  guarded({"state_dict"}, [&] { give(layer.module().state_dict()); });
}
void load_state_dict(Layer& layer, bool strict, std::size_t count, const std::size_t* sizes, const float* values,
                     const char* keys) {
  guarded({"load_state_dict"},
          [&] { give(layer.module().load_state_dict(read_state(count, sizes, values, keys), strict)); });
}
void train(Layer& layer, bool mode) { layer.module().train(mode); }
bool training(Layer& layer) { return layer.module().training(); }
std::size_t num_parameters(Layer& layer) { return layer.module().num_parameters(); }

}  // namespace

EMSCRIPTEN_BINDINGS(mha) {
  bind<&variant>("variant");
  bind<&bytes_in_use>("bytesInUse");
  bind<&allocate>("allocate");
  bind<&release>("release");
  bind<&stage_name>("stageName");
  bind<&make_generator>("makeGenerator");
  bind<&default_generator_handle>("defaultGenerator");
  bind<&delete_generator>("deleteGenerator");
  bind<&manual_seed>("manualSeed");
  bind<&rand>("rand");
  bind<&make_simplified>("SimplifiedSelfAttention");
  bind<&make_v1>("SelfAttentionV1");
  bind<&make_v2>("SelfAttentionV2");
  bind<&make_causal>("CausalAttention");
  bind<&make_wrapper>("MultiHeadAttentionWrapper");
  bind<&make_multi_head>("MultiHeadAttention");
  bind<&from_wrapper>("fromWrapper");
  bind<&delete_layer>("deleteLayer");
  bind<&reserve>("reserve");
  bind<&forward>("forward");
  bind<&output_width>("outputWidth");
  bind<&stages>("stages");
  bind<&trace>("trace");
  bind<&forward_double>("forwardDouble");
  bind<&state_dict>("stateDict");
  bind<&load_state_dict>("loadStateDict");
  bind<&train>("train");
  bind<&training>("training");
  bind<&num_parameters>("numParameters");
}

}  // namespace mha::bindings
