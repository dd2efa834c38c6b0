// The name of the instructions that the kernels were compiled to.
#include "kernels/variant.h"

#include <string>

#include "support/catch.h"

TEST_CASE("these tests run the kernels that round products and sums apart") {
  CHECK(std::string(mha::kernels::variant()) == "simd");
}
