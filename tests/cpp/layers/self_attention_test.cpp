// The classes without a mask, against the article and against reports of others.
#include "layers/self_attention.h"

#include <cmath>
#include <limits>

#include "layers/golden_checks.h"
#include "support/catch.h"
#include "support/compare.h"
#include "support/errors.h"
#include "support/filler.h"

using mha::Array;
using mha::Error;
using mha::ErrorCode;
using mha::SelfAttentionV1;
using mha::SelfAttentionV2;
using mha::Tensor;
using mha::Trace;
using mha::test::error_of;
using mha::test::max_abs_difference;
using mha::test::value_of;

namespace {

// A layer whose scores of every query are s_j: tokens are (1, s_j), queries 1 and keys s_j.
Trace with_scores(const std::vector<float>& scores) {
  SelfAttentionV2 layer(2, 1);
  layer.load_state_dict({{"W_query.weight", Array({{1.0F, 0.0F}})}, {"W_key.weight", Array({{0.0F, 1.0F}})}}, false);
  Tensor<3> x = xt::ones<float>({std::size_t{1}, scores.size(), std::size_t{2}});
  for (std::size_t j = 0; j < scores.size(); ++j) {
    x(0, j, 1) = scores[j];
  }
  return layer.trace(x);
}

}  // namespace

TEST_CASE("SimplifiedSelfAttention is the article's") { mha::test::check_book("SimplifiedSelfAttention"); }

TEST_CASE("SelfAttentionV1 is the article's") { mha::test::check_book("SelfAttentionV1"); }

TEST_CASE("SelfAttentionV2 is the article's") { mha::test::check_book("SelfAttentionV2"); }

TEST_CASE("SimplifiedSelfAttention takes and gives any width, and has no state") {
  mha::SimplifiedSelfAttention layer;
  CHECK(layer.output_width(7) == 7);
  CHECK(layer.state_dict().empty());
  CHECK(layer.num_parameters() == 0);
  for (const std::size_t width : {std::size_t{1}, std::size_t{3}, std::size_t{9}}) {
    const Tensor<3> x = mha::test::Filler(131).tensor(1, 4, width);
    CHECK(mha::test::shape_of(layer.forward(x)) == mha::Shape{1, 4, width});
  }
}

TEST_CASE("large scores make a softmax without overflow") {
  const Array first = xt::view(*with_scores({1000, 999, 0}).weights, 0, 0);
  CHECK(max_abs_difference(first, Array({0.731059F, 0.268941F, 0.0F})) <= 1e-6);
  const Array second = xt::view(*with_scores({-249.87F, -424.13F, -460.29F, 378.10F, -292.61F}).weights, 0, 2);
  CHECK(mha::test::difference(second, Array({0.0F, 0.0F, 0.0F, 1.0F, 0.0F})) == "");
}

TEST_CASE("without a mask every token sees a NaN") {
  Tensor<3> x = mha::test::Filler(132).tensor(2, 5, 3);
  x(1, 4, 0) = std::numeric_limits<float>::quiet_NaN();
  mha::SimplifiedSelfAttention layer;
  const Tensor<3> output = layer.forward(x);
  for (std::size_t i = 0; i < output.size(); ++i) {
    CHECK(std::isnan(output.data()[i]) == (i >= 15));
  }
}

TEST_CASE("sizes below 1 are refused before anything is drawn") {
  const mha::test::Watched generator;
  const auto check = [&](const std::optional<Error>& error, const char* argument) {
    REQUIRE(error);
    CHECK(error->code() == ErrorCode::kValue);
    CHECK(error->argument() == argument);
    CHECK(error->key() == "size.positive");
    CHECK(value_of<double>(*error, "value") == 0.0);
    CHECK(generator.untouched());
  };
  check(error_of([&] { SelfAttentionV1(0, 2, generator.get()); }), "d_in");
  check(error_of([&] { SelfAttentionV1(3, 0, generator.get()); }), "d_out");
  check(error_of([&] { SelfAttentionV2(0, 2, true, generator.get()); }), "d_in");
  check(error_of([&] { SelfAttentionV2(3, 0, false, generator.get()); }), "d_out");
}

TEST_CASE("weights that do not fit into memory are refused before anything is drawn") {
  const mha::test::Watched generator;
  constexpr std::size_t kHuge = std::size_t{1} << 31U;
  for (const auto& error : {error_of([&] { SelfAttentionV1(kHuge, kHuge, generator.get()); }),
                            error_of([&] { SelfAttentionV2(kHuge, kHuge, true, generator.get()); })}) {
    REQUIRE(error);
    CHECK(error->code() == ErrorCode::kOutOfMemory);
    CHECK(error->key() == "memory");
    CHECK(generator.untouched());
  }
}

TEST_CASE("layers draw from the default generator unless they are given one") {
  mha::manual_seed(123);
  SelfAttentionV1 by_default(3, 2);
  SelfAttentionV1 given(3, 2, std::make_shared<mha::Generator>(123));
  CHECK(mha::test::difference(by_default.state_dict()[2].second, given.state_dict()[2].second) == "");
}
