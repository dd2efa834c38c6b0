// The stages of a trace: how each follows from those before it.
#include "layers/stage_writer.h"

#include <cmath>
#include <limits>

#include "support/catch.h"
#include "support/compare.h"
#include "support/filler.h"
#include "support/layers.h"
#include "support/stages.h"

using mha::Array;
using mha::CausalOptions;
using mha::Shape;
using mha::Tensor;
using mha::Trace;
using mha::test::DoubleArray;
using mha::test::Filler;
using mha::test::max_abs_difference;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr CausalOptions kOptions{.d_in = 5, .d_out = 6, .context_length = 80, .dropout = 0.4, .qkv_bias = true};
constexpr std::size_t kHeads = 3;

// (samples, rows, cols) of a stage with or without a heads axis.
Array flat(const Array& stage) {
  const Shape shape = mha::test::shape_of(stage);
  const std::size_t rows = shape[shape.size() - 2];
  const std::size_t cols = shape.back();
  return mha::test::reshaped(stage, {stage.size() / (rows * cols), rows, cols});
}

// a (samples, n, k) b (samples, m, k)ᵀ in double; pairs whose weight is 0 by the mask are left out.
DoubleArray product(const Array& a, const Array& b) {
  DoubleArray c = xt::zeros<double>(Shape{a.shape(0), a.shape(1), b.shape(1)});
  for (std::size_t s = 0; s < a.shape(0); ++s) {
    for (std::size_t i = 0; i < a.shape(1); ++i) {
      for (std::size_t j = 0; j < b.shape(1); ++j) {
        for (std::size_t k = 0; k < a.shape(2); ++k) {
          c(s, i, j) += a(s, i, k) == 0.0F ? 0.0 : static_cast<double>(a(s, i, k)) * b(s, j, k);
        }
      }
    }
  }
  return c;
}

Array transposed(const Array& a) { return xt::transpose(a, {0, 2, 1}); }

void check_weights(const Trace& trace, double dropout) {
  const Array weights = flat(*trace.weights);
  const Array masked = *trace.masked;
  for (std::size_t s = 0; s < weights.shape(0); ++s) {
    for (std::size_t i = 0; i < weights.shape(1); ++i) {
      double sum = 0.0;
      bool visible = false;
      for (std::size_t j = 0; j < weights.shape(2); ++j) {
        sum += weights(s, i, j);
        visible = visible || masked(i, j) == 0.0F;
        const bool hidden = masked(i, j) != 0.0F;
        REQUIRE((!hidden || weights(s, i, j) == 0.0F));
        REQUIRE((flat(*trace.scaled)(s, i, j) == -kInfinity) == hidden);
      }
      REQUIRE(std::abs(sum - (visible ? 1.0 : 0.0)) <= 1e-6);
    }
  }
  const Array dropped = *trace.weights * *trace.dropout_mask * static_cast<float>(1.0 / (1.0 - dropout));
  CHECK(max_abs_difference(*trace.dropped_weights, dropped) <= 1e-6);
}

void check_stages(const Trace& trace, double head_dim, double dropout) {
  CHECK(max_abs_difference(flat(*trace.scores), product(flat(*trace.queries), flat(*trace.keys))) <= 2e-6);
  const Array scaled = xt::where(xt::not_equal(*trace.masked, 0.0F), -kInfinity,
                                 *trace.scores / static_cast<float>(std::sqrt(head_dim)));
  CHECK(max_abs_difference(*trace.scaled, scaled) <= 1e-6);
  check_weights(trace, dropout);
  const DoubleArray context = product(flat(*trace.dropped_weights), transposed(flat(*trace.values)));
  CHECK(max_abs_difference(flat(*trace.context), context) <= 1e-6);
}

// A few keys hidden from each query, everything from query 4.
Array some_mask(Filler& filler) {
  Array mask = xt::zeros<float>(Shape{kOptions.context_length, kOptions.context_length});
  for (float& value : mask) {
    value = filler.below(3) == 0 ? 1.0F : 0.0F;
  }
  xt::view(mask, 4) = 1.0F;
  return mask;
}

}  // namespace

