// Gives JavaScript what a call has made, and reads what it is given.
#include "bindings/marshal.h"

#include <algorithm>
#include <new>

namespace mha::bindings {

namespace {

emscripten::val& receiver() {
  static emscripten::val object;
  return object;
}

std::uintptr_t address(const void* of) { return reinterpret_cast<std::uintptr_t>(of); }

// One signature for all methods but two: each that Embind is to call by costs code.
void tell(const char* method, const char* name, const void* at, std::size_t length, const void* data = nullptr) {
  receiver().call<void>(method, address(name), address(at), length, address(data));
}

const char* name_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::kShape:
      return "SHAPE";
    case ErrorCode::kOutOfMemory:
      return "OUT_OF_MEMORY";
    case ErrorCode::kUnsupported:
      return "UNSUPPORTED";
    default:
      return "VALUE";
  }
}

void give(const Error::Value& value) {
  switch (value.kind) {
    case Error::Kind::kNumber:
      receiver().call<void>("giveNumber", address(value.name), value.number);
      break;
    case Error::Kind::kText:
      tell("giveText", value.name, value.text.data(), value.text.size());
      break;
    case Error::Kind::kNames:
      tell("giveNames", value.name, value.text.data(), value.text.size());
      break;
    case Error::Kind::kShape:
      tell("giveShape", value.name, value.shape.data(), value.shape.size());
      break;
  }
}

void give(const char* name, const Array& tensor) {
  tell("giveFloats", name, tensor.shape().data(), tensor.dimension(), tensor.data());
}

[[noreturn]] void throw_to_js(const Error& error) {
  for (const Error::Value& value : error.values()) {
    give(value);
  }
  const std::string message = error.what();
  const std::string argument(error.argument());
  const std::string key(error.key());
  receiver().call<void>("fail", address(name_of(error.code())), address(argument.c_str()), address(key.c_str()),
                        address(message.data()), message.size());
  __builtin_unreachable();  // it throws
}

}  // namespace

void connect(const emscripten::val& received) { receiver() = received; }

void rethrow_to_js(const Operation& operation) {
  try {
    throw;
  } catch (const Error& error) {
    throw_to_js(error);
  } catch (const std::bad_alloc&) {
    throw_to_js(Error(ErrorCode::kOutOfMemory, "", "memory.exhausted", "{}: the memory of the module is exhausted")
                    .with("operation", to_string(operation)));
  } catch (const std::exception& fault) {
    // A fault of ours; it still must not arrive as a number.
    throw_to_js(Error(ErrorCode::kUnsupported, "", "internal", "{}: {}")
                    .with("operation", to_string(operation))
                    .say(fault.what()));
  }
}

void give(const StateDict& state) {
  for (const auto& [name, tensor] : state) {
    give(name.c_str(), tensor);
  }
}

void give(const Trace& trace) {
  for (const Stage& stage : kStages) {
    if (const auto& tensor = trace.*stage.field; tensor) {
      give(std::string(stage.name).c_str(), *tensor);
    }
  }
}

void give(const LoadResult& result) {
  give({"missingKeys", Error::Kind::kNames, 0, quoted(result.missing_keys), {}});
  give({"unexpectedKeys", Error::Kind::kNames, 0, quoted(result.unexpected_keys), {}});
}

void give(const DoubleTensor<3>& output) {
  tell("giveDoubles", "output", output.shape().data(), output.dimension(), output.data());
}

void give(const Tensor<1>& drawn) { tell("giveFloats", "drawn", drawn.shape().data(), 1, drawn.data()); }

StateDict read_state(std::size_t count, const std::size_t* sizes, const float* values, const char* keys) {
  StateDict state;
  for (; count > 0; --count) {
    const std::size_t length = *sizes++;
    const std::size_t rank = *sizes++;
    Array tensor(Array::shape_type(sizes, sizes + rank));
    std::copy_n(values, tensor.size(), tensor.data());
    state.emplace_back(std::string(keys, length), std::move(tensor));
    sizes += rank;
    keys += length;
    values += state.back().second.size();
  }
  return state;
}

}  // namespace mha::bindings
