// Refused inputs: what the error says, and that nothing was drawn.
#include <limits>

#include "layers/module.h"
#include "support/catch.h"
#include "support/compare.h"
#include "support/errors.h"
#include "support/filler.h"
#include "support/layers.h"

using mha::CausalOptions;
using mha::Error;
using mha::ErrorCode;
using mha::InputView;
using mha::Module;
using mha::Shape;
using mha::Tensor;
using mha::test::all_classes;
using mha::test::causal_classes;
using mha::test::error_of;
using mha::test::make;
using mha::test::Recipe;
using mha::test::value_of;

namespace {

constexpr CausalOptions kOptions{.d_in = 3, .d_out = 4, .context_length = 6, .dropout = 0.5};
constexpr std::size_t kHeads = 2;

Tensor<3> zeros(std::size_t batch, std::size_t tokens, std::size_t width) {
  return xt::zeros<float>({batch, tokens, width});
}

// What `call` throws at a layer of that class, which must leave the generator and later passes as they were.
template <class Call>
Error refused(const Recipe& recipe, Call call) {
  const auto generator = std::make_shared<mha::Generator>(123);
  const auto layer = make(recipe, generator);
  const mha::Generator before = *generator;
  const auto error = error_of([&] { call(*layer); });
  REQUIRE(error);
  CHECK(mha::Generator(before).random() == mha::Generator(*generator).random());
  const Tensor<3> x = mha::test::Filler(121).tensor(2, 5, 3);
  CHECK(mha::test::difference(layer->forward(x), make(recipe)->forward(x)) == "");
  return *error;
}

}  // namespace

TEST_CASE("an input of another width is refused with both widths") {
  for (const Recipe& recipe : all_classes(kOptions, kHeads)) {
    if (recipe.kind == "SimplifiedSelfAttention") {
      continue;
    }
    const Tensor<3> x = zeros(2, 3, 5);
    const auto forward = [&](Module& layer) { layer.forward(x); };
    const auto forward_rows = [](Module& layer) { layer.forward(Tensor<2>(xt::zeros<float>({3, 5}))); };
    const auto trace = [&](Module& layer) { layer.trace(x); };
    CAPTURE(recipe.kind);
    for (const Error& error : {refused(recipe, forward), refused(recipe, forward_rows), refused(recipe, trace)}) {
      CHECK(error.code() == ErrorCode::kShape);
      CHECK(error.argument() == "x");
      CHECK(error.key() == "input.width");
      CHECK(value_of<double>(error, "got") == 5.0);
      CHECK(value_of<double>(error, "expected") == 3.0);
      CHECK_THAT(error.what(), Catch::Matchers::StartsWith(recipe.kind));
      CHECK_THAT(error.what(), Catch::Matchers::ContainsSubstring("swapped"));
    }
    CHECK(value_of<Shape>(refused(recipe, forward), "shape") == Shape{2, 3, 5});
  }
}

TEST_CASE("more tokens than the context length are refused with both numbers") {
  for (const Recipe& recipe : causal_classes(kOptions, kHeads)) {
    for (const bool traced : {false, true}) {
      const Tensor<3> x = zeros(2, 7, 3);
      const Error error = refused(recipe, [&](Module& layer) {
        if (traced) {
          layer.trace(x);
        } else {
          layer.forward(x);
        }
      });
      CAPTURE(recipe.kind, traced);
      CHECK(error.code() == ErrorCode::kShape);
      CHECK(error.argument() == "x");
      CHECK(error.key() == "input.tokens");
      CHECK(value_of<double>(error, "tokens") == 7.0);
      CHECK(value_of<double>(error, "contextLength") == 6.0);
      CHECK(value_of<Shape>(error, "shape") == Shape{2, 7, 3});
    }
    CHECK(mha::test::shape_of(make(recipe)->forward(zeros(2, 6, 3))) == Shape{2, 6, 4});
  }
}

TEST_CASE("a stage that the class lacks is refused with those that it has") {
  for (const Recipe& recipe : all_classes(kOptions, kHeads)) {
    const Error error = refused(recipe, [](Module& layer) { layer.trace(zeros(1, 2, 3), {"output", "wieghts"}); });
    CAPTURE(recipe.kind);
    CHECK(error.code() == ErrorCode::kValue);
    CHECK(error.argument() == "only");
    CHECK(error.key() == "trace.stage");
    CHECK(value_of<std::string>(error, "name") == "wieghts");
    CHECK(value_of<std::vector<std::string>>(error, "stages").value().back() == "output");
  }
  const Error error =
      refused({"SelfAttentionV1", kOptions}, [](Module& layer) { layer.trace(zeros(1, 2, 3), {"masked"}); });
  CHECK(error.key() == "trace.stage");
}

TEST_CASE("a stage's name is checked before the input's shape") {
  for (const Recipe& recipe : causal_classes(kOptions, kHeads)) {
    CHECK(refused(recipe, [](Module& layer) { layer.trace(zeros(1, 2, 5), {"nothing"}); }).key() == "trace.stage");
  }
}

TEST_CASE("stages that do not fit into memory are refused before anything is computed") {
  CausalOptions options = kOptions;
  options.context_length = std::size_t{1} << 31U;
  for (const Recipe& recipe : all_classes(options, kHeads)) {
    // No input could be read: the sizes alone decide.
    const InputView x{nullptr, 1, options.context_length, 3};
    const Error error = refused(recipe, [&](Module& layer) { layer.trace(x, layer.stages()); });
    CAPTURE(recipe.kind);
    CHECK(error.code() == ErrorCode::kOutOfMemory);
    CHECK(error.key() == "memory");
    CHECK(value_of<std::string>(error, "operation") == recipe.kind + ".trace");
    CHECK(value_of<double>(error, "bytes").value_or(0) >= 0x1p64);
  }
}
