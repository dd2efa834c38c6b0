// Copies in and out of a layer.
#include "layers/state_entry.h"

#include <algorithm>
#include <utility>

namespace mha {

void StateEntry::read(float* to) const {
  if (mask != nullptr) {
    mask->read(to);
  } else {
    std::copy_n(parameter, static_cast<std::size_t>(count(shape)), to);
  }
}

void StateEntry::write(const float* from) const {
  if (mask != nullptr) {
    mask->write(from);
  } else {
    std::copy_n(from, static_cast<std::size_t>(count(shape)), parameter);
  }
}

StateEntry mask_entry(std::string name, Mask& mask) {
  return {std::move(name), {mask.context_length(), mask.context_length()}, nullptr, &mask};
}

}  // namespace mha
