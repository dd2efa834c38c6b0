// PyTorch's default CPU random numbers: the same seeds give the same bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>

namespace mha {

/// PyTorch's CPU generator (mt19937). Source: ATen's CPUGeneratorImpl and DistributionsHelper; checked against
/// tests/golden/rng.json.
class Generator {
 public:
  /// Only the low 32 bits of the seed count, as in PyTorch; a negative seed wraps.
  explicit Generator(std::uint64_t seed = kDefaultSeed);

  void manual_seed(std::uint64_t seed);

  /// The next 32 bits.
  std::uint32_t random() { return static_cast<std::uint32_t>(engine_()); }

  /// The next 64 bits: two draws, the first is the high word.
  std::uint64_t random64();

  /// A float in [0, 1) on the grid of 2^-24: one draw.
  float uniform();

  /// U(from, to): one draw, and ONE rounding, as PyTorch's fused multiply-add gives it.
  float uniform(float from, float to);

 private:
  // PyTorch's default_rng_seed_val.
  static constexpr std::uint64_t kDefaultSeed = 67280421310721;
  std::mt19937 engine_;
};

/// The generator that every layer uses unless it is given its own; `torch.manual_seed` reseeds PyTorch's.
const std::shared_ptr<Generator>& default_generator();

/// torch.manual_seed for default_generator().
void manual_seed(std::uint64_t seed);

}  // namespace mha
