// Training and evaluation in the classes that drop weights.
#include "layers/module.h"
#include "support/catch.h"
#include "support/compare.h"
#include "support/filler.h"
#include "support/layers.h"

using mha::CausalOptions;
using mha::Tensor;
using mha::Trace;
using mha::test::causal_classes;
using mha::test::difference;
using mha::test::Filler;
using mha::test::make;
using mha::test::Recipe;

namespace {

constexpr CausalOptions kOptions{.d_in = 5, .d_out = 6, .context_length = 9, .dropout = 0.4, .qkv_bias = true};
constexpr std::size_t kHeads = 3;

}  // namespace

TEST_CASE("empty inputs draw nothing, as in PyTorch") {
  CausalOptions options = kOptions;
  for (const mha::DropoutMethod method : {mha::DropoutMethod::kDefault, mha::DropoutMethod::kMkl}) {
    options.dropout_method = method;
    for (const Recipe& recipe : causal_classes(options, kHeads)) {
      const auto generator = std::make_shared<mha::Generator>(123);
      const auto layer = make(recipe, generator);
      const mha::Generator before = *generator;
      layer->forward(Tensor<3>(xt::zeros<float>({2, 0, 5})));
      layer->trace(Tensor<3>(xt::zeros<float>({0, 4, 5})));
      CAPTURE(recipe.kind);
      CHECK(mha::Generator(before).random() == mha::Generator(*generator).random());
    }
  }
}

TEST_CASE("a layer starts in training mode; evaluation drops nothing and draws nothing (pytorch#124464)") {
  const Tensor<3> x = Filler(101).tensor(2, 9, 5);
  CausalOptions without = kOptions;
  without.dropout = 0.0;
  const std::vector<Recipe> plain = causal_classes(without, kHeads);
  const std::vector<Recipe> dropping = causal_classes(kOptions, kHeads);
  for (std::size_t i = 0; i < plain.size(); ++i) {
    CAPTURE(plain[i].kind);
    const auto generator = std::make_shared<mha::Generator>(123);
    const auto layer = make(dropping[i], generator);
    CHECK(layer->training());
    CHECK(difference(layer->forward(x), layer->forward(x)) != "");
    layer->eval();
    CHECK_FALSE(layer->training());
    const mha::Generator before = *generator;
    const Tensor<3> output = layer->forward(x);
    CHECK(difference(layer->forward(x), output) == "");
    CHECK(difference(make(plain[i])->forward(x), output) == "");
    CHECK(mha::Generator(before).random() == mha::Generator(*generator).random());
    layer->train();
    CHECK(layer->training());
    CHECK(difference(layer->forward(x), output) != "");
  }
}

TEST_CASE("p = 1 drops every weight in training, and none in evaluation") {
  const Tensor<3> x = Filler(102).tensor(2, 9, 5);
  CausalOptions options = kOptions;
  options.dropout = 1.0;
  for (const Recipe& recipe : causal_classes(options, kHeads)) {
    const auto layer = make(recipe);
    const Trace trace = layer->trace(x);
    CAPTURE(recipe.kind);
    CHECK(mha::test::max_abs(*trace.dropped_weights) == 0.0);
    CHECK(mha::test::max_abs(*trace.context) == 0.0);
    CHECK(mha::test::max_abs(*trace.weights) == 1.0);
    layer->eval();
    CHECK(mha::test::max_abs(layer->forward(x)) > 0.0);
  }
}
