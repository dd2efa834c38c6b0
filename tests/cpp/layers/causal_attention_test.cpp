// One causal head against the article, its dropout, and masks of other kinds.
#include "layers/causal_attention.h"

#include <cmath>
#include <limits>

#include "layers/golden_checks.h"
#include "support/catch.h"
#include "support/compare.h"
#include "support/errors.h"
#include "support/filler.h"
#include "support/layers.h"

using mha::Array;
using mha::CausalAttention;
using mha::CausalOptions;
using mha::DropoutMethod;
using mha::ErrorCode;
using mha::Shape;
using mha::Tensor;
using mha::Trace;
using mha::test::difference;
using mha::test::error_of;
using mha::test::Filler;
using mha::test::load_mask;
using mha::test::value_of;

namespace {

constexpr CausalOptions kOptions{.d_in = 3, .d_out = 2, .context_length = 6, .dropout = 0.0};
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

std::unique_ptr<CausalAttention> evaluated(const CausalOptions& options) {
  auto layer = std::make_unique<CausalAttention>(options, std::make_shared<mha::Generator>(123));
  layer->eval();
  return layer;
}

// The rows of a mask of 0 and 1.
Array rows_of(const std::vector<std::string>& rows) {
  Array mask = xt::zeros<float>(Shape{rows.size(), rows.front().size()});
  for (std::size_t i = 0; i < mask.size(); ++i) {
    mask.data()[i] = rows[i / rows.front().size()][i % rows.front().size()] == '1' ? 1.0F : 0.0F;
  }
  return mask;
}

}  // namespace

TEST_CASE("CausalAttention is the article's") { mha::test::check_book("CausalAttention"); }

TEST_CASE("seed 123 drops what readers see, with and without MKL (LLMs-from-scratch#57)") {
  const std::vector<std::pair<DropoutMethod, Array>> expected = {
      {DropoutMethod::kDefault, rows_of({"110110", "000101", "111101", "011001", "010101", "011110"})},
      {DropoutMethod::kMkl, rows_of({"111111", "010000", "001010", "110001", "100001", "010000"})}};
  for (const auto& [method, mask] : expected) {
    CausalOptions options = kOptions;
    options.dropout = 0.5;
    options.dropout_method = method;
    CausalAttention layer(options);
    mha::manual_seed(123);
    const Trace trace = layer.trace(Filler(141).tensor(1, 6, 3), {"dropout_mask"});
    CHECK(difference(*trace.dropout_mask, mha::test::reshaped(mask, {1, 6, 6})) == "");
  }
}

TEST_CASE("a loaded causal mask of other values changes no bit") {
  const Tensor<3> x = Filler(142).tensor(2, 5, 3);
  const auto layer = evaluated(kOptions);
  const Tensor<3> output = layer->forward(x);
  Array mask = layer->state_dict()[0].second * -7.5F;
  mask(0, 1) = kNan;
  load_mask(*layer, mask);
  CHECK(layer->mask().causal());
  CHECK(difference(layer->state_dict()[0].second, mask) == "");
  CHECK(difference(layer->forward(x), output) == "");
}

TEST_CASE("a row with everything hidden has weights and context 0, with and without dropout (pytorch#41508)") {
  for (const double dropout : {0.0, 0.5}) {
    CausalOptions options = kOptions;
    options.dropout = dropout;
    CausalAttention layer(options);
    load_mask(layer, rows_of({"011111", "001111", "111111", "000011", "111111", "100000"}));
    Tensor<3> x = Filler(143).tensor(1, 6, 3);
    xt::view(x, 0, 4) = kNan;
    const Trace trace = layer.trace(x);
    for (const std::size_t row : {std::size_t{2}, std::size_t{4}}) {
      CHECK(difference(Array(xt::view(*trace.weights, 0, row)), Array(xt::zeros<float>(Shape{6}))) == "");
      CHECK(difference(Array(xt::view(*trace.context, 0, row)), Array(xt::zeros<float>(Shape{2}))) == "");
      CHECK(difference(Array(xt::view(*trace.output, 0, row)), Array(xt::zeros<float>(Shape{2}))) == "");
    }
    CHECK_FALSE(std::isnan((*trace.output)(0, 3, 0)));
    CHECK(std::isnan((*trace.output)(0, 5, 0)));
  }
}

