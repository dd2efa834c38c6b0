// The reference's exponential against the C library's.
#include "reference/exponential.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/catch.h"

using mha::reference::exponential;

TEST_CASE("the exponential is within 2 ulp of the C library's, down to the least normal number") {
  double largest = 0;
  for (double x = 0; x >= -708; x -= 0.00137) {
    const double expected = std::exp(x);
    largest = std::max(largest, std::abs(exponential(x) - expected) / expected);
  }
  CHECK(largest <= 2 * std::numeric_limits<double>::epsilon());
}

TEST_CASE("below, the exponential loses digits and then is 0, as the C library's") {
  constexpr double kLeast = std::numeric_limits<double>::denorm_min();
  for (double x = -708; x >= -760; x -= 0.0137) {
    CAPTURE(x);
    CHECK(std::abs(exponential(x) - std::exp(x)) <= std::max(kLeast, std::exp(x) * 0x1p-51));
  }
}

TEST_CASE("the exponential at the ends") {
  CHECK(exponential(0.0) == 1.0);
  CHECK(exponential(-0.0) == 1.0);
  CHECK(exponential(-std::numeric_limits<double>::infinity()) == 0.0);
  CHECK(std::isnan(exponential(std::numeric_limits<double>::quiet_NaN())));
}
