// Drawing, packing and applying projections.
#include "layers/linear.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "kernels/product.h"

namespace mha {

namespace {

MatrixView view_of(const Tensor<2>& matrix) {
  return {matrix.data(), matrix.shape(0), matrix.shape(1), matrix.shape(1)};
}

}  // namespace

Linear::Linear(std::size_t in, std::size_t out, bool bias, Generator& generator)
    : weight_(Tensor<2>::shape_type{out, in}), bias_(Tensor<1>::shape_type{bias ? out : 0}) {
  // In double and rounded once: 1 / sqrt in float gives other bits for a quarter of all sizes.
  const auto bound = static_cast<float>(1.0 / std::sqrt(static_cast<double>(in)));
  const auto draw = [&] { return generator.uniform(-bound, bound); };
  std::generate(weight_.begin(), weight_.end(), draw);
  std::generate(bias_.begin(), bias_.end(), draw);
  pack();
}

void Linear::make_identity() {
  weight_.fill(0);
  bias_.fill(0);
  for (std::size_t i = 0; i < weight_.shape(0); ++i) {
    weight_(i, i) = 1;
  }
  pack();
}

void Linear::pack() { panels_.pack(view_of(weight_), has_bias() ? bias_.data() : nullptr); }

void Linear::apply(const MatrixView& x, const MutableMatrixView& out) const { kernels::product(x, panels_, out); }

void Linear::list(const std::string& name, std::vector<StateEntry>& entries) {
  entries.push_back(parameter_entry(name + ".weight", weight_));
  if (has_bias()) {
    entries.push_back(parameter_entry(name + ".bias", bias_));
  }
}

UniformMatrix::UniformMatrix(std::size_t in, std::size_t out, Generator& generator)
    : weight_(Tensor<2>::shape_type{in, out}) {
  std::generate(weight_.begin(), weight_.end(), [&] { return generator.uniform(); });
  pack();
}

void UniformMatrix::pack() { panels_.pack(view_of(weight_).transposed()); }

void UniformMatrix::apply(const MatrixView& x, const MutableMatrixView& out) const {
  kernels::product(x, panels_, out);
}

void UniformMatrix::list(const std::string& name, std::vector<StateEntry>& entries) {
  entries.push_back(parameter_entry(name, weight_));
}

}  // namespace mha
