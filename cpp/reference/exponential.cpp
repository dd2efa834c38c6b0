// e^x = 2^k e^r.
#include "reference/exponential.h"

#include <cmath>

namespace mha::reference {

double exponential(double x) {
  constexpr double kLog2E = 1.4426950408889634;
  // ln 2 in two parts, of which the first has zeros at its end: its products with k are exact (Cody and Waite).
  constexpr double kLn2High = 0x1.62e42feep-1;
  constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
  constexpr double kUnderflow = -746;
  if (!(x >= kUnderflow)) {
    return x < kUnderflow ? 0 : x;
  }
  const double k = std::nearbyint(x * kLog2E);
  const double r = x - k * kLn2High - k * kLn2Low;
  // Taylor: |r| <= ln 2 / 2, where the term after the last is 4e-18.
  double sum = 1;
  for (int n = 13; n > 0; --n) {
    sum = 1 + sum * r / n;
  }
  return std::ldexp(sum, static_cast<int>(k));
}

}  // namespace mha::reference
