// What every attention kernel promises: the plain double loop's numbers, and what may not change a bit of them.
#include "kernels/attention.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/attention_problem.h"
#include "support/catch.h"
#include "support/compare.h"

using mha::kernels::AttentionKernel;
using mha::kernels::kDirectAttention;
using mha::kernels::kStreamingAttention;
using mha::test::AttentionProblem;
using mha::test::difference;
using mha::test::Filler;
using mha::test::kWays;

namespace {

using Sizes = std::vector<std::size_t>;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

// What a handful of float32 roundings cost for scores and values below 1.
constexpr double kTolerance = 1e-6;

}  // namespace

TEST_CASE("attention is the plain loop, for all sizes and ways of hiding") {
  const AttentionKernel* kernel = GENERATE(&kDirectAttention, &kStreamingAttention);
  CAPTURE(kernel->name);
  Filler filler(21);
  for (const std::size_t keys : Sizes{0, 1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 31, 33, 67, 129}) {
    for (const std::size_t head_dim : Sizes{1, 3, 4, 7, 8, 9, 16, 17, 33}) {
      for (std::size_t way = 0; way < kWays; ++way) {
        AttentionProblem problem(keys + way % 2, keys, head_dim, filler);
        problem.kernel = kernel;
        problem.hide(way, filler);
        CAPTURE(keys, head_dim, way);
        CHECK(problem.error() <= kTolerance);
      }
    }
  }
}

TEST_CASE("the context may be written over the queries") {
  const AttentionKernel* kernel = GENERATE(&kDirectAttention, &kStreamingAttention);
  CAPTURE(kernel->name);
  Filler filler(35);
  for (const std::size_t keys : Sizes{1, 7, 64, 130, 256}) {
    for (std::size_t way = 0; way < kWays; ++way) {
      AttentionProblem problem(keys, keys, 9, filler);
      problem.kernel = kernel;
      problem.hide(way, filler);
      CAPTURE(keys, way);
      CHECK(difference(problem.run_over_queries(), problem.run()) == "");
    }
  }
}

TEST_CASE("a tile of a causal mask is hidden, partly hidden or open") {
  using mha::kernels::Hiding;
  const mha::kernels::Hidden causal{.causal = true};
  const std::vector<std::uint8_t> some(64);
  for (std::size_t query = 0; query < 6; ++query) {
    for (std::size_t key = 0; key < 8; ++key) {
      const bool open = key + 2 <= query + 1;
      const bool hidden = key >= query + 3;
      CAPTURE(query, key);
      CHECK(causal.tile(query, 3, key, 2) == (hidden ? Hiding::kEverything : open ? Hiding::kNothing : Hiding::kSome));
      CHECK(mha::kernels::Hidden{}.tile(query, 3, key, 2) == Hiding::kNothing);
      CHECK(mha::kernels::Hidden{.bytes = some.data(), .row_stride = 8}.tile(query, 3, key, 2) == Hiding::kSome);
    }
  }
}

TEST_CASE("dropped weights do not reach the context, kept ones are scaled") {
  const AttentionKernel* kernel = GENERATE(&kDirectAttention, &kStreamingAttention);
  CAPTURE(kernel->name);
  Filler filler(22);
  for (std::size_t way = 0; way < kWays; ++way) {
    AttentionProblem problem(19, 19, 9, filler);
    problem.kernel = kernel;
    problem.hide(way, filler);
    problem.kept = filler.flags(problem.queries * problem.keys, 2);
    problem.kept_scale = 2.0F;
    CAPTURE(way);
    CHECK(problem.error() <= 2 * kTolerance);
    problem.kept.assign(problem.kept.size(), 0);
    CHECK(difference(problem.run(), std::vector<float>(problem.queries * problem.head_dim)) == "");
  }
}

