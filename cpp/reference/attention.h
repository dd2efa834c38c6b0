// The same six classes in double, as plain xtensor expressions: what the kernels are tested against.
//
// It shares no code with kernels/ or layers/. Every function takes a state_dict under PyTorch's names and x (batch,
// tokens, d_in), and returns (batch, tokens, width).
#pragma once

#include <optional>

#include "core/state_dict.h"
#include "core/tensor.h"

namespace mha::reference {

/// What dropout kept, nonzero = kept, in the shape of the weights: (batch, tokens, tokens), or (batch, heads, tokens,
/// tokens) in the multi-head classes; and the probability p of dropping, so that kept weights are divided by 1 - p.
struct Dropped {
  Array kept;
  double p;
};

DoubleTensor<3> simplified_self_attention(const Tensor<3>& x);
DoubleTensor<3> self_attention_v1(const StateDict& state, const Tensor<3>& x);
DoubleTensor<3> self_attention_v2(const StateDict& state, const Tensor<3>& x);
DoubleTensor<3> causal_attention(const StateDict& state, const Tensor<3>& x, const std::optional<Dropped>& dropped);
DoubleTensor<3> multi_head_attention_wrapper(const StateDict& state, std::size_t num_heads, const Tensor<3>& x,
                                             const std::optional<Dropped>& dropped);
DoubleTensor<3> multi_head_attention(const StateDict& state, std::size_t num_heads, const Tensor<3>& x,
                                     const std::optional<Dropped>& dropped);

}  // namespace mha::reference