TEST_CASE("every stage follows from those before it, whatever the mask and the mode") {
  Filler filler(81);
  const Tensor<3> x = filler.tensor(2, 9, 5);
  for (const auto& recipe : mha::test::causal_classes(kOptions, kHeads)) {
    for (const bool causal : {true, false}) {
      for (const bool training : {false, true}) {
        const auto layer = mha::test::make(recipe);
        layer->train(training);
        if (!causal) {
          mha::test::load_mask(*layer, some_mask(filler));
        }
        CAPTURE(recipe.kind, causal, training);
        const double head_dim = recipe.kind == "CausalAttention" ? 6.0 : 2.0;
        check_stages(layer->trace(x), head_dim, training ? kOptions.dropout : 0.0);
      }
    }
  }
}

TEST_CASE("weights and contexts agree beyond one block of keys, where only forward streams") {
  CausalOptions options = kOptions;
  options.context_length = 300;
  const Tensor<3> x = Filler(85).tensor(1, 300, 5, 3.0F);
  for (const auto& recipe : mha::test::all_classes(options, kHeads)) {
    const Trace trace = mha::test::make(recipe)->trace(x);
    const Array& weights = trace.dropped_weights ? *trace.dropped_weights : *trace.weights;
    const Array values = trace.values ? *trace.values : Array(x);
    CAPTURE(recipe.kind);
    const double tolerance = 1e-6 * mha::test::max_abs(values);
    CHECK(max_abs_difference(flat(*trace.context), product(flat(weights), transposed(flat(values)))) <= tolerance);
  }
}

TEST_CASE("hidden weights are 0 in every combination of flags (keras#23038)") {
  const Tensor<3> x = Filler(82).tensor(1, 6, 5);
  for (const double dropout : {0.0, 0.5, 1.0}) {
    for (const bool training : {false, true}) {
      CausalOptions options = kOptions;
      options.dropout = dropout;
      for (const auto& recipe : mha::test::causal_classes(options, kHeads)) {
        const auto layer = mha::test::make(recipe);
        layer->train(training);
        const Trace trace = layer->trace(x);
        for (const Array& weights : {flat(*trace.weights), flat(*trace.dropped_weights)}) {
          for (std::size_t i = 0; i < 36; ++i) {
            CHECK((i % 6 <= i / 6 || weights(0, i / 6, i % 6) == 0.0F));
          }
        }
      }
    }
  }
}

TEST_CASE("weights before dropout sum to 1, and what dropout kept is there too (pytorch#27968)") {
  CausalOptions options = kOptions;
  options.dropout = 0.1;
  const Tensor<3> x = Filler(83).tensor(2, 9, 5);
  for (const auto& recipe : mha::test::causal_classes(options, kHeads)) {
    const Trace trace = mha::test::make(recipe)->trace(x);
    CHECK(xt::amin(*trace.dropout_mask)() == 0.0F);
    check_weights(trace, 0.1);
  }
}

TEST_CASE("a NaN in a hidden token shows in the raw scores, and nowhere else of the rows before it") {
  const Tensor<3> x = Filler(84).tensor(1, 6, 5);
  Tensor<3> poisoned = x;
  xt::view(poisoned, 0, 4) = kNan;
  for (const auto& recipe : mha::test::causal_classes(kOptions, kHeads)) {
    const auto layer = mha::test::make(recipe);
    layer->eval();
    const Trace clean = layer->trace(x);
    const Trace trace = layer->trace(poisoned);
    CAPTURE(recipe.kind);
    CHECK(std::isnan(flat(*trace.scores)(0, 3, 4)));
    CHECK(flat(*trace.scaled)(0, 3, 4) == -kInfinity);
    for (const std::string name : {"scaled", "weights", "dropped_weights", "context", "output"}) {
      CAPTURE(name);
      const auto rows_of = [&](const Trace& some) -> Array {
        return xt::view(flat(*mha::test::stage_of(some, name)), xt::all(), xt::range(0, 4));
      };
      CHECK(mha::test::difference(rows_of(trace), rows_of(clean)) == "");
    }
    CHECK(std::isnan(flat(*trace.weights)(0, 4, 0)));
    CHECK(flat(*trace.weights)(0, 4, 5) == 0.0F);
  }
}
