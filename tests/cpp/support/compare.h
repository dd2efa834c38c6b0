// How results are compared: bit for bit, or by the largest difference.
#pragma once

#include <string>
#include <vector>

#include "core/tensor.h"

namespace mha::test {

using DoubleArray = xt::xarray<double>;

/// "" where both have the same bits, any NaN being equal to any other; else the first place where they differ.
std::string difference(const std::vector<float>& got, const std::vector<float>& expected);

/// The same, and the shapes must agree.
std::string difference(const Array& got, const Array& expected);

/// The largest |got - expected|; infinity where shapes differ, or only one of the two is NaN or infinite.
double max_abs_difference(const DoubleArray& got, const DoubleArray& expected);

/// The largest magnitude.
double max_abs(const DoubleArray& values);

/// The tensor's elements, row-major.
std::vector<float> elements(const Array& tensor);

/// A copy of the tensor in another shape.
Array reshaped(Array tensor, const Shape& shape);

/// The shape of any tensor.
template <class Tensor>
Shape shape_of(const Tensor& tensor) {
  return Shape(tensor.shape().begin(), tensor.shape().end());
}

}  // namespace mha::test
