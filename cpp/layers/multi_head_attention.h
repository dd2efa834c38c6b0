// The article's efficient MultiHeadAttention: one set of weights, split into heads by view and transpose.
#pragma once

#include <memory>
#include <vector>

#include "layers/causal_attention.h"

namespace mha {

class MultiHeadAttentionWrapper;

/// d_out is the TOTAL and must divide by num_heads: x (batch, tokens, d_in) -> (batch, tokens, d_out).
class MultiHeadAttention : public Module {
 public:
  /// Throws VALUE for a size below 1, a dropout outside [0, 1], or a d_out that num_heads does not divide.
  MultiHeadAttention(const CausalOptions& options, std::size_t num_heads,
                     const std::shared_ptr<Generator>& generator = default_generator());

  /// The wrapper's heads as one set of weights: d_out = num_heads * its d_out, rows of heads stacked in order, biases,
  /// dropout, mask and mode copied, out_proj the identity with zero bias. Draws nothing; output equals the wrapper's.
  /// Throws VALUE where the wrapper's heads have different masks, which one mask cannot hold.
  static std::unique_ptr<MultiHeadAttention> from_wrapper(const MultiHeadAttentionWrapper& wrapper);

  [[nodiscard]] const char* name() const override { return "MultiHeadAttention"; }
  [[nodiscard]] std::size_t output_width(std::size_t /*d_in*/) const override { return options_.d_out; }
  std::vector<StateEntry> state() override;
  void check_input(const InputView& x) const override;

  [[nodiscard]] const CausalOptions& options() const { return options_; }
  [[nodiscard]] std::size_t num_heads() const { return num_heads_; }
  [[nodiscard]] std::size_t head_dim() const { return options_.d_out / num_heads_; }
  [[nodiscard]] PassSizes sizes_of(const InputView& x) const override;

 protected:
  [[nodiscard]] StageSet stages() const override { return kAllStages; }
  void compute(const InputView& x, const MutableMatrixView& output, Tracing* tracing) override;
  void state_changed() override;

 private:
  /// Takes the parameters of such heads over, and the identity as out_proj.
  void stack(const std::vector<std::unique_ptr<CausalAttention>>& heads);

  CausalOptions options_;
  std::size_t num_heads_;
  QueryKeyValue<Linear> projections_;
  Linear out_proj_;
  Dropout dropout_;
  Mask mask_;
  Projected projected_;
  AttentionWorkspace workspace_;
};

}  // namespace mha
