// Inputs of the benchmarks: N(0, 1), the same in every run.
#pragma once

#include <cstddef>
#include <random>
#include <vector>

namespace mha::bench {

inline std::vector<float> normal(std::size_t count) {
  std::mt19937 generator(123);
  std::normal_distribution<float> distribution;
  std::vector<float> values(count);
  for (float& value : values) {
    value = distribution(generator);
  }
  return values;
}

}  // namespace mha::bench
