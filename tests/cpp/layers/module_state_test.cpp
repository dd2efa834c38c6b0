// State in and out of all six classes.
#include <algorithm>
#include <tuple>

#include "layers/module.h"
#include "support/catch.h"
#include "support/compare.h"
#include "support/errors.h"
#include "support/filler.h"
#include "support/layers.h"

using mha::Array;
using mha::CausalOptions;
using mha::Error;
using mha::ErrorCode;
using mha::LoadResult;
using mha::Module;
using mha::Shape;
using mha::StateDict;
using mha::Tensor;
using mha::test::all_classes;
using mha::test::difference;
using mha::test::error_of;
using mha::test::Filler;
using mha::test::make;
using mha::test::Recipe;
using mha::test::value_of;

namespace {

using Names = std::vector<std::string>;

constexpr CausalOptions kOptions{.d_in = 5, .d_out = 6, .context_length = 8, .dropout = 0.0, .qkv_bias = true};
constexpr std::size_t kHeads = 2;

Names names_of(const StateDict& state) {
  Names names;
  for (const auto& [name, tensor] : state) {
    names.push_back(name);
  }
  return names;
}

std::string difference_of_states(const StateDict& got, const StateDict& expected) {
  if (names_of(got) != names_of(expected)) {
    return "other names";
  }
  for (std::size_t i = 0; i < got.size(); ++i) {
    const std::string fault = difference(got[i].second, expected[i].second);
    if (!fault.empty()) {
      return got[i].first + ": " + fault;
    }
  }
  return "";
}

Tensor<3> some_input() { return Filler(111).tensor(2, 6, 5); }

// The numbers of another layer of that class.
StateDict other_state(const Recipe& recipe) { return make(recipe, 999)->state_dict(); }

// What loading throws, with the layer's numbers and output untouched by it.
Error refused(Module& layer, const StateDict& state, bool strict) {
  const StateDict before = layer.state_dict();
  const Tensor<3> output = layer.forward(some_input());
  const auto error = error_of([&] { layer.load_state_dict(state, strict); });
  REQUIRE(error);
  CHECK(difference_of_states(layer.state_dict(), before) == "");
  CHECK(difference(layer.forward(some_input()), output) == "");
  return *error;
}

std::vector<Recipe> classes_with_state() {
  std::vector<Recipe> recipes = all_classes(kOptions, kHeads);
  recipes.erase(recipes.begin());
  return recipes;
}

}  // namespace

TEST_CASE("state has PyTorch's names in PyTorch's order") {
  const std::vector<Names> expected = {
      {},
      {"W_query", "W_key", "W_value"},
      {"W_query.weight", "W_query.bias", "W_key.weight", "W_key.bias", "W_value.weight", "W_value.bias"},
      {"mask", "W_query.weight", "W_query.bias", "W_key.weight", "W_key.bias", "W_value.weight", "W_value.bias"},
      {"heads.0.mask", "heads.0.W_query.weight", "heads.0.W_query.bias", "heads.0.W_key.weight", "heads.0.W_key.bias",
       "heads.0.W_value.weight", "heads.0.W_value.bias", "heads.1.mask", "heads.1.W_query.weight",
       "heads.1.W_query.bias", "heads.1.W_key.weight", "heads.1.W_key.bias", "heads.1.W_value.weight",
       "heads.1.W_value.bias"},
      {"mask", "W_query.weight", "W_query.bias", "W_key.weight", "W_key.bias", "W_value.weight", "W_value.bias",
       "out_proj.weight", "out_proj.bias"}};
  const std::vector<Recipe> recipes = all_classes(kOptions, kHeads);
  for (std::size_t i = 0; i < recipes.size(); ++i) {
    CAPTURE(recipes[i].kind);
    CHECK(names_of(make(recipes[i])->state_dict()) == expected[i]);
  }
}

TEST_CASE("tensors have PyTorch's shapes, and biases are there only where asked for") {
  CausalOptions options = kOptions;
  options.qkv_bias = false;
  const StateDict state = make({"MultiHeadAttention", options, kHeads})->state_dict();
  CHECK(names_of(state) ==
        Names{"mask", "W_query.weight", "W_key.weight", "W_value.weight", "out_proj.weight", "out_proj.bias"});
  CHECK(mha::test::shape_of(state[0].second) == Shape{8, 8});
  CHECK(mha::test::shape_of(state[1].second) == Shape{6, 5});
  CHECK(mha::test::shape_of(state[4].second) == Shape{6, 6});
  CHECK(mha::test::shape_of(state[5].second) == Shape{6});
  CHECK(mha::test::shape_of(make({"SelfAttentionV1", options})->state_dict()[0].second) == Shape{5, 6});
}

TEST_CASE("parameters are counted without buffers") {
  const std::vector<std::size_t> expected = {0, 90, 108, 108, 108, 150};
  const std::vector<Recipe> recipes = all_classes(kOptions, kHeads);
  for (std::size_t i = 0; i < recipes.size(); ++i) {
    CAPTURE(recipes[i].kind);
    CHECK(make(recipes[i])->num_parameters() == expected[i]);
  }
}

