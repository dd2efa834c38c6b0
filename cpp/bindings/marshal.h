// What crosses between JavaScript and the layers: tensors by copy, errors by their parts, everything else as numbers.
//
// Text is ASCII in both directions: what else stands in a key JavaScript has escaped as JSON does. Names are in
// snake_case here and in camelCase there.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/error.h"
#include "core/state_dict.h"
#include "layers/module.h"

namespace mha::bindings {

/// Throws the exception being handled into JavaScript, whatever it is; an exhausted heap as OUT_OF_MEMORY.
[[noreturn]] void rethrow_to_js(const Operation& operation);

/// Runs `body`; every binding that can throw goes through it.
template <class Body>
auto guarded(const Operation& operation, Body body) {
  try {
    return body();
  } catch (...) {
    rethrow_to_js(operation);
  }
}

void give(const StateDict& state);
void give(const Trace& trace);
void give(const LoadResult& result);
void give(const DoubleTensor<3>& output);
void give(const Tensor<1>& drawn);

/// As many entries of a state as `count` says: their sizes (the length of the key, the rank, the size of each axis),
/// their values and their keys, each kind one after another.
StateDict read_state(std::size_t count, const std::size_t* sizes, const float* values, const char* keys);

}  // namespace mha::bindings
