// What crosses between JavaScript and the layers: tensors by copy, errors as plain objects, names in camelCase.
#pragma once

#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/state_dict.h"
#include "layers/module.h"

namespace mha::bindings {

using emscripten::val;

/// snake_case identifiers become camelCase; what stands between double quotes (state keys) is left alone.
std::string camel_case(const std::string& text);
std::string snake_case(const std::string& text);

/// Translates the exception being handled: an Error becomes { code, argument, key, message, values }, thrown into
/// JavaScript, and an exhausted heap OUT_OF_MEMORY.
[[noreturn]] void rethrow_to_js(const char* operation);

/// Runs `body`; every binding that can throw goes through it.
template <class Body>
auto guarded(const char* operation, Body body) {
  try {
    return body();
  } catch (...) {
    rethrow_to_js(operation);
  }
}

/// { data, shape }, data a fresh typed array.
template <class Tensor>
val to_js(const Tensor& tensor) {
  val shape = val::array();
  for (const std::size_t size : tensor.shape()) {
    shape.call<void>("push", size);
  }
  val object = val::object();
  object.set("data", val(emscripten::typed_memory_view(tensor.size(), tensor.data())).template call<val>("slice"));
  object.set("shape", shape);
  return object;
}

val to_js(const StateDict& state);
val to_js(const LoadResult& result);
val to_js(const Trace& trace);

/// Copies a Float32Array of as many elements as `shape` has.
Array array_from_js(const val& data, const Shape& shape);
StateDict state_from_js(const val& entries);
std::vector<std::string> names_from_js(const val& names);
val names_to_js(const std::vector<std::string>& names);

/// A layer with the buffers that its calls exchange with JavaScript: one copy in, one copy out, no allocation between.
class Layer {
 public:
  explicit Layer(std::unique_ptr<Module> module) : module_(std::move(module)) {}

  [[nodiscard]] Module& module() { return *module_; }

  /// The address of room for so many input floats; it stays valid until a larger request.
  std::uintptr_t reserve(std::size_t floats);
  /// The input as it lies in that room.
  [[nodiscard]] InputView input(std::size_t batch, std::size_t tokens, std::size_t d_in) const {
    return {input_.data(), batch, tokens, d_in};
  }
  /// Runs forward on the input and returns the address of (batch, tokens, output_width) floats.
  std::uintptr_t forward(std::size_t batch, std::size_t tokens, std::size_t d_in);

 private:
  std::unique_ptr<Module> module_;
  std::vector<float> input_;
  std::vector<float> output_;
};

}  // namespace mha::bindings
