// Numbers to compute with: the same on every machine, from a generator that is not the one under test.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "core/tensor.h"

namespace mha::test {

class Filler {
 public:
  explicit Filler(std::uint32_t seed) : engine_(seed) {}

  /// In [-1, 1).
  float uniform() { return static_cast<float>(engine_() >> 8U) * 0x1p-23F - 1.0F; }

  /// In [0, bound).
  std::size_t below(std::size_t bound) { return engine_() % bound; }

  /// `count` numbers in [-scale, scale).
  std::vector<float> floats(std::size_t count, float scale = 1.0F) {
    std::vector<float> values(count);
    for (float& value : values) {
      value = scale * uniform();
    }
    return values;
  }

  /// `count` flags, one in `every` of them set.
  std::vector<std::uint8_t> flags(std::size_t count, std::size_t every) {
    std::vector<std::uint8_t> values(count);
    for (std::uint8_t& value : values) {
      value = below(every) == 0 ? 1 : 0;
    }
    return values;
  }

  /// (batch, tokens, width) of numbers in [-scale, scale).
  Tensor<3> tensor(std::size_t batch, std::size_t tokens, std::size_t width, float scale = 1.0F) {
    Tensor<3> values = xt::zeros<float>({batch, tokens, width});
    for (float& value : values) {
      value = scale * uniform();
    }
    return values;
  }

 private:
  std::mt19937 engine_;
};

}  // namespace mha::test
