// Digit by digit.
#include "core/digits.h"

namespace mha {

std::string digits(std::uint64_t whole) {
  std::string text(1, static_cast<char>('0' + whole % 10));
  for (whole /= 10; whole > 0; whole /= 10) {
    text.insert(text.begin(), static_cast<char>('0' + whole % 10));
  }
  return text;
}

}  // namespace mha
