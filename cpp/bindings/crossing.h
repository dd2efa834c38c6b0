// How Embind calls functions. Objects go by their addresses, which JavaScript hands back and never looks behind; a
// class_ for each would make the glue larger, for methods that web/api has anyway. All that is whole goes as one type,
// since each type and each signature that Embind knows costs code.
#pragma once

#include <emscripten/bind.h>

#include <bit>
#include <cstdint>
#include <type_traits>

namespace mha::bindings {

/// What crosses in place of a T: a double, nothing, or a whole number of 32 bits.
template <class T>
using Wire = std::conditional_t<std::is_same_v<T, double> || std::is_void_v<T>, T, std::uintptr_t>;

template <class T>
T from_wire(Wire<T> wire) {
  if constexpr (std::is_reference_v<T>) {
    return *std::bit_cast<std::remove_reference_t<T>*>(wire);
  } else if constexpr (std::is_pointer_v<T>) {
    return std::bit_cast<T>(wire);
  } else {
    static_assert(sizeof(T) <= sizeof(Wire<T>) || std::is_same_v<T, double>);
    return static_cast<T>(wire);
  }
}

template <auto function>
struct Crossing;

template <class Result, class... Arguments, Result (*function)(Arguments...)>
struct Crossing<function> {
  static Wire<Result> call(Wire<Arguments>... wires) {
    if constexpr (std::is_pointer_v<Result>) {
      return std::bit_cast<std::uintptr_t>(function(from_wire<Arguments>(wires)...));
    } else {
      return function(from_wire<Arguments>(wires)...);
    }
  }
};

/// Gives JavaScript a function by that name.
template <auto function>
void bind(const char* name) {
  emscripten::function(name, &Crossing<function>::call);
}

}  // namespace mha::bindings
