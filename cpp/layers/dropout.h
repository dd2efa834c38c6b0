// Inverted dropout on the attention weights, with PyTorch's two streams of keep decisions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "core/generator.h"

namespace mha {

/// Which of PyTorch's CPU builds to agree with: readers of the same book see different masks for the same seed.
enum class DropoutMethod {
  kDefault,  ///< builds without MKL: two 32-bit draws a weight
  kMkl,      ///< x86 builds with MKL: one draw seeds a multiplicative congruential stream
};

/// nn.Dropout: zeroes a weight with probability p and multiplies the others by 1 / (1 - p).
class Dropout {
 public:
  /// p in [0, 1], checked by the layers.
  Dropout(double p, DropoutMethod method, std::shared_ptr<Generator> generator);

  [[nodiscard]] double p() const { return p_; }
  [[nodiscard]] DropoutMethod method() const { return method_; }

  /// What a kept weight is multiplied by; 0 where p = 1 keeps none.
  [[nodiscard]] float scale() const;

  /// The keep decisions of one call, in row-major order of the weights.
  class Stream {
   public:
    explicit Stream(const Dropout& dropout);
    /// Decides the next weights: 1 = kept.
    void draw(std::span<std::uint8_t> kept);

   private:
    std::uint8_t draw_default();
    std::uint8_t draw_mkl();

    const Dropout& dropout_;
    std::uint64_t state_ = 0;
  };

 private:
  double p_;
  DropoutMethod method_;
  std::shared_ptr<Generator> generator_;
};

}  // namespace mha
