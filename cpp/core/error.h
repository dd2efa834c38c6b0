// The one error type, with what a caller needs to say it in another language.
#pragma once

#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor.h"

namespace mha {

enum class ErrorCode { kValue, kShape, kOutOfMemory, kUnsupported };

/// Who is at work: a class, or a method of it.
struct Operation {
  const char* name;
  const char* method = nullptr;
};

/// "MultiHeadAttention.forward"
std::string to_string(const Operation& operation);

/// A fault in what the caller passed, or a limit of the machine. Nothing has changed when it is thrown.
class Error : public std::exception {
 public:
  enum class Kind { kNumber, kText, kShape, kNames };
  /// A number or name in the message.
  struct Value {
    const char* name;
    Kind kind;
    double number = 0;
    std::string text;  ///< names: each between double quotes, ", " between them
    Shape shape;
  };

  /// `argument` is the parameter at fault, `key` a stable message id. `message` has a {} for whatever is said in it, in
  /// the order of the calls below.
  Error(ErrorCode code, const char* argument, const char* key, const char* message)
      : code_(code), argument_(argument), key_(key), message_(message) {}

  /// Says something at the next {}.
  Error& say(const std::string& text);
  /// Keeps a value, beside what the message says.
  Error& keep(Value value);
  Error& keep(const char* name, double number);
  /// Says a value and keeps it.
  Error& with(const char* name, std::size_t size);
  Error& with(const char* name, const Shape& shape);
  Error& with(const char* name, const std::string& text, Kind kind = Kind::kText);

  [[nodiscard]] ErrorCode code() const { return code_; }
  [[nodiscard]] std::string_view argument() const { return argument_; }
  [[nodiscard]] std::string_view key() const { return key_; }
  [[nodiscard]] const std::vector<Value>& values() const { return values_; }
  [[nodiscard]] const char* what() const noexcept override { return message_.c_str(); }

 private:
  ErrorCode code_;
  const char* argument_;
  const char* key_;
  std::string message_;
  std::size_t said_ = 0;  // how much of the message has no {} any more
  std::vector<Value> values_;
};

/// Names between double quotes, as messages list them.
std::string quoted(const std::vector<std::string>& names);

/// A real number to six decimals, as std::to_string(double) but without printf, which would be a tenth of the module.
std::string to_string(double value);

/// Throws VALUE unless size >= 1.
void require_size(const char* operation, const char* argument, std::size_t size);

/// Throws OUT_OF_MEMORY, naming the bytes, unless the heap has room for that many more.
void require_memory(const Operation& operation, double bytes);

[[noreturn]] void throw_out_of_memory(const Operation& operation, double bytes);

}  // namespace mha
