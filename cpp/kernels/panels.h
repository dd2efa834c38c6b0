// The packed form of a product's right-hand side: panels of sixteen outputs, read front to back.
#pragma once

#include <cstddef>
#include <vector>

#include "core/tensor.h"

namespace mha::kernels {

inline constexpr std::size_t kPanelWidth = 16;

inline constexpr std::size_t round_up(std::size_t size, std::size_t to) { return (size + to - 1) / to * to; }

/// A matrix b of shape (outputs, depth) for products a bᵀ, as [outputs / 16][1 + depth][16]: each panel opens with the
/// bias of its outputs, so that it initialises the accumulators. Outputs past the last one are zero.
class Panels {
 public:
  /// Packs `b` (outputs, depth) and `bias` (outputs values, or nullptr for zeros). Keeps its memory when it can.
  void pack(const MatrixView& b, const float* bias = nullptr);

  [[nodiscard]] std::size_t outputs() const { return outputs_; }
  [[nodiscard]] std::size_t depth() const { return depth_; }
  [[nodiscard]] std::size_t panels() const { return round_up(outputs_, kPanelWidth) / kPanelWidth; }

  /// The biases of panel p.
  [[nodiscard]] const float* bias(std::size_t p) const { return data_.data() + p * panel_size(); }

  /// Panel p, `depth` rows of sixteen outputs.
  [[nodiscard]] const float* panel(std::size_t p) const { return bias(p) + kPanelWidth; }

 private:
  [[nodiscard]] std::size_t panel_size() const { return (1 + depth_) * kPanelWidth; }

  std::size_t outputs_ = 0;
  std::size_t depth_ = 0;
  std::vector<float> data_;
};

}  // namespace mha::kernels
