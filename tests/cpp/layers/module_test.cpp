// What holds in all six classes: passes, batches, prefixes.
#include "layers/module.h"

#include <limits>

#include "support/catch.h"
#include "support/compare.h"
#include "support/filler.h"
#include "support/layers.h"
#include "support/stages.h"

using mha::Array;
using mha::CausalOptions;
using mha::Module;
using mha::Shape;
using mha::Tensor;
using mha::Trace;
using mha::test::all_classes;
using mha::test::causal_classes;
using mha::test::difference;
using mha::test::Filler;
using mha::test::make;
using mha::test::Recipe;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr CausalOptions kOptions{.d_in = 5, .d_out = 6, .context_length = 80, .dropout = 0.4, .qkv_bias = true};
constexpr std::size_t kHeads = 3;

std::size_t width_of(const Recipe& recipe) { return recipe.kind == "SimplifiedSelfAttention" ? 5 : 6; }

Tensor<3> sample(const Tensor<3>& x, std::size_t batch) { return xt::view(x, xt::range(batch, batch + 1)); }

// x with rows from `token` on replaced.
Tensor<3> replaced_from(Tensor<3> x, std::size_t token, float value) {
  xt::view(x, xt::all(), xt::range(token, x.shape(1))) = value;
  return x;
}

// A window of three tokens, so that the mask is not causal but hides what comes later.
void load_window(Module& layer) {
  Array mask = xt::ones<float>(Shape{kOptions.context_length, kOptions.context_length});
  for (std::size_t i = 0; i < kOptions.context_length; ++i) {
    xt::view(mask, i, xt::range(i < 2 ? 0 : i - 2, i + 1)) = 0.0F;
  }
  mha::test::load_mask(layer, mask);
}

}  // namespace

TEST_CASE("a trace has the bits of forward, and draws as much") {
  const Tensor<3> x = Filler(91).tensor(2, 70, 5);
  for (const Recipe& recipe : all_classes(kOptions, kHeads)) {
    for (const bool training : {false, true}) {
      const auto forward = make(recipe);
      const auto trace = make(recipe);
      forward->train(training);
      trace->train(training);
      CAPTURE(recipe.kind, training);
      CHECK(difference(*trace->trace(x).output, forward->forward(x)) == "");
      // Their generators are where they would be after the same passes.
      CHECK(difference(forward->forward(x), trace->forward(x)) == "");
    }
  }
}

TEST_CASE("a stage asked for alone is the same, and others are absent") {
  const Tensor<3> x = Filler(92).tensor(2, 7, 5);
  for (const Recipe& recipe : all_classes(kOptions, kHeads)) {
    const Trace all = make(recipe)->trace(x);
    for (const std::string& name : mha::test::stages_in(all)) {
      const Trace one = make(recipe)->trace(x, {name});
      CAPTURE(recipe.kind, name);
      CHECK(mha::test::stages_in(one) == std::vector<std::string>{name});
      CHECK(difference(*mha::test::stage_of(one, name), *mha::test::stage_of(all, name)) == "");
    }
    const Trace two = make(recipe)->trace(x, {"output", "weights", "output"});
    CHECK(mha::test::stages_in(two) == std::vector<std::string>{"weights", "output"});
  }
}

TEST_CASE("every class has its stages, in order") {
  const std::vector<std::vector<std::string>> expected = {
      {"scores", "weights", "context", "output"},
      {"queries", "keys", "values", "scores", "weights", "context", "output"},
      {"queries", "keys", "values", "scores", "weights", "context", "output"},
      {"queries", "keys", "values", "scores", "scaled", "masked", "weights", "dropout_mask", "dropped_weights",
       "context", "output"},
      {"queries", "keys", "values", "scores", "scaled", "masked", "weights", "dropout_mask", "dropped_weights",
       "context", "output"},
      {"queries", "keys", "values", "scores", "scaled", "masked", "weights", "dropout_mask", "dropped_weights",
       "context", "merged", "output"}};
  const std::vector<Recipe> recipes = all_classes(kOptions, kHeads);
  for (std::size_t i = 0; i < recipes.size(); ++i) {
    CAPTURE(recipes[i].kind);
    CHECK(mha::test::stages_in(make(recipes[i])->trace(Filler(93).tensor(1, 2, 5))) == expected[i]);
  }
}

TEST_CASE("a sample has the same bits alone and in a batch") {
  const Tensor<3> x = Filler(94).tensor(3, 11, 5);
  for (const Recipe& recipe : all_classes(kOptions, kHeads)) {
    const auto layer = make(recipe);
    layer->eval();
    const Trace all = layer->trace(x);
    for (std::size_t b = 0; b < 3; ++b) {
      CAPTURE(recipe.kind, b);
      CHECK(mha::test::difference(layer->trace(sample(x, b)), mha::test::sample_of(all, b)) == "");
    }
  }
}

TEST_CASE("swapping two samples swaps their outputs (pytorch#63560)") {
  const Tensor<3> x = Filler(95).tensor(2, 6, 5);
  const Tensor<3> swapped = xt::flip(x, 0);
  for (const Recipe& recipe : all_classes(kOptions, kHeads)) {
    const auto layer = make(recipe);
    layer->eval();
    CAPTURE(recipe.kind);
    CHECK(difference(layer->forward(swapped), Array(xt::flip(layer->forward(x), 0))) == "");
  }
}

