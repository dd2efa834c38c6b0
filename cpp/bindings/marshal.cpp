// Copies between the JavaScript heap and the module's.
#include "bindings/marshal.h"

#include <algorithm>
#include <cctype>
#include <variant>

namespace mha::bindings {

namespace {

const char* name_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::kValue:
      return "VALUE";
    case ErrorCode::kShape:
      return "SHAPE";
    case ErrorCode::kOutOfMemory:
      return "OUT_OF_MEMORY";
    case ErrorCode::kUnsupported:
      return "UNSUPPORTED";
  }
  return "VALUE";
}

template <class T>
val list(const std::vector<T>& items) {
  val array = val::array();
  for (const T& item : items) {
    array.call<void>("push", item);
  }
  return array;
}

val to_js(const Error::Value& value) {
  return std::visit(
      [](const auto& held) {
        if constexpr (std::is_same_v<std::decay_t<decltype(held)>, double> ||
                      std::is_same_v<std::decay_t<decltype(held)>, std::string>) {
          return val(held);
        } else {
          return list(held);
        }
      },
      value);
}

Shape shape_from_js(const val& shape) { return emscripten::convertJSArrayToNumberVector<std::size_t>(shape); }

[[noreturn]] void throw_to_js(const Error& error) {
  val values = val::object();
  for (const auto& [name, value] : error.values()) {
    values.set(name, to_js(value));
  }
  val object = val::object();
  object.set("code", std::string(name_of(error.code())));
  object.set("argument", camel_case(error.argument()));
  object.set("key", error.key());
  object.set("message", camel_case(error.what()));
  object.set("values", values);
  object.throw_();
}

}  // namespace

std::string camel_case(const std::string& text) {
  std::string result;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    quoted = quoted != (text[i] == '"');
    const bool joins = !quoted && text[i] == '_' && i > 0 && i + 1 < text.size() &&
                       std::isalnum(static_cast<unsigned char>(text[i - 1])) != 0 &&
                       std::islower(static_cast<unsigned char>(text[i + 1])) != 0;
    if (joins) {
      ++i;
      result += static_cast<char>(std::toupper(static_cast<unsigned char>(text[i])));
    } else {
      result += text[i];
    }
  }
  return result;
}

std::string snake_case(const std::string& text) {
  std::string result;
  for (const char letter : text) {
    if (std::isupper(static_cast<unsigned char>(letter)) != 0) {
      result += '_';
    }
    result += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  }
  return result;
}

void rethrow_to_js(const char* operation) {
  try {
    throw;
  } catch (const Error& error) {
    throw_to_js(error);
  } catch (const std::bad_alloc&) {
    throw_to_js(Error(ErrorCode::kOutOfMemory, "", "memory.exhausted",
                      std::string(operation) + ": the memory of the module is exhausted", {{"operation", operation}}));
  } catch (const std::exception& fault) {
    // A fault of ours; it still must not arrive as a number.
    throw_to_js(Error(ErrorCode::kUnsupported, "", "internal", std::string(operation) + ": " + fault.what(),
                      {{"operation", operation}}));
  }
}

val to_js(const StateDict& state) {
  val object = val::object();
  for (const auto& [name, tensor] : state) {
    object.set(name, to_js(tensor));
  }
  return object;
}

val to_js(const LoadResult& result) {
  val object = val::object();
  object.set("missingKeys", list(result.missing_keys));
  object.set("unexpectedKeys", list(result.unexpected_keys));
  return object;
}

val to_js(const Trace& trace) {
  val object = val::object();
  for (const Stage& stage : kStages) {
    if (const auto& tensor = trace.*stage.field; tensor) {
      object.set(camel_case(std::string(stage.name)), to_js(*tensor));
    }
  }
  return object;
}

Array array_from_js(const val& data, const Shape& shape) {
  Array array = xt::zeros<float>(shape);
  val(emscripten::typed_memory_view(array.size(), array.data())).call<void>("set", data);
  return array;
}

StateDict state_from_js(const val& entries) {
  StateDict state;
  const auto length = entries["length"].as<std::size_t>();
  for (std::size_t i = 0; i < length; ++i) {
    const val entry = entries[i];
    state.emplace_back(entry["key"].as<std::string>(), array_from_js(entry["data"], shape_from_js(entry["shape"])));
  }
  return state;
}

std::vector<std::string> names_from_js(const val& names) {
  std::vector<std::string> result = emscripten::vecFromJSArray<std::string>(names);
  std::transform(result.begin(), result.end(), result.begin(), snake_case);
  return result;
}

val names_to_js(const std::vector<std::string>& names) {
  val array = val::array();
  for (const std::string& name : names) {
    array.call<void>("push", camel_case(name));
  }
  return array;
}

std::uintptr_t Layer::reserve(std::size_t floats) {
  if (floats > input_.size()) {
    require_memory(std::string(module_->name()) + ".forward", number(floats) * sizeof(float));
    renew(input_, floats);
  }
  return reinterpret_cast<std::uintptr_t>(input_.data());
}

std::uintptr_t Layer::forward(std::size_t batch, std::size_t tokens, std::size_t d_in) {
  // A shape that does not fit is reported as such, not as the memory that it would take.
  const InputView x = input(batch, tokens, d_in);
  module_->check_input(x);
  const std::size_t width = module_->output_width(d_in);
  const double floats = count({batch, tokens, width});
  if (floats > number(output_.size())) {
    require_memory(std::string(module_->name()) + ".forward",
                   floats * sizeof(float) + module_->sizes_of(x).workspace_bytes());
    renew(output_, static_cast<std::size_t>(floats));
  }
  module_->forward(x, {output_.data(), batch * tokens, width, width});
  return reinterpret_cast<std::uintptr_t>(output_.data());
}

}  // namespace mha::bindings
