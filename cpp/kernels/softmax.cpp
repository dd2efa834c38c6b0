// Masking, maximum, exponentials and their sum.
#include "kernels/softmax.h"

#include <algorithm>
#include <limits>

#include "kernels/panels.h"

namespace mha::kernels {

namespace {

constexpr float kLog2E = 1.44269504F;
constexpr float kMinusInfinity = -std::numeric_limits<float>::infinity();

// Hidden keys and the padding become -inf; false when nothing is visible.
bool hide(float* row, std::size_t keys, std::size_t padded, const std::uint8_t* hidden) {
  std::fill(row + keys, row + padded, kMinusInfinity);
  if (hidden == nullptr) {
    return keys > 0;
  }
  bool visible = false;
  for (std::size_t j = 0; j < keys; ++j) {
    if (hidden[j] != 0) {
      row[j] = kMinusInfinity;
    } else {
      visible = true;
    }
  }
  return visible;
}

float maximum_of(const float* row, std::size_t padded) {
  F32x4 most = splat(kMinusInfinity);
  for (std::size_t j = 0; j < padded; j += kLanes) {
    most = maximum(most, load(row + j));
  }
  return std::max(std::max(most[0], most[1]), std::max(most[2], most[3]));
}

// A visible -inf or +inf maximum makes hidden lanes NaN as well; they are 0 whatever the row holds.
void clear_hidden(float* row, std::size_t keys, std::size_t padded, const std::uint8_t* hidden) {
  std::fill(row + keys, row + padded, 0.0F);
  for (std::size_t j = 0; hidden != nullptr && j < keys; ++j) {
    if (hidden[j] != 0) {
      row[j] = 0.0F;
    }
  }
}

}  // namespace

float softmax_numerators(float* row, std::size_t keys, float scale, const std::uint8_t* hidden) {
  const std::size_t padded = round_up(keys, kLanes);
  if (!hide(row, keys, padded, hidden)) {
    std::fill(row, row + padded, 0.0F);
    return 0.0F;
  }
  const F32x4 most = splat(maximum_of(row, padded));
  // The maximum is subtracted before the scale, where the difference of near scores is exact.
  const F32x4 to_base_2 = splat(scale * kLog2E);
  F32x4 total = splat(0.0F);
  for (std::size_t j = 0; j < padded; j += kLanes) {
    const F32x4 numerators = exp2_nonpositive((load(row + j) - most) * to_base_2);
    store(row + j, numerators);
    total += numerators;
  }
  clear_hidden(row, keys, padded, hidden);
  return sum(total);
}

}  // namespace mha::kernels
