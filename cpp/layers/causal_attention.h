// The article's CausalAttention: one head with a causal mask and dropout on the weights.
#pragma once

#include <memory>

#include "layers/dropout.h"
#include "layers/mask.h"
#include "layers/module.h"
#include "layers/query_key_value.h"
#include "layers/scaled_dot_product_attention.h"

namespace mha {

/// The arguments of the causal classes, in the article's order.
struct CausalOptions {
  std::size_t d_in;
  std::size_t d_out;
  std::size_t context_length;
  double dropout;  ///< in [0, 1]
  bool qkv_bias = false;
  DropoutMethod dropout_method = DropoutMethod::kDefault;
};

/// x (batch, tokens <= context_length, d_in) -> (batch, tokens, d_out).
class CausalAttention : public Module {
 public:
  /// Throws VALUE for a size below 1 or a dropout outside [0, 1].
  explicit CausalAttention(const CausalOptions& options,
                           const std::shared_ptr<Generator>& generator = default_generator());

  [[nodiscard]] const char* name() const override { return "CausalAttention"; }
  [[nodiscard]] std::size_t output_width(std::size_t /*d_in*/) const override { return options_.d_out; }
  std::vector<StateEntry> state() override;
  void check_input(const InputView& x) const override;

  void state_changed() override { projections_.pack(); }
  /// One checked pass; with `tracing` its stages are those of head `head` of the traced ones.
  void pass(const InputView& x, const MutableMatrixView& output, Tracing* tracing, std::size_t head);

  [[nodiscard]] const CausalOptions& options() const { return options_; }
  [[nodiscard]] const Mask& mask() const { return mask_; }
  [[nodiscard]] const Dropout& dropout() const { return dropout_; }
  [[nodiscard]] PassSizes sizes_of(const InputView& x) const override;

 protected:
  [[nodiscard]] StageSet stages() const override { return kCausalStages; }
  void compute(const InputView& x, const MutableMatrixView& output, Tracing* tracing) override;

 private:
  CausalOptions options_;
  QueryKeyValue<Linear> projections_;
  Dropout dropout_;
  Mask mask_;
  Projected projected_;
  AttentionWorkspace workspace_;
};

/// Throws VALUE for a size below 1 or a dropout outside [0, 1], OUT_OF_MEMORY where `heads` such layers do not fit.
/// Returns the options, so that it can stand before anything is drawn.
const CausalOptions& checked(const char* name, const CausalOptions& options, std::size_t heads = 1);

}  // namespace mha
