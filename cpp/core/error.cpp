// Builds the messages that more than one layer needs.
#include "core/error.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <new>

#include "core/digits.h"

namespace mha {

namespace {

std::string with_separators(double bytes) {
  constexpr double kTooMany = 0x1p64;
  if (bytes >= kTooMany) {
    return "more than 2^64";
  }
  std::string text = digits(static_cast<std::uint64_t>(bytes));
  for (std::size_t end = text.size(); end > 3; end -= 3) {
    text.insert(end - 3, ",");
  }
  return text;
}

}  // namespace

std::string to_string(double value) {
  constexpr double kLargest = 1e9;
  if (!(std::abs(value) < kLargest)) {
    return value != value ? "nan" : value < 0 ? "less than -1e9" : "more than 1e9";
  }
  const auto millionths = static_cast<std::uint64_t>(std::round(std::abs(value) * 1e6));
  const std::string decimals = digits(millionths % 1'000'000);
  std::string text = value < 0 ? "-" : "";
  return text.append(digits(millionths / 1'000'000)).append(".").append(6 - decimals.size(), '0').append(decimals);
}

std::string to_string(const Shape& shape) {
  std::string text = "(";
  for (std::size_t i = 0; i < shape.size(); ++i) {
    text.append(i == 0 ? "" : ", ").append(digits(shape[i]));
  }
  return text.append(shape.size() == 1 ? ",)" : ")");
}

std::string to_string(const Operation& operation) {
  std::string text = operation.name;
  if (operation.method != nullptr) {
    text.append(".").append(operation.method);
  }
  return text;
}

std::string quoted(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) {
    text.append(text.empty() ? "\"" : ", \"").append(name).append("\"");
  }
  return text;
}

Error& Error::say(const std::string& text) {
  const std::size_t place = message_.find("{}", said_);
  message_.replace(place, 2, text);
  said_ = place + text.size();
  return *this;
}

Error& Error::keep(Value value) {
  values_.push_back(std::move(value));
  return *this;
}

Error& Error::keep(const char* name, double number) { return keep({name, Kind::kNumber, number, {}, {}}); }

Error& Error::with(const char* name, std::size_t size) {
  return keep(name, static_cast<double>(size)).say(digits(size));
}

Error& Error::with(const char* name, const Shape& shape) {
  return keep({name, Kind::kShape, 0, {}, shape}).say(to_string(shape));
}

Error& Error::with(const char* name, const std::string& text, Kind kind) {
  return keep({name, kind, 0, text, {}}).say(text);
}

void require_size(const char* operation, const char* argument, std::size_t size) {
  if (size < 1) {
    throw Error(ErrorCode::kValue, argument, "size.positive", "{}: {} must be at least 1, got {}")
        .say(operation)
        .say(argument)
        .with("value", size);
  }
}

void throw_out_of_memory(const Operation& operation, double bytes) {
  throw Error(ErrorCode::kOutOfMemory, "", "memory",
              "{} needs {} bytes, more than there is room for; ask for fewer tokens, heads or stages")
      .with("operation", to_string(operation))
      .keep("bytes", bytes)
      .say(with_separators(bytes));
}

void require_memory(const Operation& operation, double bytes) {
  constexpr auto kLargest = static_cast<double>(std::numeric_limits<std::ptrdiff_t>::max());
  // wasm32 addresses 4 GiB, so half of that in ptrdiff_t is no limit there; the heap itself answers below it.
  constexpr double kLimit = sizeof(std::size_t) == 4 ? 2 * kLargest : kLargest;
  void* room = bytes < kLimit ? ::operator new(static_cast<std::size_t>(bytes), std::nothrow) : nullptr;
  ::operator delete(room);
  if (room == nullptr) {
    throw_out_of_memory(operation, bytes);
  }
}

}  // namespace mha
