// Digit by digit.
#include "core/digits.h"

namespace mha {

std::string digits(std::uint64_t whole) {
  std::string text;
  do {
    text.insert(text.begin(), static_cast<char>('0' + whole % 10));
    whole /= 10;
  } while (whole > 0);
  return text;
}

}  // namespace mha
