// Shapes of stages, and collecting those that are wanted.
#include "layers/tracing.h"

#include "support/catch.h"
#include "support/compare.h"
#include "support/stages.h"

using mha::PassSizes;
using mha::Shape;
using mha::Trace;
using mha::Tracing;

namespace {

constexpr PassSizes kMany{.batch = 2, .tokens = 5, .heads = 3, .head_dim = 4, .output_width = 7, .multi_head = true};
constexpr PassSizes kSingle{.batch = 2, .tokens = 5, .heads = 1, .head_dim = 4, .output_width = 4, .multi_head = false};

}  // namespace

TEST_CASE("stages of multi-head classes have a heads axis") {
  CHECK(kMany.shape_of(&Trace::queries) == Shape{2, 3, 5, 4});
  CHECK(kMany.shape_of(&Trace::context) == Shape{2, 3, 5, 4});
  CHECK(kMany.shape_of(&Trace::scores) == Shape{2, 3, 5, 5});
  CHECK(kMany.shape_of(&Trace::dropped_weights) == Shape{2, 3, 5, 5});
  CHECK(kMany.shape_of(&Trace::masked) == Shape{5, 5});
  CHECK(kMany.shape_of(&Trace::merged) == Shape{2, 5, 12});
  CHECK(kMany.shape_of(&Trace::output) == Shape{2, 5, 7});
}

TEST_CASE("stages of single-head classes have none") {
  CHECK(kSingle.shape_of(&Trace::values) == Shape{2, 5, 4});
  CHECK(kSingle.shape_of(&Trace::weights) == Shape{2, 5, 5});
  CHECK(kSingle.shape_of(&Trace::masked) == Shape{5, 5});
}

TEST_CASE("masks that differ have a heads axis") {
  PassSizes sizes = kMany;
  sizes.masks = 3;
  CHECK(sizes.shape_of(&Trace::masked) == Shape{3, 5, 5});
}

TEST_CASE("only wanted stages are collected") {
  Tracing tracing(kSingle, mha::stages_named({"keys", "output"}));
  CHECK(tracing.wants(&Trace::keys));
  CHECK_FALSE(tracing.wants(&Trace::queries));
  CHECK_FALSE(tracing.wants_weights());
  CHECK(tracing.bytes() == 2.0 * (2 * 5 * 4) * 4);
  CHECK(tracing.room_for(&Trace::scores) == nullptr);
  float* room = tracing.room_for(&Trace::keys);
  REQUIRE(room != nullptr);
  CHECK(tracing.room_for(&Trace::keys) == room);
  std::fill_n(room, 40, 2.0F);
  tracing.record(&Trace::output, std::vector<float>(40, 3.0F).data());
  tracing.record(&Trace::values, std::vector<float>(40, 4.0F).data());
  const Trace trace = tracing.take();
  CHECK(mha::test::stages_in(trace) == std::vector<std::string>{"keys", "output"});
  CHECK(mha::test::difference(*trace.keys, mha::Array(xt::full_like(*trace.keys, 2.0F))) == "");
  CHECK(mha::test::difference(*trace.output, mha::Array(xt::full_like(*trace.output, 3.0F))) == "");
}

TEST_CASE("every stage that is made of weights needs them") {
  for (const char* name : {"scores", "scaled", "weights", "dropped_weights"}) {
    CHECK(Tracing(kSingle, mha::stages_named({name})).wants_weights());
  }
}

TEST_CASE("a pass holds queries, keys and values, and one head packed") {
  CHECK(kMany.workspace_bytes() == 4.0 * (3 * (2 * 5 * 12) + 2 * (5 * (4 + 16))));
}

TEST_CASE("bytes of stages do not overflow") {
  PassSizes sizes = kMany;
  sizes.tokens = std::size_t{1} << 31U;
  CHECK(Tracing(sizes, mha::stages_named({"scores"})).bytes() == 2.0 * 3 * 0x1p62 * 4);
}
