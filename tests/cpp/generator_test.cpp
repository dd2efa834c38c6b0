#include <catch_amalgamated.hpp>
#include "core/generator.h"
TEST_CASE("x"){ mha::Generator g(123); REQUIRE(g.uniform()==0.296111941F); }
