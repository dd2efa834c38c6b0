// PyTorch's reference values, read from tests/golden/.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/state_dict.h"
#include "support/compare.h"
#include "support/layers.h"

namespace mha::test {

/// One pass of one class. A two-dimensional input has got a batch axis of 1, and so have its stages.
struct GoldenPass {
  std::string name;
  Recipe recipe;
  std::uint64_t seed = 0;
  bool training = false;
  Tensor<3> input;
  StateDict state;  ///< empty where the file has none
  StateDict trace;  ///< PyTorch's stages, in order
  DoubleArray output_float64;
};

/// The article's example, with the passes of one class.
std::vector<GoldenPass> book_passes(const std::string& kind);

/// The rows of one batch element as the article prints them, to four decimals.
Array book_print(const std::string& name);

/// The sixteen random configurations.
std::vector<GoldenPass> random_passes();

/// Draws of a generator, and what it draws next.
struct GoldenDraws {
  std::uint64_t seed;
  Array drawn;  ///< torch.rand, or dropout of ones
  std::vector<float> next;
  double p = 0.0;
};
std::vector<GoldenDraws> uniform_draws();
std::vector<GoldenDraws> dropout_draws();

/// nn.Linear as it is drawn, and what is drawn next.
struct GoldenLinear {
  std::uint64_t seed;
  std::size_t in;
  std::size_t out;
  bool bias;
  StateDict state;  ///< "weight", "bias"
  std::vector<float> next;
};
std::vector<GoldenLinear> linear_draws();

}  // namespace mha::test
