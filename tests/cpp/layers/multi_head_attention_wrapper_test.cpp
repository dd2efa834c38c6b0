// The stack of heads against PyTorch's, and against its heads alone.
#include "layers/multi_head_attention_wrapper.h"

#include <cmath>

#include "layers/golden_checks.h"
#include "support/catch.h"
#include "support/compare.h"
#include "support/errors.h"
#include "support/filler.h"
#include "support/layers.h"
#include "support/stages.h"

using mha::Array;
using mha::CausalAttention;
using mha::CausalOptions;
using mha::MultiHeadAttentionWrapper;
using mha::Shape;
using mha::Tensor;
using mha::Trace;
using mha::test::difference;
using mha::test::Filler;

namespace {

constexpr CausalOptions kOptions{.d_in = 5, .d_out = 3, .context_length = 9, .dropout = 0.0, .qkv_bias = true};
constexpr std::size_t kHeads = 3;

Array columns(const Tensor<3>& output, std::size_t head) {
  return xt::view(output, xt::all(), xt::all(), xt::range(head * 3, (head + 1) * 3));
}

// Hides key 0 from everyone.
Array other_mask() {
  Array mask = xt::zeros<float>(Shape{9, 9});
  xt::view(mask, xt::all(), 0) = 1.0F;
  return mask;
}

}  // namespace

TEST_CASE("MultiHeadAttentionWrapper is the article's") {
  mha::test::check_book("MultiHeadAttentionWrapper");
  mha::test::check_print("MultiHeadAttentionWrapper", "MultiHeadAttentionWrapper, 2 heads of 2");
}

TEST_CASE("MultiHeadAttentionWrapper is PyTorch's on random configurations") {
  mha::test::check_random("MultiHeadAttentionWrapper");
}

TEST_CASE("a wrapper is its heads side by side, bit for bit, dropout included") {
  CausalOptions options = kOptions;
  options.dropout = 0.4;
  const auto generator = std::make_shared<mha::Generator>(5);
  const auto twin = std::make_shared<mha::Generator>(5);
  MultiHeadAttentionWrapper wrapper(options, kHeads, generator);
  std::vector<std::unique_ptr<CausalAttention>> heads(kHeads);
  for (auto& head : heads) {
    head = std::make_unique<CausalAttention>(options, twin);
  }
  CHECK(wrapper.heads().size() == kHeads);
  CHECK(wrapper.output_width(5) == 9);
  const Tensor<3> x = Filler(151).tensor(2, 7, 5);
  const Trace trace = wrapper.trace(x);
  for (std::size_t h = 0; h < kHeads; ++h) {
    const Trace head = heads[h]->trace(x);
    CAPTURE(h);
    CHECK(difference(columns(*trace.output, h), *head.output) == "");
    for (const std::string name :
         {"queries", "keys", "values", "scores", "scaled", "weights", "dropout_mask", "dropped_weights", "context"}) {
      CAPTURE(name);
      const Array stage = xt::view(*mha::test::stage_of(trace, name), xt::all(), h);
      CHECK(difference(stage, *mha::test::stage_of(head, name)) == "");
    }
  }
  CHECK(generator->random() == twin->random());
}

TEST_CASE("modes reach every head") {
  CausalOptions options = kOptions;
  options.dropout = 0.5;
  MultiHeadAttentionWrapper wrapper(options, kHeads);
  wrapper.eval();
  for (const auto& head : wrapper.heads()) {
    CHECK_FALSE(head->training());
  }
  const Trace trace = wrapper.trace(Filler(152).tensor(1, 7, 5), {"dropout_mask"});
  CHECK(xt::amin(*trace.dropout_mask)() == 1.0F);
  wrapper.train();
  for (const auto& head : wrapper.heads()) {
    CHECK(head->training());
  }
}

TEST_CASE("heads may have different masks, which the trace shows apart") {
  const Tensor<3> x = Filler(153).tensor(2, 7, 5);
  MultiHeadAttentionWrapper wrapper(kOptions, kHeads, std::make_shared<mha::Generator>(5));
  const Tensor<3> before = wrapper.forward(x);
  CHECK(mha::test::shape_of(*wrapper.trace(x).masked) == Shape{7, 7});
  wrapper.load_state_dict({{"heads.1.mask", other_mask()}}, false);
  const Trace trace = wrapper.trace(x);
  REQUIRE(mha::test::shape_of(*trace.masked) == Shape{3, 7, 7});
  for (std::size_t h = 0; h < kHeads; ++h) {
    const Array masked = xt::view(*trace.masked, h);
    CHECK(difference(masked, *wrapper.heads()[h]->trace(x).masked) == "");
    CHECK((difference(columns(*trace.output, h), columns(before, h)) == "") == (h != 1));
  }
  CHECK(difference(*wrapper.trace(x, {"masked"}).masked, *trace.masked) == "");
}

TEST_CASE("masks of other values that hide the same are shown once") {
  const Tensor<3> x = Filler(154).tensor(1, 7, 5);
  MultiHeadAttentionWrapper wrapper(kOptions, kHeads);
  const Array mask = wrapper.state_dict()[0].second * 4.0F;
  wrapper.load_state_dict({{"heads.2.mask", mask}}, false);
  CHECK(mha::test::shape_of(*wrapper.trace(x).masked) == Shape{7, 7});
  for (const char* name : {"heads.0.mask", "heads.1.mask", "heads.2.mask"}) {
    wrapper.load_state_dict({{name, other_mask()}}, false);
  }
  CHECK(difference(*wrapper.trace(x).masked, Array(xt::view(other_mask(), xt::range(0, 7), xt::range(0, 7)))) == "");
}

TEST_CASE("a wrapper without heads is refused before anything is drawn") {
  const mha::test::Watched generator;
  const auto error = mha::test::error_of([&] { MultiHeadAttentionWrapper(kOptions, 0, generator.get()); });
  REQUIRE(error);
  CHECK(error->code() == mha::ErrorCode::kValue);
  CHECK(error->argument() == "num_heads");
  CHECK(error->key() == "size.positive");
  CHECK(generator.untouched());
}
