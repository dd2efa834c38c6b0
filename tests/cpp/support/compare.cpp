// Comparing.
#include "support/compare.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <sstream>

namespace mha::test {

namespace {

bool same_bits(float a, float b) {
  return (std::isnan(a) && std::isnan(b)) || std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

double distance(double a, double b) {
  if (a == b || (std::isnan(a) && std::isnan(b))) {
    return 0.0;
  }
  return std::isfinite(a) && std::isfinite(b) ? std::abs(a - b) : std::numeric_limits<double>::infinity();
}

}  // namespace

std::string difference(const std::vector<float>& got, const std::vector<float>& expected) {
  std::ostringstream text;
  if (got.size() != expected.size()) {
    text << got.size() << " elements, expected " << expected.size();
    return text.str();
  }
  const auto [at, expected_at] = std::mismatch(got.begin(), got.end(), expected.begin(), same_bits);
  if (at != got.end()) {
    text << std::hexfloat << "element " << at - got.begin() << " is " << *at << ", expected " << *expected_at;
  }
  return text.str();
}

std::string difference(const Array& got, const Array& expected) {
  if (shape_of(got) != shape_of(expected)) {
    return "shape " + to_string(shape_of(got)) + ", expected " + to_string(shape_of(expected));
  }
  return difference(elements(got), elements(expected));
}

double max_abs_difference(const DoubleArray& got, const DoubleArray& expected) {
  if (shape_of(got) != shape_of(expected)) {
    return std::numeric_limits<double>::infinity();
  }
  double most = 0.0;
  for (auto [a, b] = std::pair(got.begin(), expected.begin()); a != got.end(); ++a, ++b) {
    most = std::max(most, distance(*a, *b));
  }
  return most;
}

double max_abs(const DoubleArray& values) {
  double most = 0.0;
  for (const double value : values) {
    most = std::max(most, std::abs(value));
  }
  return most;
}

std::vector<float> elements(const Array& tensor) { return {tensor.begin(), tensor.end()}; }

Array reshaped(Array tensor, const Shape& shape) {
  tensor.reshape(shape);
  return tensor;
}

}  // namespace mha::test
