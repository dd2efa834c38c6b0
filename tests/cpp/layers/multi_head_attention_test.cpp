// Weight split against PyTorch's, and against the wrapper that it replaces.
#include "layers/multi_head_attention.h"

#include <cmath>
#include <limits>

#include "layers/golden_checks.h"
#include "layers/multi_head_attention_wrapper.h"
#include "support/catch.h"
#include "support/compare.h"
#include "support/errors.h"
#include "support/filler.h"
#include "support/layers.h"
#include "support/stages.h"

using mha::Array;
using mha::CausalOptions;
using mha::MultiHeadAttention;
using mha::MultiHeadAttentionWrapper;
using mha::Shape;
using mha::Tensor;
using mha::Trace;
using mha::test::difference;
using mha::test::error_of;
using mha::test::Filler;
using mha::test::max_abs_difference;
using mha::test::value_of;

namespace {

constexpr CausalOptions kArticle{.d_in = 3, .d_out = 2, .context_length = 6, .dropout = 0.0};

// Four heads' width of four, every projection the identity.
std::unique_ptr<MultiHeadAttention> identity(std::size_t heads) {
  const CausalOptions options{.d_in = 4, .d_out = 4, .context_length = 4, .dropout = 0.0};
  auto layer = std::make_unique<MultiHeadAttention>(options, heads);
  const Array eye = xt::eye<float>(4);
  layer->load_state_dict({{"W_query.weight", eye},
                          {"W_key.weight", eye},
                          {"W_value.weight", eye},
                          {"out_proj.weight", eye},
                          {"out_proj.bias", Array({0.0F, 0.0F, 0.0F, 0.0F})}},
                         false);
  return layer;
}

Array row(const Array& output, std::size_t i) { return xt::view(output, 0, i); }

}  // namespace

TEST_CASE("MultiHeadAttention is the article's") {
  mha::test::check_book("MultiHeadAttention");
  mha::test::check_print("MultiHeadAttention", "MultiHeadAttention, d_out 2, 2 heads");
}

TEST_CASE("MultiHeadAttention is PyTorch's on random configurations") { mha::test::check_random("MultiHeadAttention"); }

TEST_CASE("scores are scaled by the width of a head, not of the model") {
  const Tensor<3> x = {{{0.43F, 0.15F, 0.89F}, {0.55F, 0.87F, 0.66F}}};
  const Trace trace = MultiHeadAttention(kArticle, 2, std::make_shared<mha::Generator>(123)).trace(x);
  const Array weights = xt::view(*trace.weights, 0, 0, 1);
  CHECK(max_abs_difference(weights, Array({0.4776F, 0.5224F})) <= 0.5e-4);
}

TEST_CASE("heads are transposed, not reshaped, and the first token sees itself only") {
  const Trace trace = identity(2)->trace({{{1, 2, 3, 4}, {5, 6, 7, 8}}});
  const Array heads = {{{{1.0F, 2.0F}, {5.0F, 6.0F}}, {{3.0F, 4.0F}, {7.0F, 8.0F}}}};
  CHECK(difference(*trace.queries, heads) == "");
  CHECK(difference(*trace.keys, heads) == "");
  CHECK(difference(*trace.values, heads) == "");
  CHECK(difference(row(*trace.merged, 0), Array({1.0F, 2.0F, 3.0F, 4.0F})) == "");
  CHECK(difference(row(*trace.output, 0), Array({1.0F, 2.0F, 3.0F, 4.0F})) == "");
}

TEST_CASE("weights are given for every head, not averaged (pytorch#34537)") {
  const Trace trace = identity(2)->trace(Filler(161).tensor(3, 4, 4));
  CHECK(mha::test::shape_of(*trace.weights) == Shape{3, 2, 4, 4});
}

TEST_CASE("a row with everything hidden is out_proj.bias (pytorch#41508)") {
  const CausalOptions options{.d_in = 4, .d_out = 4, .context_length = 4, .dropout = 0.0};
  MultiHeadAttention layer(options, 2);
  // Keys 2 and 3 are padding; rows allow 1000, 1100, 0110, 0011.
  mha::test::load_mask(layer, {{0, 1, 1, 1}, {0, 0, 1, 1}, {1, 0, 1, 1}, {1, 1, 1, 1}});
  Tensor<3> x = Filler(162).tensor(1, 4, 4);
  xt::view(x, 0, 3) = std::numeric_limits<float>::quiet_NaN();
  const Trace trace = layer.trace(x);
  CHECK(difference(row(*trace.output, 3), *mha::find(layer.state_dict(), "out_proj.bias")) == "");
  CHECK(mha::test::max_abs(xt::view(*trace.weights, 0, xt::all(), 3)) == 0.0);
  CHECK(mha::test::max_abs(xt::view(*trace.context, 0, xt::all(), 3)) == 0.0);
  CHECK(difference(Array(xt::view(*trace.weights, 0, 1, 2)), Array({0.0F, 1.0F, 0.0F, 0.0F})) == "");
  CHECK_FALSE(xt::any(xt::isnan(*trace.output)));
}

TEST_CASE("merged is the heads' contexts side by side") {
  const Trace trace = identity(2)->trace(Filler(163).tensor(2, 3, 4));
  const Array merged = xt::transpose(*trace.context, {0, 2, 1, 3});
  CHECK(difference(*trace.merged, mha::test::reshaped(merged, {2, 3, 4})) == "");
}

