// The trainable projections: PyTorch's nn.Linear, and the plain matrix of SelfAttentionV1.
#pragma once

#include <string>
#include <vector>

#include "core/generator.h"
#include "core/tensor.h"
#include "kernels/panels.h"
#include "layers/state_entry.h"

namespace mha {

/// nn.Linear: y (rows, out) = x (rows, in) weightᵀ + bias, weight (out, in).
class Linear {
 public:
  /// Draws weight, then bias, from U(-1/sqrt(in), 1/sqrt(in)), row-major, as PyTorch does.
  Linear(std::size_t in, std::size_t out, bool bias, Generator& generator);

  /// Becomes the identity with zero bias; in = out.
  void make_identity();

  /// out (rows, out) = x (rows, in) weightᵀ + bias
  void apply(const MatrixView& x, const MutableMatrixView& out) const;

  /// Appends name.weight and name.bias.
  void list(const std::string& name, std::vector<StateEntry>& entries);

  /// Packs weight and bias again after they have changed.
  void pack();

  [[nodiscard]] bool has_bias() const { return bias_.size() > 0; }

 private:
  Tensor<2> weight_;
  Tensor<1> bias_;  // empty = none
  kernels::Panels panels_;
};

/// The article's SelfAttention_v1 parameter: y (rows, out) = x (rows, in) weight, weight (in, out) drawn from U[0, 1).
class UniformMatrix {
 public:
  UniformMatrix(std::size_t in, std::size_t out, Generator& generator);

  /// out (rows, out) = x (rows, in) weight
  void apply(const MatrixView& x, const MutableMatrixView& out) const;

  /// Appends name.
  void list(const std::string& name, std::vector<StateEntry>& entries);

  /// Packs the matrix again after it has changed.
  void pack();

 private:
  Tensor<2> weight_;
  kernels::Panels panels_;
};

}  // namespace mha
