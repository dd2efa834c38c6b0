// All heads of all samples, a block of queries at a time, against the plain loop over each head alone.
#include "layers/scaled_dot_product_attention.h"

#include <algorithm>

#include "support/attention_problem.h"
#include "support/catch.h"
#include "support/compare.h"

using mha::AttentionRule;
using mha::AttentionWorkspace;
using mha::Dropout;
using mha::DropoutMethod;
using mha::Generator;
using mha::Heads;
using mha::Mask;
using mha::PassSizes;
using mha::test::AttentionProblem;
using mha::test::Filler;

namespace {

// More tokens than one block of queries, and not a multiple of anything.
constexpr PassSizes kSizes{.batch = 2, .tokens = 69, .heads = 3, .head_dim = 5, .output_width = 15, .multi_head = true};
constexpr std::size_t kWidth = kSizes.heads * kSizes.head_dim;
constexpr std::size_t kRows = kSizes.batch * kSizes.tokens;

struct Inputs {
  std::vector<float> queries;
  std::vector<float> keys;
  std::vector<float> values;

  explicit Inputs(Filler& filler)
      : queries(filler.floats(kRows * kWidth)),
        keys(filler.floats(kRows * kWidth)),
        values(filler.floats(kRows * kWidth)) {}

  [[nodiscard]] Heads heads() const { return {queries.data(), keys.data(), values.data(), kSizes}; }

  // One head of one sample, moved out of its tensor.
  [[nodiscard]] AttentionProblem head(std::size_t batch, std::size_t head) const {
    Filler filler(0);
    AttentionProblem problem(kSizes.tokens, kSizes.tokens, kSizes.head_dim, filler);
    for (std::size_t i = 0; i < kSizes.tokens * kSizes.head_dim; ++i) {
      const std::size_t row = i / kSizes.head_dim;
      const std::size_t to = row * problem.stride() + i % kSizes.head_dim;
      const std::size_t from = (batch * kSizes.tokens + row) * kWidth + head * kSizes.head_dim + i % kSizes.head_dim;
      problem.query_rows[to] = queries[from];
      problem.key_rows[to] = keys[from];
      problem.value_rows[to] = values[from];
    }
    return problem;
  }
};

std::vector<float> run(const Inputs& inputs, const AttentionRule& rule) {
  std::vector<float> merged(kRows * kWidth);
  AttentionWorkspace workspace;
  mha::scaled_dot_product_attention(inputs.heads(), rule, workspace, {merged.data(), kRows, kWidth, kWidth}, nullptr);
  return merged;
}

// The largest difference of a head's context from the plain loop.
double distance(const std::vector<float>& merged, const AttentionProblem& problem, std::size_t batch,
                std::size_t head) {
  const std::vector<double> plain = problem.plain();
  double most = 0.0;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const std::size_t row = batch * kSizes.tokens + i / kSizes.head_dim;
    const float got = merged[row * kWidth + head * kSizes.head_dim + i % kSizes.head_dim];
    most = std::max(most, std::abs(got - plain[i]));
  }
  return most;
}

std::vector<std::uint8_t> bytes_of(const Mask& mask) {
  std::vector<std::uint8_t> bytes(kSizes.tokens * kSizes.tokens);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = mask.hides(i / kSizes.tokens, i % kSizes.tokens) ? 1 : 0;
  }
  return bytes;
}

}  // namespace

TEST_CASE("a head is a view of its columns") {
  const std::vector<float> tensor = Filler(1).floats(kRows * kWidth);
  const Heads heads{tensor.data(), tensor.data(), tensor.data(), kSizes};
  CHECK(heads.width() == kWidth);
  const mha::MatrixView view = heads.head(heads.keys, 1, 2);
  CHECK(view.rows == 69);
  CHECK(view.cols == 5);
  CHECK(view.row(3)[4] == tensor[(69 + 3) * kWidth + 2 * 5 + 4]);
}

TEST_CASE("every head of every sample is the plain loop, without a mask and with masks longer than the tokens") {
  Filler filler(71);
  const Inputs inputs(filler);
  Mask causal(80);
  Mask loaded(80);
  std::vector<float> matrix = filler.floats(80 * 80);
  std::transform(matrix.begin(), matrix.end(), matrix.begin(), [](float value) { return value > 0.2F ? 1.0F : 0.0F; });
  loaded.write(matrix.data());
  for (const Mask* mask : std::initializer_list<const Mask*>{nullptr, &causal, &loaded}) {
    const std::vector<float> merged = run(inputs, {.scale = 0.7F, .mask = mask});
    for (std::size_t index = 0; index < kSizes.batch * kSizes.heads; ++index) {
      AttentionProblem problem = inputs.head(index / kSizes.heads, index % kSizes.heads);
      problem.scale = 0.7F;
      if (mask != nullptr) {
        problem.hidden = bytes_of(*mask);
      }
      CAPTURE(index);
      CHECK(distance(merged, problem, index / kSizes.heads, index % kSizes.heads) <= 1e-6);
    }
  }
}

TEST_CASE("keep decisions are one stream over all weights, row-major") {
  Filler filler(72);
  const Inputs inputs(filler);
  const Mask mask(69);
  for (const DropoutMethod method : {DropoutMethod::kDefault, DropoutMethod::kMkl}) {
    const Dropout dropout(0.3, method, std::make_shared<Generator>(7));
    const std::vector<float> merged = run(inputs, {.scale = 0.7F, .mask = &mask, .dropout = &dropout});
    const Dropout twin(0.3, method, std::make_shared<Generator>(7));
    Dropout::Stream stream(twin);
    for (std::size_t index = 0; index < kSizes.batch * kSizes.heads; ++index) {
      AttentionProblem problem = inputs.head(index / kSizes.heads, index % kSizes.heads);
      problem.scale = 0.7F;
      problem.causal = true;
      problem.kept.resize(69 * 69);
      stream.draw(problem.kept);
      problem.kept_scale = dropout.scale();
      CAPTURE(index);
      CHECK(distance(merged, problem, index / kSizes.heads, index % kSizes.heads) <= 2e-6);
    }
  }
}
