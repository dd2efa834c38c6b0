// Comparing stage by stage.
#include "layers/golden_checks.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/catch.h"
#include "support/golden.h"
#include "support/stages.h"

namespace mha::test {

namespace {

constexpr double kTolerance = 1e-6;

// The mask of the first head, cut to the tokens.
Array mask_of(const GoldenPass& pass) {
  const Array* mask = find(pass.state, "mask");
  mask = mask == nullptr ? find(pass.state, "heads.0.mask") : mask;
  auto cut = xt::range(0, pass.input.shape(1));
  return xt::view(*mask, cut, cut);
}

// nn.Dropout's keep decisions for `count` weights in PyTorch builds without MKL, as tests/golden/README.md has them.
std::vector<float> keep_decisions(Generator& generator, double p, std::size_t count) {
  std::vector<float> kept(count, p == 1.0 ? 0.0F : 1.0F);
  for (float& keep : kept) {
    if (p > 0.0 && p < 1.0) {
      const std::uint64_t high = generator.random();
      const std::uint64_t bits = ((high << 32U) | generator.random()) % (std::uint64_t{1} << 53U);
      keep = std::ldexp(static_cast<double>(bits), -53) < 1.0 - p ? 1.0F : 0.0F;
    }
  }
  return kept;
}

// One call a head in the wrapper, one for all heads in the others; nothing is dropped in evaluation.
Array dropout_mask_of(const GoldenPass& pass, std::size_t parameters) {
  Generator generator(pass.seed);
  for (std::size_t i = 0; i < parameters; ++i) {
    generator.random();
  }
  const double p = pass.training ? pass.recipe.options.dropout : 0.0;
  const Shape shape = weights_shape(pass.recipe, pass.input);
  Array mask = xt::zeros<float>(shape);
  if (pass.recipe.kind != "MultiHeadAttentionWrapper") {
    const std::vector<float> kept = keep_decisions(generator, p, mask.size());
    std::copy(kept.begin(), kept.end(), mask.begin());
    return mask;
  }
  for (std::size_t head = 0; head < shape[1]; ++head) {
    const std::vector<float> kept = keep_decisions(generator, p, mask.size() / shape[1]);
    xt::view(mask, xt::all(), head) = xt::adapt(kept, Shape{shape[0], shape[2], shape[3]});
  }
  return mask;
}

// Stages that PyTorch's trace lacks follow from those that it has.
void check_derived(const GoldenPass& pass, const Trace& trace, std::size_t parameters) {
  constexpr float kMinusInfinity = -std::numeric_limits<float>::infinity();
  const Array masked = mask_of(pass);
  CHECK(difference(*trace.masked, masked) == "");
  const auto head_dim = static_cast<double>(trace.queries->shape().back());
  const Array scaled = xt::where(xt::not_equal(masked, 0.0F), kMinusInfinity,
                                 xt::cast<float>(*find(pass.trace, "scores") / std::sqrt(head_dim)));
  CHECK(max_abs_difference(*trace.scaled, scaled) <= kTolerance);
  CHECK(difference(*trace.dropout_mask, dropout_mask_of(pass, parameters)) == "");
}

void check_state(const StateDict& got, const StateDict& expected) {
  REQUIRE(got.size() == expected.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    CHECK(got[i].first == expected[i].first);
    CHECK(difference(got[i].second, expected[i].second) == "");
  }
}

}  // namespace

void check_book(const std::string& kind) {
  const std::vector<GoldenPass> passes = book_passes(kind);
  REQUIRE_FALSE(passes.empty());
  for (const GoldenPass& pass : passes) {
    CAPTURE(pass.name);
    const auto layer = make(pass.recipe, pass.seed);
    layer->train(pass.training);
    check_state(layer->state_dict(), pass.state);
    const Trace trace = layer->trace(pass.input);
    for (const auto& [name, expected] : pass.trace) {
      CAPTURE(name);
      REQUIRE(stage_of(trace, name) != nullptr);
      CHECK(max_abs_difference(*stage_of(trace, name), expected) <= kTolerance);
    }
    if (trace.masked) {
      check_derived(pass, trace, layer->num_parameters());
    }
  }
}

void check_random(const std::string& kind) {
  std::size_t checked = 0;
  for (const GoldenPass& pass : random_passes()) {
    if (pass.recipe.kind != kind) {
      continue;
    }
    CAPTURE(pass.name);
    const auto layer = make(pass.recipe, pass.seed);
    layer->train(pass.training);
    const Trace trace = layer->trace(pass.input);
    const double magnitude = max_abs(pass.output_float64);
    const double own_error = max_abs_difference(*find(pass.trace, "output"), pass.output_float64) / magnitude;
    CHECK(max_abs_difference(*trace.output, pass.output_float64) <= std::max(1e-6, 3 * own_error) * magnitude);
    for (const auto& [name, expected] : pass.trace) {
      // PyTorch's own float32 stages; both have erred by then.
      CHECK(max_abs_difference(*stage_of(trace, name), expected) <= std::max(2e-6, 4 * own_error) * max_abs(expected));
    }
    ++checked;
  }
  CHECK(checked == 8);
}

void check_print(const std::string& kind, const std::string& name) {
  const Array printed = book_print(name);
  for (const GoldenPass& pass : book_passes(kind)) {
    if (pass.name == name) {
      const auto layer = make(pass.recipe, pass.seed);
      layer->eval();
      const Array row = xt::view(layer->forward(pass.input), 1);
      CHECK(max_abs_difference(row, printed) <= 0.5e-4 + kTolerance);
      return;
    }
  }
  FAIL("the book has no " << name);
}

}  // namespace mha::test
