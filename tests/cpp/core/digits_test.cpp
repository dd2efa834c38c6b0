// Whole numbers as text.
#include "core/digits.h"

#include <limits>
#include <string>

#include "support/catch.h"

TEST_CASE("digits are std::to_string's") {
  for (const std::uint64_t whole : {std::uint64_t{0}, std::uint64_t{7}, std::uint64_t{10}, std::uint64_t{1'000'000},
                                    std::uint64_t{4'294'967'296}, std::numeric_limits<std::uint64_t>::max()}) {
    CHECK(mha::digits(whole) == std::to_string(whole));
  }
}
