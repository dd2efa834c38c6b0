// The `mask` buffer of the causal classes.
#pragma once

#include <cstdint>
#include <vector>

#include "core/tensor.h"
#include "kernels/attention.h"

namespace mha {

/// A (context_length, context_length) matrix, nonzero = hidden; torch.triu(ones, diagonal=1) until another is loaded.
///
/// The causal one takes no memory, so that long contexts cost nothing.
class Mask {
 public:
  explicit Mask(std::size_t context_length) : context_length_(context_length) {}

  [[nodiscard]] std::size_t context_length() const { return context_length_; }

  /// Whether exactly the keys after the query are hidden.
  [[nodiscard]] bool causal() const { return bytes_.empty(); }

  /// Writes the matrix, as it was loaded.
  void read(float* to) const;

  /// Takes context_length * context_length values.
  void write(const float* from);

  /// mask[query, key] != 0
  [[nodiscard]] bool hides(std::size_t query, std::size_t key) const;

  /// Whether both hide the same keys from the same queries.
  [[nodiscard]] bool hides_as(const Mask& other) const { return bytes_ == other.bytes_; }

  /// The matrix cut to [:tokens, :tokens], as the kernel asks for it; valid until the next write.
  [[nodiscard]] kernels::Hidden hidden() const;

 private:
  std::size_t context_length_;
  std::vector<float> values_;        // empty = ones above the diagonal
  std::vector<std::uint8_t> bytes_;  // empty = causal
};

}  // namespace mha
