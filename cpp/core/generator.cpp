// The draws of PyTorch's CPU generator.
#include "core/generator.h"

namespace mha {

Generator::Generator(std::uint64_t seed) : engine_(static_cast<std::uint32_t>(seed)) {}

void Generator::manual_seed(std::uint64_t seed) { engine_.seed(static_cast<std::uint32_t>(seed)); }

std::uint64_t Generator::random64() {
  const std::uint64_t high = random();
  return (high << 32U) | random();
}

float Generator::uniform() { return static_cast<float>(random() & 0xffffffU) * 0x1p-24F; }

float Generator::uniform(float from, float to) {
  // In double the product of two floats is exact and the sum rounds far below float's last bit.
  const double width = to - from;
  return static_cast<float>(static_cast<double>(uniform()) * width + static_cast<double>(from));
}

const std::shared_ptr<Generator>& default_generator() {
  static const std::shared_ptr<Generator> generator = std::make_shared<Generator>();
  return generator;
}

void manual_seed(std::uint64_t seed) { default_generator()->manual_seed(seed); }

}  // namespace mha