TEST_CASE("a layer with another's state gives the other's bits") {
  for (const Recipe& recipe : all_classes(kOptions, kHeads)) {
    const auto other = make(recipe, 999);
    const auto layer = make(recipe);
    const LoadResult result = layer->load_state_dict(other->state_dict());
    CAPTURE(recipe.kind);
    CHECK(result.missing_keys.empty());
    CHECK(result.unexpected_keys.empty());
    CHECK(difference_of_states(layer->state_dict(), other->state_dict()) == "");
    CHECK(difference(layer->forward(some_input()), other->forward(some_input())) == "");
  }
}

TEST_CASE("names may come in any order") {
  for (const Recipe& recipe : classes_with_state()) {
    StateDict reversed = other_state(recipe);
    std::reverse(reversed.begin(), reversed.end());
    const auto layer = make(recipe);
    layer->load_state_dict(reversed);
    CAPTURE(recipe.kind);
    CHECK(difference_of_states(layer->state_dict(), other_state(recipe)) == "");
  }
}

TEST_CASE("a tensor of the wrong shape is refused, strict or not, and nothing is loaded") {
  for (const Recipe& recipe : classes_with_state()) {
    for (const bool strict : {true, false}) {
      const auto layer = make(recipe);
      StateDict state = other_state(recipe);
      const Shape expected = mha::test::shape_of(state.back().second);
      Shape got = expected;
      got.back() += 1;
      state.back().second = xt::zeros<float>(got);
      const Error error = refused(*layer, state, strict);
      CAPTURE(recipe.kind, strict);
      CHECK(error.code() == ErrorCode::kShape);
      CHECK(error.argument() == "stateDict");
      CHECK(error.key() == "state.shape");
      CHECK(value_of<std::string>(error, "name") == state.back().first);
      CHECK(value_of<Shape>(error, "got") == got);
      CHECK(value_of<Shape>(error, "expected") == expected);
    }
  }
}

TEST_CASE("a shape of another rank, or transposed, is another shape") {
  const auto layer = make({"SelfAttentionV2", kOptions});
  StateDict state = layer->state_dict();
  state[0].second.reshape({30});
  CHECK(refused(*layer, state, true).key() == "state.shape");
  state[0].second.reshape({5, 6});
  CHECK_THAT(refused(*layer, state, true).what(), Catch::Matchers::ContainsSubstring("transposed"));
}

TEST_CASE("missing names are refused when strict, and nothing is loaded") {
  for (const Recipe& recipe : classes_with_state()) {
    const auto layer = make(recipe);
    StateDict state = other_state(recipe);
    const std::string missing = state.front().first;
    state.erase(state.begin());
    const Error error = refused(*layer, state, true);
    CAPTURE(recipe.kind);
    CHECK(error.code() == ErrorCode::kValue);
    CHECK(error.key() == "state.missing");
    CHECK(value_of<Names>(error, "keys") == Names{missing});
  }
}

TEST_CASE("unexpected names are refused when strict, and nothing is loaded") {
  for (const Recipe& recipe : all_classes(kOptions, kHeads)) {
    const auto layer = make(recipe);
    StateDict state = other_state(recipe);
    state.emplace_back("W_qurey.weight", Array({1.0F}));
    const Error error = refused(*layer, state, true);
    CAPTURE(recipe.kind);
    CHECK(error.code() == ErrorCode::kValue);
    CHECK(error.key() == "state.unexpected");
    CHECK(value_of<Names>(error, "keys") == Names{"W_qurey.weight"});
  }
}

TEST_CASE("missing names come before unexpected ones, and both are named") {
  const auto layer = make({"SelfAttentionV1", kOptions});
  const Error error = refused(*layer, {{"W_qurey", Array({1.0F})}}, true);
  CHECK(error.key() == "state.missing");
  CHECK(value_of<Names>(error, "missing") == Names{"W_query", "W_key", "W_value"});
  CHECK(value_of<Names>(error, "unexpected") == Names{"W_qurey"});
}

TEST_CASE("what is there is loaded when not strict, and the rest is named") {
  for (const Recipe& recipe : classes_with_state()) {
    const auto layer = make(recipe);
    StateDict expected = layer->state_dict();
    const StateDict other = other_state(recipe);
    expected.back() = other.back();
    const LoadResult result = layer->load_state_dict({{"extra", Array({1.0F})}, other.back()}, false);
    CAPTURE(recipe.kind);
    CHECK(result.unexpected_keys == Names{"extra"});
    Names missing = names_of(other);
    missing.pop_back();
    CHECK(result.missing_keys == missing);
    CHECK(difference_of_states(layer->state_dict(), expected) == "");
  }
}

TEST_CASE("a mask too large for memory is refused when state is asked for, not before") {
  CausalOptions options = kOptions;
  options.context_length = std::size_t{1} << 31U;
  for (const Recipe& recipe : mha::test::causal_classes(options, kHeads)) {
    const auto layer = make(recipe);
    CAPTURE(recipe.kind);
    CHECK(mha::test::shape_of(layer->forward(some_input())) == Shape{2, 6, 6});
    const auto error = error_of([&] { std::ignore = layer->state_dict(); });
    REQUIRE(error);
    CHECK(error->code() == ErrorCode::kOutOfMemory);
    CHECK(value_of<double>(*error, "bytes").value_or(0) >= 0x1p64);
  }
}
