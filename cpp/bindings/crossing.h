// How Embind calls functions that take or return objects: by their addresses, which JavaScript hands back and never
// looks behind. A class_ for each would make the glue larger, for methods that web/api has anyway.
#pragma once

#include <emscripten/bind.h>

#include <bit>
#include <cstdint>
#include <type_traits>

namespace mha::bindings {

template <class T>
inline constexpr bool kIsObject = std::is_pointer_v<T> || std::is_reference_v<T>;

/// What crosses in place of a T.
template <class T>
using Wire = std::conditional_t<kIsObject<T>, std::uintptr_t, T>;

template <class T>
T from_wire(Wire<T> wire) {
  if constexpr (std::is_reference_v<T>) {
    return *std::bit_cast<std::remove_reference_t<T>*>(wire);
  } else if constexpr (std::is_pointer_v<T>) {
    return std::bit_cast<T>(wire);
  } else {
    return wire;
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
