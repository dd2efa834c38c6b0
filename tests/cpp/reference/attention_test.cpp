// The reference against PyTorch in double, and what it skips.
#include "reference/attention.h"

#include <cmath>
#include <limits>

#include "support/catch.h"
#include "support/compare.h"
#include "support/filler.h"
#include "support/golden.h"
#include "support/layers.h"

using mha::Array;
using mha::CausalOptions;
using mha::DoubleTensor;
using mha::Shape;
using mha::StateDict;
using mha::Tensor;
using mha::test::Filler;
using mha::test::make;
using mha::test::max_abs_difference;
using mha::test::Recipe;
using mha::test::reference_output;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr CausalOptions kOptions{.d_in = 5, .d_out = 6, .context_length = 9, .dropout = 0.4, .qkv_bias = true};
constexpr std::size_t kHeads = 3;

StateDict state_of(const Recipe& recipe) { return make(recipe)->state_dict(); }

DoubleTensor<3> first_tokens(const DoubleTensor<3>& output, std::size_t tokens) {
  return xt::view(output, xt::all(), xt::range(0, tokens));
}

}  // namespace

TEST_CASE("the reference is PyTorch in double on random configurations") {
  for (const auto& golden : mha::test::random_passes()) {
    CAPTURE(golden.name);
    const StateDict state = make(golden.recipe, golden.seed)->state_dict();
    CHECK(max_abs_difference(reference_output(golden.recipe, state, golden.input), golden.output_float64) <= 1e-12);
  }
}

TEST_CASE("the reference is the article's, for every class") {
  for (const Recipe& recipe : mha::test::all_classes(kOptions, kHeads)) {
    for (const auto& golden : mha::test::book_passes(recipe.kind)) {
      if (golden.training) {
        continue;
      }
      CAPTURE(golden.name);
      const DoubleTensor<3> output = reference_output(golden.recipe, golden.state, golden.input);
      CHECK(max_abs_difference(output, *mha::find(golden.trace, "output")) <= 1e-6);
    }
  }
}

TEST_CASE("the layers are within 1e-6 of the reference, dropout and masks included") {
  Filler filler(171);
  const Tensor<3> x = filler.tensor(2, 9, 5);
  for (const Recipe& recipe : mha::test::causal_classes(kOptions, kHeads)) {
    for (const bool masked : {false, true}) {
      const auto layer = make(recipe);
      if (masked) {
        const Array mask = xt::cast<float>(xt::greater(xt::view(filler.tensor(1, 9, 9), 0), 0.0F));
        mha::test::load_mask(*layer, mask);
      }
      const mha::Trace trace = layer->trace(x);
      const mha::reference::Dropped dropped{trace.dropout_mask->data(), kOptions.dropout};
      CAPTURE(recipe.kind, masked);
      CHECK(max_abs_difference(*trace.output, reference_output(recipe, layer->state_dict(), x, dropped)) <= 1e-6);
      layer->eval();
      CHECK(max_abs_difference(layer->forward(x), reference_output(recipe, layer->state_dict(), x)) <= 1e-6);
    }
  }
}

TEST_CASE("p = 1 leaves nothing but the bias of the output projection") {
  const Tensor<3> x = Filler(172).tensor(1, 4, 5);
  const Recipe recipe{"MultiHeadAttention", kOptions, kHeads};
  const StateDict state = state_of(recipe);
  const Array none = xt::zeros<float>(Shape{1, 3, 4, 4});
  const DoubleTensor<3> output = reference_output(recipe, state, x, mha::reference::Dropped{none.data(), 1.0});
  const Array bias = *mha::find(state, "out_proj.bias");
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(max_abs_difference(xt::view(output, 0, i), bias) == 0.0);
  }
}

TEST_CASE("the reference skips what is hidden, whatever it holds") {
  const Tensor<3> x = Filler(173).tensor(2, 9, 5);
  for (const Recipe& recipe : mha::test::causal_classes(kOptions, kHeads)) {
    const StateDict state = state_of(recipe);
    const DoubleTensor<3> clean = first_tokens(reference_output(recipe, state, x), 4);
    for (const float value : {kNan, std::numeric_limits<float>::infinity()}) {
      Tensor<3> poked = x;
      xt::view(poked, xt::all(), xt::range(4, 9)) = value;
      const DoubleTensor<3> output = reference_output(recipe, state, poked);
      CAPTURE(recipe.kind, value);
      CHECK(max_abs_difference(first_tokens(output, 4), clean) == 0.0);
      CHECK(std::isnan(output(1, 4, 0)));
    }
  }
}

TEST_CASE("in the reference a row with everything hidden is 0, or the bias of the output projection") {
  const Tensor<3> x = xt::full_like(Tensor<3>(xt::zeros<float>({1, 9, 5})), kNan);
  for (const Recipe& recipe : mha::test::causal_classes(kOptions, kHeads)) {
    const auto layer = make(recipe);
    mha::test::load_mask(*layer, xt::ones<float>(Shape{9, 9}));
    const StateDict state = layer->state_dict();
    const DoubleTensor<3> output = reference_output(recipe, state, x);
    const Array* bias = mha::find(state, "out_proj.bias");
    const Array row = bias == nullptr ? Array(xt::zeros<float>(Shape{6})) : *bias;
    CAPTURE(recipe.kind);
    CHECK(max_abs_difference(xt::view(output, 0, 0), row) == 0.0);
    CHECK(max_abs_difference(xt::view(output, 0, 8), row) == 0.0);
  }
}

TEST_CASE("the reference gives empty results for no tokens and no samples") {
  for (const Recipe& recipe : mha::test::all_classes(kOptions, kHeads)) {
    const std::size_t width = recipe.kind == "SimplifiedSelfAttention" ? 5 : 6;
    const StateDict state = state_of(recipe);
    CAPTURE(recipe.kind);
    CHECK(mha::test::shape_of(reference_output(recipe, state, xt::zeros<float>({2, 0, 5}))) == Shape{2, 0, width});
    CHECK(mha::test::shape_of(reference_output(recipe, state, xt::zeros<float>({0, 4, 5}))) == Shape{0, 4, width});
  }
}
