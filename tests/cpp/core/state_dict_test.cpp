// Finding a tensor by its name.
#include "core/state_dict.h"

#include "support/catch.h"

TEST_CASE("a tensor is found by its whole name") {
  const mha::StateDict state = {{"W_query.weight", mha::Array({1.0F})}, {"W_query.bias", mha::Array({2.0F})}};
  REQUIRE(mha::find(state, "W_query.bias") != nullptr);
  CHECK(mha::find(state, "W_query.bias") == &state[1].second);
  CHECK(mha::find(state, "W_query") == nullptr);
  CHECK(mha::find({}, "W_query") == nullptr);
}
