// The one error type, with what a caller needs to say it in another language.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/tensor.h"

namespace mha {

enum class ErrorCode { kValue, kShape, kOutOfMemory, kUnsupported };

/// A fault in what the caller passed, or a limit of the machine. Nothing has changed when it is thrown.
class Error : public std::runtime_error {
 public:
  using Value = std::variant<double, std::string, Shape, std::vector<std::string>>;
  using Values = std::vector<std::pair<std::string, Value>>;

  /// `argument` is the parameter at fault, `key` a stable message id, `values` the numbers and names in the message.
  Error(ErrorCode code, std::string argument, std::string key, const std::string& message, Values values);

  [[nodiscard]] ErrorCode code() const { return code_; }
  [[nodiscard]] const std::string& argument() const { return argument_; }
  [[nodiscard]] const std::string& key() const { return key_; }
  [[nodiscard]] const Values& values() const { return values_; }

 private:
  ErrorCode code_;
  std::string argument_;
  std::string key_;
  Values values_;
};

/// A size as it stands in Error::values().
inline double number(std::size_t size) { return static_cast<double>(size); }

/// A real number to six decimals, as std::to_string(double) but without printf, which would be a tenth of the module.
std::string to_string(double value);

/// Throws VALUE unless size >= 1.
void require_size(const char* operation, const char* argument, std::size_t size);

/// Throws OUT_OF_MEMORY, naming the bytes, unless the heap has room for that many more.
void require_memory(const std::string& operation, double bytes);

[[noreturn]] void throw_out_of_memory(const std::string& operation, double bytes);

}  // namespace mha
