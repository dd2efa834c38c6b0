// Catching the one error type, with what it holds.
#pragma once

#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

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

/// The names in a list of them between double quotes.
inline std::vector<std::string> names_in(const std::string& text) {
  std::vector<std::string> names;
  std::istringstream words(text);
  for (std::string name; std::getline(words, name, '"') && std::getline(words, name, '"');) {
    names.push_back(name);
  }
  return names;
}

/// The value of that name, if it is there and of that type.
template <class Value>
std::optional<Value> value_of(const Error& error, const std::string& name) {
  using Kind = Error::Kind;
  for (const Error::Value& value : error.values()) {
    if (value.name != name) {
      continue;
    }
    if constexpr (std::is_same_v<Value, double>) {
      return value.kind == Kind::kNumber ? std::optional(value.number) : std::nullopt;
    } else if constexpr (std::is_same_v<Value, Shape>) {
      return value.kind == Kind::kShape ? std::optional(value.shape) : std::nullopt;
    } else if constexpr (std::is_same_v<Value, std::string>) {
      return value.kind == Kind::kText ? std::optional(value.text) : std::nullopt;
    } else {
      return value.kind == Kind::kNames ? std::optional(names_in(value.text)) : std::nullopt;
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
