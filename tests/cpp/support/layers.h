// The six classes by name, for what holds in all of them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "layers/causal_attention.h"
#include "layers/module.h"
#include "reference/attention.h"

namespace mha::test {

/// A class and its arguments; those that a class lacks are passed over.
struct Recipe {
  std::string kind;
  CausalOptions options{};
  std::size_t num_heads = 1;
};

/// Builds the layer; `generator` draws its parameters, and later its dropout.
std::unique_ptr<Module> make(const Recipe& recipe, const std::shared_ptr<Generator>& generator);

/// The same with a generator of its own.
std::unique_ptr<Module> make(const Recipe& recipe, std::uint64_t seed = 123);

/// The reference's output for a layer of that class with that state.
DoubleTensor<3> reference_output(const Recipe& recipe, const StateDict& state, const Tensor<3>& x,
                                 const reference::Dropped& dropped = {});

/// CausalAttention, MultiHeadAttentionWrapper and MultiHeadAttention with as wide an output: options.d_out in all.
std::vector<Recipe> causal_classes(const CausalOptions& options, std::size_t num_heads);

/// All six classes; the first takes and gives options.d_in.
std::vector<Recipe> all_classes(const CausalOptions& options, std::size_t num_heads);

/// Loads a mask (context_length, context_length) into every head.
void load_mask(Module& layer, const Array& mask);

/// The shape of the attention weights of x: (batch, tokens, tokens), with heads where the class has them.
Shape weights_shape(const Recipe& recipe, const Tensor<3>& x);

/// The first `tokens` tokens of x.
Tensor<3> prefix(const Tensor<3>& x, std::size_t tokens);

}  // namespace mha::test
