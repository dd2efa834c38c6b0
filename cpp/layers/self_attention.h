// The article's attention without a mask: without weights, with plain matrices (V1), with Linear layers (V2).
#pragma once

#include <memory>

#include "layers/module.h"
#include "layers/query_key_value.h"
#include "layers/scaled_dot_product_attention.h"

namespace mha {

/// softmax(x xᵀ) x, unscaled: x (batch, tokens, d_in) -> the same shape.
class SimplifiedSelfAttention : public Module {
 public:
  [[nodiscard]] const char* name() const override { return "SimplifiedSelfAttention"; }
  [[nodiscard]] std::size_t output_width(std::size_t d_in) const override { return d_in; }
  std::vector<StateEntry> state() override { return {}; }
  void check_input(const InputView& /*x*/) const override {}
  [[nodiscard]] PassSizes sizes_of(const InputView& x) const override;

 protected:
  [[nodiscard]] StageSet stages() const override { return stages_named({"scores", "weights", "context", "output"}); }
  void compute(const InputView& x, const MutableMatrixView& output, Tracing* tracing) override;

 private:
  AttentionWorkspace workspace_;
};

/// Scaled dot-product self-attention: x (batch, tokens, d_in) -> (batch, tokens, d_out).
template <class Projection>
class SelfAttention : public Module {
 public:
  [[nodiscard]] std::size_t output_width(std::size_t /*d_in*/) const override { return d_out_; }
  std::vector<StateEntry> state() override;
  void check_input(const InputView& x) const override { check_width(x, d_in_); }
  [[nodiscard]] PassSizes sizes_of(const InputView& x) const override;

 protected:
  SelfAttention(std::size_t d_in, std::size_t d_out, QueryKeyValue<Projection> projections)
      : d_in_(d_in), d_out_(d_out), projections_(std::move(projections)) {}

  [[nodiscard]] StageSet stages() const override {
    return stages_named({"queries", "keys", "values", "scores", "weights", "context", "output"});
  }
  void compute(const InputView& x, const MutableMatrixView& output, Tracing* tracing) override;
  void state_changed() override { projections_.pack(); }

 private:
  std::size_t d_in_;
  std::size_t d_out_;
  QueryKeyValue<Projection> projections_;
  Projected projected_;
  AttentionWorkspace workspace_;
};

/// The article's SelfAttention_v1: matrices (d_in, d_out) drawn from U[0, 1).
class SelfAttentionV1 : public SelfAttention<UniformMatrix> {
 public:
  /// Throws VALUE for a size below 1.
  SelfAttentionV1(std::size_t d_in, std::size_t d_out,
                  const std::shared_ptr<Generator>& generator = default_generator());
  [[nodiscard]] const char* name() const override { return "SelfAttentionV1"; }
};

/// The article's SelfAttention_v2: Linear layers, weights (d_out, d_in).
class SelfAttentionV2 : public SelfAttention<Linear> {
 public:
  /// Throws VALUE for a size below 1.
  SelfAttentionV2(std::size_t d_in, std::size_t d_out, bool qkv_bias = false,
                  const std::shared_ptr<Generator>& generator = default_generator());
  [[nodiscard]] const char* name() const override { return "SelfAttentionV2"; }
};

}  // namespace mha
