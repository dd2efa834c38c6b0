// Builds the messages that more than one layer needs.
#include "core/error.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>

namespace mha {

namespace {

std::string with_separators(double bytes) {
  constexpr double kTooMany = 0x1p64;
  if (bytes >= kTooMany) {
    return "more than 2^64";
  }
  std::string digits = std::to_string(static_cast<std::uint64_t>(bytes));
  for (std::size_t end = digits.size(); end > 3; end -= 3) {
    digits.insert(end - 3, ",");
  }
  return digits;
}

}  // namespace

std::string to_string(double value) {
  constexpr double kLargest = 1e9;
  if (!(std::abs(value) < kLargest)) {
    return value != value ? "nan" : value < 0 ? "less than -1e9" : "more than 1e9";
  }
  const auto millionths = static_cast<std::int64_t>(std::round(std::abs(value) * 1e6));
  const std::string decimals = std::to_string(millionths % 1'000'000);
  return (value < 0 ? "-" : "") + std::to_string(millionths / 1'000'000) + "." + std::string(6 - decimals.size(), '0') +
         decimals;
}

std::string to_string(const Shape& shape) {
  std::string text = "(";
  for (std::size_t i = 0; i < shape.size(); ++i) {
    text += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
  }
  return text + (shape.size() == 1 ? ",)" : ")");
}

Error::Error(ErrorCode code, std::string argument, std::string key, const std::string& message, Values values)
    : std::runtime_error(message),
      code_(code),
      argument_(std::move(argument)),
      key_(std::move(key)),
      values_(std::move(values)) {}

void require_size(const char* operation, const char* argument, std::size_t size) {
  if (size >= 1) {
    return;
  }
  throw Error(ErrorCode::kValue, argument, "size.positive",
              std::string(operation) + ": " + argument + " must be at least 1, got " + std::to_string(size),
              {{"value", number(size)}});
}

void throw_out_of_memory(const std::string& operation, double bytes) {
  throw Error(ErrorCode::kOutOfMemory, "", "memory",
              operation + " needs " + with_separators(bytes) +
                  " bytes, more than there is room for; ask for fewer tokens, heads or stages",
              {{"bytes", bytes}, {"operation", operation}});
}

void require_memory(const std::string& operation, double bytes) {
  constexpr auto kLargest = static_cast<double>(std::numeric_limits<std::ptrdiff_t>::max());
  // wasm32 addresses 4 GiB, so half of that in ptrdiff_t is no limit there; the heap itself answers below it.
  constexpr double kLimit = sizeof(std::size_t) == 4 ? 2 * kLargest : kLargest;
  if (bytes >= kLimit) {
    throw_out_of_memory(operation, bytes);
  }
  const std::unique_ptr<void, void (*)(void*)> room(::operator new(static_cast<std::size_t>(bytes), std::nothrow),
                                                    [](void* p) { ::operator delete(p); });
  if (!room) {
    throw_out_of_memory(operation, bytes);
  }
}

}  // namespace mha