TEST_CASE("a row has the same bits in any block of queries") {
  const AttentionKernel* kernel = GENERATE(&kDirectAttention, &kStreamingAttention);
  CAPTURE(kernel->name);
  Filler filler(23);
  for (const std::size_t keys : Sizes{5, 13, 40, 70}) {
    for (std::size_t way = 0; way < kWays; ++way) {
      AttentionProblem problem(keys, keys, 11, filler);
      problem.kernel = kernel;
      problem.hide(way, filler);
      problem.kept = filler.flags(problem.queries * problem.keys, 2);
      const std::vector<float> whole = problem.run();
      for (const std::vector<std::size_t>& blocks :
           {std::vector<std::size_t>{1}, {2}, {3}, {4}, {5}, {8}, {64}, {1, 4, 2}, {7, 1}, {6, 3, 5}}) {
        CAPTURE(keys, way, blocks);
        CHECK(difference(problem.run(blocks), whole) == "");
      }
    }
  }
}

TEST_CASE("memory left by other calls does not change a bit") {
  const AttentionKernel* kernel = GENERATE(&kDirectAttention, &kStreamingAttention);
  CAPTURE(kernel->name);
  Filler filler(24);
  for (std::size_t way = 0; way < kWays; ++way) {
    AttentionProblem problem(14, 14, 10, filler);
    problem.kernel = kernel;
    problem.hide(way, filler);
    CAPTURE(way);
    CHECK(difference(problem.run({14}, {std::vector<float>(90000, kNan), std::vector<float>(9000, kNan), {}}),
                     problem.run()) == "");
  }
}

TEST_CASE("a hidden key or value never reaches a row, whatever it holds") {
  const AttentionKernel* kernel = GENERATE(&kDirectAttention, &kStreamingAttention);
  CAPTURE(kernel->name);
  Filler filler(25);
  for (std::size_t way = 1; way < kWays; ++way) {
    AttentionProblem problem(18, 18, 9, filler);
    problem.kernel = kernel;
    problem.hide(way, filler);
    const std::vector<float> clean = problem.run();
    for (std::size_t query = 0; query < problem.queries; ++query) {
      for (const float value : {kNan, kInfinity, -kInfinity}) {
        AttentionProblem poisoned = problem;
        poison_hidden(problem, query, value, poisoned.key_rows);
        poison_hidden(problem, query, value, poisoned.value_rows);
        CAPTURE(way, query, value);
        CHECK(difference(row_of(problem, poisoned.run(), query), row_of(problem, clean, query)) == "");
      }
    }
  }
}

TEST_CASE("a NaN in a hidden key, then in its value, is skipped and not multiplied by 0 (pytorch#101967)") {
  const AttentionKernel* kernel = GENERATE(&kDirectAttention, &kStreamingAttention);
  CAPTURE(kernel->name);
  Filler filler(26);
  for (const bool in_key : {true, false}) {
    AttentionProblem problem(2, 2, 4, filler);
    problem.kernel = kernel;
    for (std::vector<float>* rows : {&problem.query_rows, &problem.key_rows, &problem.value_rows}) {
      for (std::size_t i = 0; i < rows->size(); ++i) {
        const std::size_t component = i / problem.stride() * 4 + i % problem.stride();
        (*rows)[i] = static_cast<float>(component);
      }
    }
    problem.hidden = {0, 1, 0, 1};
    (in_key ? problem.key_rows : problem.value_rows)[problem.stride()] = kNan;
    CHECK(difference(problem.run(), {0, 1, 2, 3, 0, 1, 2, 3}) == "");
  }
}

TEST_CASE("a row with everything hidden is exactly 0") {
  const AttentionKernel* kernel = GENERATE(&kDirectAttention, &kStreamingAttention);
  CAPTURE(kernel->name);
  Filler filler(27);
  AttentionProblem problem(9, 9, 10, filler);
  problem.kernel = kernel;
  problem.hidden.assign(81, 1);
  problem.value_rows.assign(problem.value_rows.size(), kNan);
  problem.query_rows.assign(problem.query_rows.size(), kNan);
  CHECK(difference(problem.run(), std::vector<float>(90)) == "");
}

