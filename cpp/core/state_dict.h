// A layer's parameters and buffers by PyTorch's names, in PyTorch's order.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/tensor.h"

namespace mha {

/// One named tensor of a state_dict.
using NamedArray = std::pair<std::string, Array>;

/// (name, tensor) in order; names as in PyTorch: "mask", "W_query.weight", "heads.0.W_key.weight", "out_proj.bias".
using StateDict = std::vector<NamedArray>;

/// The tensor of that name, or nullptr.
inline const Array* find(const StateDict& state, const std::string& name) {
  for (const NamedArray& entry : state) {
    if (entry.first == name) {
      return &entry.second;
    }
  }
  return nullptr;
}

}  // namespace mha
