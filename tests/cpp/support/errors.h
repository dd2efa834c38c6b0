// Catching the one error type, with what it holds.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "core/error.h"
#include "core/generator.h"

namespace mha::test {

/// What `call` throws, if it is an Error.
template <class Call>
std::optional<Error> error_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error;
  }
  return std::nullopt;
}

/// The value of that name, if it is there and of that type.
template <class Value>
std::optional<Value> value_of(const Error& error, const std::string& name) {
  for (const auto& [key, value] : error.values()) {
    if (key == name && std::holds_alternative<Value>(value)) {
      return std::get<Value>(value);
    }
  }
  return std::nullopt;
}

/// A generator that can say whether anything was drawn from it.
class Watched {
 public:
  [[nodiscard]] const std::shared_ptr<Generator>& get() const { return generator_; }

  /// Whether the next draw is still the first.
  [[nodiscard]] bool untouched() const { return Generator(*generator_).random() == Generator(kSeed).random(); }

 private:
  static constexpr std::uint64_t kSeed = 4711;
  std::shared_ptr<Generator> generator_ = std::make_shared<Generator>(kSeed);
};

}  // namespace mha::test