TEST_CASE("a window of two counts the token itself (transformers#39408)") {
  CausalOptions options = kOptions;
  options.context_length = 4;
  const auto layer = evaluated(options);
  load_mask(*layer, rows_of({"0111", "0011", "1001", "1100"}));
  const Trace trace = layer->trace(Filler(144).tensor(1, 4, 3));
  const Array visible = xt::cast<float>(xt::greater(*trace.weights, 0.0F));
  CHECK(difference(visible, mha::test::reshaped(rows_of({"1000", "1100", "0110", "0011"}), {1, 4, 4})) == "");
}

TEST_CASE("a mask of 0 and 1 hides where it is 1, and is not added (pytorch#21518)") {
  CausalOptions options = kOptions;
  options.context_length = 8;
  const auto layer = evaluated(options);
  Array mask = xt::triu(Array(xt::ones<float>(Shape{8, 8})), 1);
  load_mask(*layer, mask);
  const Tensor<3> x = xt::ones<float>({1, 8, 3});
  const Trace trace = layer->trace(x);
  for (std::size_t i = 0; i < 8; ++i) {
    for (std::size_t j = 0; j < 8; ++j) {
      const float expected = j > i ? 0.0F : 1.0F / static_cast<float>(i + 1);
      CHECK((*trace.weights)(0, i, j) == expected);
    }
  }
}

TEST_CASE("a mask is cut to the tokens that are there") {
  const auto layer = evaluated(kOptions);
  load_mask(*layer, rows_of({"100000", "000001", "010011", "000000", "111111", "000001"}));
  const Trace trace = layer->trace(Filler(145).tensor(1, 3, 3));
  CHECK(difference(*trace.masked, rows_of({"100", "000", "010"})) == "");
  const Array visible = xt::cast<float>(xt::greater(*trace.weights, 0.0F));
  CHECK(difference(visible, mha::test::reshaped(rows_of({"011", "111", "101"}), {1, 3, 3})) == "");
}

TEST_CASE("options that cannot be are refused before anything is drawn") {
  struct Wrong {
    CausalOptions options;
    std::string argument;
    std::string key;
  };
  const std::vector<Wrong> all = {
      {{.d_in = 0, .d_out = 2, .context_length = 6, .dropout = 0.0}, "d_in", "size.positive"},
      {{.d_in = 3, .d_out = 0, .context_length = 6, .dropout = 0.0}, "d_out", "size.positive"},
      {{.d_in = 3, .d_out = 2, .context_length = 0, .dropout = 0.0}, "context_length", "size.positive"},
      {{.d_in = 3, .d_out = 2, .context_length = 6, .dropout = -0.1}, "dropout", "dropout.range"},
      {{.d_in = 3, .d_out = 2, .context_length = 6, .dropout = 1.1}, "dropout", "dropout.range"},
      {{.d_in = 3, .d_out = 2, .context_length = 6, .dropout = kNan}, "dropout", "dropout.range"}};
  const mha::test::Watched generator;
  for (const Wrong& wrong : all) {
    for (const auto& recipe : mha::test::causal_classes(wrong.options, 1)) {
      CAPTURE(recipe.kind, wrong.argument, wrong.options.dropout);
      const auto error = error_of([&] { mha::test::make(recipe, generator.get()); });
      REQUIRE(error);
      CHECK(error->code() == ErrorCode::kValue);
      CHECK(error->argument() == wrong.argument);
      CHECK(error->key() == wrong.key);
      CHECK(value_of<double>(*error, "value").has_value());
      CHECK_THAT(error->what(), Catch::Matchers::StartsWith(recipe.kind));
      CHECK(generator.untouched());
    }
  }
}

TEST_CASE("weights of many heads that do not fit into memory are refused before anything is drawn") {
  const CausalOptions huge{
      .d_in = std::size_t{1} << 31U, .d_out = std::size_t{1} << 31U, .context_length = 6, .dropout = 0.0};
  const mha::test::Watched generator;
  for (const auto& recipe : mha::test::causal_classes(huge, 2)) {
    CAPTURE(recipe.kind);
    const auto error = error_of([&] { mha::test::make(recipe, generator.get()); });
    REQUIRE(error);
    CHECK(error->code() == ErrorCode::kOutOfMemory);
    CHECK(value_of<std::string>(*error, "operation") == recipe.kind);
    CHECK(generator.untouched());
  }
}
