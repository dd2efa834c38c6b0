// The article's MultiHeadAttentionWrapper: single heads stacked, their outputs concatenated.
#pragma once

#include <memory>
#include <vector>

#include "layers/causal_attention.h"

namespace mha {

/// num_heads CausalAttention, run one after another with their own three products each, as the article does.
///
/// d_out is PER HEAD: x (batch, tokens, d_in) -> (batch, tokens, num_heads * d_out). There is no output projection.
class MultiHeadAttentionWrapper : public Module {
 public:
  /// Throws VALUE for a size below 1 or a dropout outside [0, 1].
  MultiHeadAttentionWrapper(const CausalOptions& options, std::size_t num_heads,
                            const std::shared_ptr<Generator>& generator = default_generator());

  [[nodiscard]] const char* name() const override { return "MultiHeadAttentionWrapper"; }
  [[nodiscard]] std::size_t output_width(std::size_t /*d_in*/) const override { return heads_.size() * options_.d_out; }
  std::vector<StateEntry> state() override;
  void check_input(const InputView& x) const override;

  [[nodiscard]] const CausalOptions& options() const { return options_; }
  [[nodiscard]] const std::vector<std::unique_ptr<CausalAttention>>& heads() const { return heads_; }
  [[nodiscard]] PassSizes sizes_of(const InputView& x) const override;

 protected:
  [[nodiscard]] StageSet stages() const override { return kCausalStages; }
  void compute(const InputView& x, const MutableMatrixView& output, Tracing* tracing) override;
  void set_training(bool mode) override;
  void state_changed() override;

 private:
  [[nodiscard]] bool heads_hide_the_same() const;

  CausalOptions options_;
  std::vector<std::unique_ptr<CausalAttention>> heads_;
};

}  // namespace mha
