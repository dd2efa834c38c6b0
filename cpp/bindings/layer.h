// A layer as JavaScript holds it.
#pragma once

#include <memory>
#include <vector>

#include "layers/multi_head_attention_wrapper.h"
#include "reference/attention.h"

namespace mha::bindings {

/// A layer with the buffers that its calls exchange with JavaScript: one copy in, one copy out, no allocation between.
class Layer {
 public:
  explicit Layer(std::unique_ptr<Module> module) : module_(std::move(module)) {}
  explicit Layer(std::unique_ptr<MultiHeadAttentionWrapper> wrapper)
      : wrapper_(wrapper.get()), module_(std::move(wrapper)) {}

  [[nodiscard]] Module& module() { return *module_; }
  /// The module where it is a wrapper, or nullptr.
  [[nodiscard]] const MultiHeadAttentionWrapper* wrapper() const { return wrapper_; }

  /// Room for so many input floats; it stays where it is until a larger request.
  float* reserve(std::size_t floats);
  /// The input as it lies in that room.
  [[nodiscard]] InputView input(std::size_t batch, std::size_t tokens, std::size_t d_in) const {
    return {input_.data(), batch, tokens, d_in};
  }
  /// Runs forward on the input and returns (batch, tokens, output_width) floats.
  const float* forward(const InputView& x);
  /// The reference's pass over the input: (batch, tokens, output_width).
  DoubleTensor<3> forward_double(const InputView& x, const reference::Dropped& dropped);

 private:
  const MultiHeadAttentionWrapper* wrapper_ = nullptr;
  std::unique_ptr<Module> module_;
  std::vector<float> input_;
  std::vector<float> output_;
};

}  // namespace mha::bindings
