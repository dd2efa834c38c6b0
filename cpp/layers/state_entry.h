// One tensor of a layer's state, as state_dict() and load_state_dict() see it.
#pragma once

#include <string>
#include <vector>

#include "core/tensor.h"
#include "layers/mask.h"

namespace mha {

/// A parameter's numbers, or a mask, which holds its own; exactly one of the two pointers is set.
struct StateEntry {
  std::string name;
  Shape shape;
  float* parameter = nullptr;  ///< trainable
  Mask* mask = nullptr;        ///< a buffer

  void read(float* to) const;
  void write(const float* from) const;
};

/// The entry of a parameter.
template <std::size_t Rank>
StateEntry parameter_entry(std::string name, Tensor<Rank>& tensor) {
  return {std::move(name), Shape(tensor.shape().begin(), tensor.shape().end()), tensor.data()};
}

/// The entry of a mask.
StateEntry mask_entry(std::string name, Mask& mask);

}  // namespace mha
