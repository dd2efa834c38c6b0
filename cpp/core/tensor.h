// Tensors on xtensor, and the raw views that kernels and bindings exchange.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "core/xtensor.h"

namespace mha {

using Shape = std::vector<std::size_t>;

/// A float32 tensor of fixed rank, row-major.
template <std::size_t Rank>
using Tensor = xt::xtensor<float, Rank>;

/// A float32 tensor whose rank is known at run time, row-major.
using Array = xt::xarray<float>;

/// A double tensor of fixed rank, row-major; what the reference computes in.
template <std::size_t Rank>
using DoubleTensor = xt::xtensor<double, Rank>;

/// A (rows, cols) matrix somewhere in memory: element (r, c) is data[r * row_stride + c * col_stride]. Owns nothing.
struct MatrixView {
  const float* data;
  std::size_t rows;
  std::size_t cols;
  std::size_t row_stride;
  std::size_t col_stride = 1;

  [[nodiscard]] const float* row(std::size_t r) const { return data + r * row_stride; }
  [[nodiscard]] MatrixView transposed() const { return {data, cols, rows, col_stride, row_stride}; }
};

/// A (rows, cols) matrix to write to: element (r, c) is data[r * row_stride + c]. Owns nothing.
struct MutableMatrixView {
  float* data;
  std::size_t rows;
  std::size_t cols;
  std::size_t row_stride;

  [[nodiscard]] float* row(std::size_t r) const { return data + r * row_stride; }
  /// (rows, count), from column `first` on.
  [[nodiscard]] MutableMatrixView columns(std::size_t first, std::size_t count) const {
    // Without rows there may be no memory to point into.
    return {rows == 0 ? data : data + first, rows, count, row_stride};
  }
};

/// What a layer is given: (batch, tokens, d_in), row-major. Owns nothing.
struct InputView {
  const float* data;
  std::size_t batch;
  std::size_t tokens;
  std::size_t d_in;

  [[nodiscard]] MatrixView rows() const { return {data, batch * tokens, d_in, d_in}; }
};

inline InputView view_of(const Tensor<3>& x) { return {x.data(), x.shape(0), x.shape(1), x.shape(2)}; }

/// Gives a buffer that size; a larger one is freed before it is made anew, because its contents are not kept.
template <class T>
void renew(std::vector<T>& buffer, std::size_t size) {
  if (size > buffer.capacity()) {
    buffer = std::vector<T>();
  }
  buffer.resize(size);
}

/// The number of elements of a shape, as a double so that it cannot overflow.
inline double count(std::span<const std::size_t> shape) {
  double product = 1;
  for (const std::size_t size : shape) {
    product *= static_cast<double>(size);
  }
  return product;
}
inline double count(std::initializer_list<std::size_t> shape) {
  return count(std::span<const std::size_t>(shape.begin(), shape.size()));
}

/// "(2, 6, 3)", as PyTorch and NumPy write shapes.
std::string to_string(const Shape& shape);

}  // namespace mha
