// The same six classes in double, as plain loops: what the kernels are tested against.
//
// It shares no code with kernels/ or layers/.
#pragma once

#include "core/state_dict.h"
#include "core/tensor.h"

namespace mha::reference {

/// What dropout kept, nonzero = kept, in the shape of the weights: (batch, tokens, tokens), or (batch, heads, tokens,
/// tokens) in the multi-head classes; and the probability p of dropping, so that kept weights are divided by 1 - p.
struct Dropped {
  const float* kept = nullptr;  ///< nullptr = nothing was dropped
  double p = 0;
};

/// x (batch, tokens, d_in) -> (batch, tokens, width), of the class that has such a state_dict under PyTorch's names:
/// without W_query queries, keys and values are x itself, and scores are not scaled (SimplifiedSelfAttention); W_query
/// is a plain matrix (SelfAttentionV1), W_query.weight and W_query.bias are nn.Linear's; `mask` says what is hidden;
/// heads.N. are the heads of a wrapper, one after another; and out_proj comes last.
DoubleTensor<3> attention(const StateDict& state, std::size_t num_heads, const InputView& x,
                          const Dropped& dropped = {});

}  // namespace mha::reference