TEST_CASE("fewer tokens are a prefix of the same bits under masks that hide what comes later") {
  const Tensor<3> x = Filler(96).tensor(2, 70, 5);
  for (const Recipe& recipe : causal_classes(kOptions, kHeads)) {
    for (const bool window : {false, true}) {
      const auto layer = make(recipe);
      layer->eval();
      if (window) {
        load_window(*layer);
      }
      const Tensor<3> all = layer->forward(x);
      for (std::size_t tokens = 1; tokens < 70; ++tokens) {
        CAPTURE(recipe.kind, window, tokens);
        const Tensor<3> some = layer->forward(mha::test::prefix(x, tokens));
        CHECK(difference(some, mha::test::prefix(all, tokens)) == "");
      }
    }
  }
}

TEST_CASE("fewer tokens are a prefix of the same bits beyond every block of keys and queries") {
  CausalOptions options = kOptions;
  options.context_length = 600;
  const Tensor<3> x = Filler(103).tensor(1, 600, 5);
  for (const Recipe& recipe : causal_classes(options, kHeads)) {
    const auto layer = make(recipe);
    layer->eval();
    const Tensor<3> all = layer->forward(x);
    for (const std::size_t tokens : {std::size_t{63}, std::size_t{65}, std::size_t{255}, std::size_t{256},
                                     std::size_t{257}, std::size_t{511}, std::size_t{513}}) {
      CAPTURE(recipe.kind, tokens);
      CHECK(difference(layer->forward(mha::test::prefix(x, tokens)), mha::test::prefix(all, tokens)) == "");
    }
  }
}

TEST_CASE("what comes later changes no bit of a row, not even NaN (LLMs-from-scratch#1061)") {
  const Tensor<3> x = Filler(97).tensor(2, 9, 5);
  for (const Recipe& recipe : causal_classes(kOptions, kHeads)) {
    for (const bool window : {false, true}) {
      const auto layer = make(recipe);
      layer->eval();
      if (window) {
        load_window(*layer);
      }
      const Tensor<3> clean = layer->forward(x);
      for (const float value : {10.0F, kNan, std::numeric_limits<float>::infinity()}) {
        const Tensor<3> poked = layer->forward(replaced_from(x, 2, value));
        CAPTURE(recipe.kind, window, value);
        CHECK(difference(mha::test::prefix(poked, 2), mha::test::prefix(clean, 2)) == "");
        CHECK(difference(poked, clean) != "");
      }
    }
  }
}

TEST_CASE("a two-dimensional input is a batch of one") {
  const Tensor<3> x = Filler(98).tensor(1, 6, 5);
  const Tensor<2> rows = xt::view(x, 0);
  for (const Recipe& recipe : all_classes(kOptions, kHeads)) {
    const auto layer = make(recipe);
    layer->eval();
    CAPTURE(recipe.kind);
    const Tensor<2> output = layer->forward(rows);
    CHECK(difference(output, Array(xt::view(layer->forward(x), 0))) == "");
  }
}

TEST_CASE("no tokens and no samples give empty results of the right shape (pytorch#141218)") {
  for (const Recipe& recipe : all_classes(kOptions, kHeads)) {
    const auto layer = make(recipe);
    for (const auto& [batch, tokens] : {std::pair<std::size_t, std::size_t>{2, 0}, {0, 4}, {0, 0}}) {
      CAPTURE(recipe.kind, batch, tokens);
      const Tensor<3> x = xt::zeros<float>({batch, tokens, std::size_t{5}});
      const Shape output = {batch, tokens, width_of(recipe)};
      CHECK(mha::test::shape_of(layer->forward(x)) == output);
      const Trace trace = layer->trace(x);
      CHECK(mha::test::shape_of(*trace.output) == output);
      CHECK(mha::test::shape_of(*trace.weights) == mha::test::weights_shape(recipe, x));
    }
    CHECK(mha::test::shape_of(layer->forward(Tensor<2>(xt::zeros<float>({0, 5})))) == Shape{0, width_of(recipe)});
  }
}

TEST_CASE("memory that calls reuse leaves no trace of them") {
  Filler filler(99);
  const Tensor<3> small = filler.tensor(1, 3, 5);
  const Tensor<3> large = filler.tensor(3, 40, 5);
  const Tensor<3> poison = replaced_from(large, 0, kNan);
  for (const Recipe& recipe : all_classes(kOptions, kHeads)) {
    const auto layer = make(recipe);
    layer->eval();
    const Tensor<3> first = layer->forward(small);
    layer->forward(poison);
    CAPTURE(recipe.kind);
    CHECK(difference(layer->forward(small), first) == "");
    const auto fresh = make(recipe);
    fresh->eval();
    CHECK(difference(layer->forward(large), fresh->forward(large)) == "");
  }
}

TEST_CASE("a pass writes its own columns of wider rows") {
  const Tensor<3> x = Filler(100).tensor(2, 6, 5);
  for (const Recipe& recipe : all_classes(kOptions, kHeads)) {
    const auto layer = make(recipe);
    layer->eval();
    const std::size_t width = width_of(recipe);
    Tensor<2> wide = xt::full_like(Tensor<2>(xt::zeros<float>({12, 20})), 7.0F);
    layer->forward(mha::view_of(x), {wide.data() + 3, 12, width, 20});
    const Array output = layer->forward(x);
    CAPTURE(recipe.kind);
    CHECK(difference(Array(xt::view(wide, xt::all(), xt::range(3, 3 + width))),
                     mha::test::reshaped(output, {12, width})) == "");
    const auto outside = [&](std::size_t from, std::size_t to) -> Array {
      return xt::view(wide, xt::all(), xt::range(from, to));
    };
    CHECK(xt::all(xt::equal(outside(0, 3), 7.0F)));
    CHECK(xt::all(xt::equal(outside(3 + width, 20), 7.0F)));
  }
}