TEST_CASE("a width that the heads do not divide is refused with both numbers (LLMs-from-scratch#444)") {
  const mha::test::Watched generator;
  const CausalOptions options{.d_in = 3, .d_out = 1600, .context_length = 6, .dropout = 0.0};
  const auto error = error_of([&] { MultiHeadAttention(options, 48, generator.get()); });
  REQUIRE(error);
  CHECK(error->code() == mha::ErrorCode::kValue);
  CHECK(error->argument() == "d_out");
  CHECK(error->key() == "heads.not-divisible");
  CHECK(value_of<double>(*error, "dOut") == 1600.0);
  CHECK(value_of<double>(*error, "numHeads") == 48.0);
  CHECK_THAT(error->what(), Catch::Matchers::ContainsSubstring("1600") && Catch::Matchers::ContainsSubstring("48"));
  CHECK(generator.untouched());
}

TEST_CASE("no heads are refused before anything is drawn") {
  const mha::test::Watched generator;
  const auto error = error_of([&] { MultiHeadAttention(kArticle, 0, generator.get()); });
  REQUIRE(error);
  CHECK(error->argument() == "num_heads");
  CHECK(error->key() == "size.positive");
  CHECK(generator.untouched());
}

TEST_CASE("from_wrapper gives the wrapper's output, for sizes of all kinds") {
  Filler filler(164);
  for (int i = 0; i < 40; ++i) {
    const CausalOptions options{.d_in = 1 + filler.below(20),
                                .d_out = 1 + filler.below(12),
                                .context_length = 1 + filler.below(40),
                                .dropout = 0.3,
                                .qkv_bias = filler.below(2) == 0};
    const std::size_t heads = 1 + filler.below(5);
    MultiHeadAttentionWrapper wrapper(options, heads, std::make_shared<mha::Generator>(filler.below(1000)));
    wrapper.eval();
    if (filler.below(3) == 0) {
      const std::size_t size = options.context_length;
      const Array mask = xt::cast<float>(xt::greater(xt::view(filler.tensor(1, size, size), 0), 0.3F));
      mha::test::load_mask(wrapper, mask);
    }
    const auto merged = MultiHeadAttention::from_wrapper(wrapper);
    const Tensor<3> x = filler.tensor(1 + filler.below(3), 1 + filler.below(options.context_length), options.d_in);
    CAPTURE(options.d_in, options.d_out, heads, options.qkv_bias, x.shape(1));
    const Trace trace = merged->trace(x);
    // Bit for bit: the same chains of the same kernels.
    CHECK(difference(*trace.merged, Array(wrapper.forward(x))) == "");
    CHECK(difference(*trace.output, Array(wrapper.forward(x))) == "");
  }
}

TEST_CASE("from_wrapper stacks the heads' rows, adds an identity, and draws nothing") {
  const auto generator = std::make_shared<mha::Generator>(5);
  CausalOptions options = kArticle;
  options.qkv_bias = true;
  options.dropout = 0.25;
  MultiHeadAttentionWrapper wrapper(options, 3, generator);
  const mha::Generator before = *generator;
  const auto merged = MultiHeadAttention::from_wrapper(wrapper);
  CHECK(mha::Generator(before).random() == mha::Generator(*generator).random());
  CHECK(merged->num_heads() == 3);
  CHECK(merged->head_dim() == 2);
  CHECK(merged->options().d_out == 6);
  CHECK(merged->options().dropout == 0.25);
  const mha::StateDict state = merged->state_dict();
  const mha::StateDict heads = wrapper.state_dict();
  for (std::size_t h = 0; h < 3; ++h) {
    const std::string prefix = "heads." + std::to_string(h) + ".";
    auto rows = xt::range(h * 2, (h + 1) * 2);
    for (const std::string name : {"W_query.weight", "W_key.bias", "W_value.weight"}) {
      CHECK(difference(Array(xt::view(*mha::find(state, name), rows)), *mha::find(heads, prefix + name)) == "");
    }
  }
  CHECK(difference(*mha::find(state, "out_proj.weight"), Array(xt::eye<float>(6))) == "");
  CHECK(mha::test::max_abs(*mha::find(state, "out_proj.bias")) == 0.0);
}

TEST_CASE("from_wrapper copies mode, mask and dropout, and owes the wrapper nothing") {
  const Tensor<3> x = Filler(165).tensor(1, 6, 3);
  CausalOptions options = kArticle;
  options.dropout = 0.5;
  auto wrapper = std::make_unique<MultiHeadAttentionWrapper>(options, 2, std::make_shared<mha::Generator>(5));
  Array mask = xt::zeros<float>(Shape{6, 6});
  mask(2, 1) = 3.0F;
  mha::test::load_mask(*wrapper, mask);
  const auto training = MultiHeadAttention::from_wrapper(*wrapper);
  wrapper->eval();
  const auto evaluated = MultiHeadAttention::from_wrapper(*wrapper);
  wrapper.reset();
  CHECK(training->training());
  CHECK_FALSE(evaluated->training());
  CHECK(difference(training->state_dict()[0].second, mask) == "");
  CHECK(xt::amin(*training->trace(x).dropout_mask)() == 0.0F);
  CHECK(xt::amin(*evaluated->trace(x).dropout_mask)() == 1.0F);
}

TEST_CASE("from_wrapper refuses heads whose masks hide different keys") {
  MultiHeadAttentionWrapper wrapper(kArticle, 3);
  Array mask = xt::zeros<float>(Shape{6, 6});
  wrapper.load_state_dict({{"heads.1.mask", mask}}, false);
  const auto error = error_of([&] { MultiHeadAttention::from_wrapper(wrapper); });
  REQUIRE(error);
  CHECK(error->code() == mha::ErrorCode::kValue);
  CHECK(error->argument() == "wrapper");
  CHECK(error->key() == "wrapper.masks");
  CHECK(value_of<double>(*error, "head") == 1.0);
  wrapper.load_state_dict({{"heads.0.mask", mask}, {"heads.2.mask", mask}}, false);
  CHECK_FALSE(error_of([&] { MultiHeadAttention::from_wrapper(wrapper); }));
}
