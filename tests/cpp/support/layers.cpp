// Building layers.
#include "support/layers.h"

#include <stdexcept>

#include "layers/multi_head_attention.h"
#include "layers/multi_head_attention_wrapper.h"
#include "layers/self_attention.h"

namespace mha::test {

std::unique_ptr<Module> make(const Recipe& recipe, const std::shared_ptr<Generator>& generator) {
  const CausalOptions& options = recipe.options;
  if (recipe.kind == "SimplifiedSelfAttention") {
    return std::make_unique<SimplifiedSelfAttention>();
  }
  if (recipe.kind == "SelfAttentionV1") {
    return std::make_unique<SelfAttentionV1>(options.d_in, options.d_out, generator);
  }
  if (recipe.kind == "SelfAttentionV2") {
    return std::make_unique<SelfAttentionV2>(options.d_in, options.d_out, options.qkv_bias, generator);
  }
  if (recipe.kind == "CausalAttention") {
    return std::make_unique<CausalAttention>(options, generator);
  }
  if (recipe.kind == "MultiHeadAttentionWrapper") {
    return std::make_unique<MultiHeadAttentionWrapper>(options, recipe.num_heads, generator);
  }
  if (recipe.kind == "MultiHeadAttention") {
    return std::make_unique<MultiHeadAttention>(options, recipe.num_heads, generator);
  }
  throw std::invalid_argument(recipe.kind);
}

std::unique_ptr<Module> make(const Recipe& recipe, std::uint64_t seed) {
  return make(recipe, std::make_shared<Generator>(seed));
}

DoubleTensor<3> reference_output(const Recipe& recipe, const StateDict& state, const Tensor<3>& x,
                                 const reference::Dropped& dropped) {
  const bool has_heads = recipe.kind == "MultiHeadAttentionWrapper" || recipe.kind == "MultiHeadAttention";
  return reference::attention(state, has_heads ? recipe.num_heads : 1, view_of(x), dropped);
}

std::vector<Recipe> causal_classes(const CausalOptions& options, std::size_t num_heads) {
  CausalOptions per_head = options;
  per_head.d_out /= num_heads;
  return {{"CausalAttention", options, 1},
          {"MultiHeadAttentionWrapper", per_head, num_heads},
          {"MultiHeadAttention", options, num_heads}};
}

std::vector<Recipe> all_classes(const CausalOptions& options, std::size_t num_heads) {
  std::vector<Recipe> recipes = {
      {"SimplifiedSelfAttention", options}, {"SelfAttentionV1", options}, {"SelfAttentionV2", options}};
  for (Recipe& recipe : causal_classes(options, num_heads)) {
    recipes.push_back(std::move(recipe));
  }
  return recipes;
}

void load_mask(Module& layer, const Array& mask) {
  StateDict state;
  for (const StateEntry& entry : layer.state()) {
    if (entry.name.ends_with("mask")) {
      state.emplace_back(entry.name, mask);
    }
  }
  layer.load_state_dict(state, false);
}

Shape weights_shape(const Recipe& recipe, const Tensor<3>& x) {
  const std::size_t tokens = x.shape(1);
  return recipe.kind.starts_with("MultiHead") ? Shape{x.shape(0), recipe.num_heads, tokens, tokens}
                                              : Shape{x.shape(0), tokens, tokens};
}

Tensor<3> prefix(const Tensor<3>& x, std::size_t tokens) { return xt::view(x, xt::all(), xt::range(0, tokens)); }

}  // namespace mha::test