TEST_CASE("visible NaN and infinity follow IEEE") {
  const AttentionKernel* kernel = GENERATE(&kDirectAttention, &kStreamingAttention);
  CAPTURE(kernel->name);
  Filler filler(28);
  AttentionProblem problem(12, 12, 9, filler);
  problem.kernel = kernel;
  problem.causal = true;
  problem.value_rows[5 * problem.stride() + 2] = kNan;
  problem.value_rows[5 * problem.stride() + 3] = -kInfinity;
  const std::vector<float> context = problem.run();
  for (std::size_t i = 0; i < context.size(); ++i) {
    const std::size_t column = i % 9;
    const bool sees = i / 9 >= 5;
    CAPTURE(i);
    CHECK(std::isnan(context[i]) == (sees && column == 2));
    CHECK(std::isinf(context[i]) == (sees && column == 3));
  }
}

TEST_CASE("a visible NaN key makes the whole row NaN") {
  const AttentionKernel* kernel = GENERATE(&kDirectAttention, &kStreamingAttention);
  CAPTURE(kernel->name);
  Filler filler(29);
  AttentionProblem problem(12, 12, 9, filler);
  problem.kernel = kernel;
  problem.causal = true;
  problem.key_rows[5 * problem.stride() + 2] = kNan;
  const std::vector<float> context = problem.run();
  for (std::size_t i = 0; i < context.size(); ++i) {
    CAPTURE(i);
    CHECK(std::isnan(context[i]) == (i / 9 >= 5));
  }
}

TEST_CASE("causality counts from the first query's row, and fewer queries than keys can stand at either end") {
  const AttentionKernel* kernel = GENERATE(&kDirectAttention, &kStreamingAttention);
  CAPTURE(kernel->name);
  Filler filler(30);
  for (const std::size_t keys : Sizes{4, 9, 20}) {
    for (std::size_t queries = 1; queries <= keys; ++queries) {
      AttentionProblem square(keys, keys, 6, filler);
      square.kernel = kernel;
      square.causal = true;
      const std::vector<float> whole = square.run();
      AttentionProblem last = square;
      last.offset = keys - queries;
      last.queries = queries;
      last.query_rows.erase(last.query_rows.begin(),
                            last.query_rows.begin() + static_cast<std::ptrdiff_t>(last.offset * last.stride()));
      AttentionProblem first = square;
      first.queries = queries;
      CAPTURE(keys, queries);
      CHECK(difference(last.run(), {whole.end() - static_cast<std::ptrdiff_t>(queries * 6), whole.end()}) == "");
      CHECK(difference(first.run(), {whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(queries * 6)}) == "");
    }
  }
}

TEST_CASE("causal and the same mask in bytes have the same bits") {
  const AttentionKernel* kernel = GENERATE(&kDirectAttention, &kStreamingAttention);
  CAPTURE(kernel->name);
  Filler filler(31);
  for (const std::size_t keys : Sizes{1, 6, 33, 70}) {
    AttentionProblem problem(keys, keys, 12, filler);
    problem.kernel = kernel;
    AttentionProblem bytes = problem;
    problem.causal = true;
    bytes.hidden.assign(keys * keys, 0);
    for (std::size_t i = 0; i < keys * keys; ++i) {
      bytes.hidden[i] = i % keys > i / keys ? 1 : 0;
    }
    CAPTURE(keys);
    CHECK(difference(problem.run(), bytes.run()) == "");
  }
}

TEST_CASE("the table takes the direct kernel up to its limit and the streaming one from there on") {
  const auto name = [](std::size_t keys, std::size_t head_dim) {
    return std::string(mha::kernels::attention_kernel(keys, head_dim).name);
  };
  CHECK(name(0, 64) == "direct");
  CHECK(name(6, 2) == "direct");
  CHECK(name(16, 4) == "direct");
  CHECK(name(16, 5) == "streaming");
  CHECK(name(32, 1) == "direct");
  CHECK(name(33, 1) == "streaming");
  CHECK(name(1024, 64) == "streaming");
}
