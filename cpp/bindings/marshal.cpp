// Gives JavaScript what a call has made, and reads what it is given.
#include "bindings/marshal.h"

#include <emscripten/em_js.h>

#include <algorithm>
#include <new>

// What JavaScript does with what it is given: `received` is the Received of web/api, which is there before any call.
// Addresses come to JavaScript signed. clang-format takes the operator >>> apart.
// clang-format off
EM_JS(void, mha_give, (int form, const char* name, const void* at, size_t length, const void* data), {
  Module.received.give(form, name >>> 0, at >>> 0, length, data >>> 0);
});
EM_JS(void, mha_give_number, (const char* name, double value), { Module.received.put(name >>> 0, value); });
EM_JS(void, mha_fail, (const char* code, const char* argument, const char* key, const char* message, size_t length), {
  Module.received.fail(code >>> 0, argument >>> 0, key >>> 0, message >>> 0, length);
});
// clang-format on

namespace mha::bindings {

namespace {

/// What lies at an address that JavaScript is given. The Received of web/api knows these numbers too.
enum class Form : std::uint8_t { kText, kNames, kShape, kFloats, kDoubles };

void tell(Form form, const char* name, const void* at, std::size_t length, const void* data = nullptr) {
  mha_give(static_cast<int>(form), name, at, length, data);
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
      mha_give_number(value.name, value.number);
      break;
    case Error::Kind::kText:
      tell(Form::kText, value.name, value.text.data(), value.text.size());
      break;
    case Error::Kind::kNames:
      tell(Form::kNames, value.name, value.text.data(), value.text.size());
      break;
    case Error::Kind::kShape:
      tell(Form::kShape, value.name, value.shape.data(), value.shape.size());
      break;
  }
}

void give(const char* name, const Array& tensor) {
  tell(Form::kFloats, name, tensor.shape().data(), tensor.dimension(), tensor.data());
}

[[noreturn]] void throw_to_js(const Error& error) {
  for (const Error::Value& value : error.values()) {
    give(value);
  }
  const std::string message = error.what();
  const std::string argument(error.argument());
  const std::string key(error.key());
  mha_fail(name_of(error.code()), argument.c_str(), key.c_str(), message.data(), message.size());
  __builtin_unreachable();  // it throws
}

}  // namespace

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
  tell(Form::kDoubles, "output", output.shape().data(), output.dimension(), output.data());
}

void give(const Tensor<1>& drawn) { tell(Form::kFloats, "drawn", drawn.shape().data(), 1, drawn.data()); }

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
