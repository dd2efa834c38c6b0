// The streaming kernel over more keys than it takes at a time.
#include <limits>

#include "kernels/attention.h"
#include "support/attention_problem.h"
#include "support/catch.h"
#include "support/compare.h"

using mha::test::AttentionProblem;
using mha::test::difference;
using mha::test::Filler;
using mha::test::kWays;

namespace {

using Sizes = std::vector<std::size_t>;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

}  // namespace

TEST_CASE("attention is the plain loop over more than one block of keys, whose maxima grow or fall") {
  Filler filler(32);
  for (const std::size_t keys : Sizes{255, 256, 257, 300, 512, 600}) {
    for (std::size_t way = 0; way < kWays; ++way) {
      for (const bool grow : {false, true}) {
        AttentionProblem problem(keys / 3, keys, 5, filler);
        problem.offset = keys - problem.queries;
        problem.hide(way, filler);
        for (std::size_t i = 0; i < problem.key_rows.size(); ++i) {
          const std::size_t key = i / problem.stride();
          problem.key_rows[i] *= static_cast<float>(grow ? key : keys - key) / 64.0F;
        }
        CAPTURE(keys, way, grow);
        CHECK(problem.error() <= 1e-5);
      }
    }
  }
}

TEST_CASE("rows over more than one block of keys have the same bits in any block of queries") {
  Filler filler(33);
  for (std::size_t way = 0; way < kWays; ++way) {
    AttentionProblem problem(270, 530, 5, filler);
    problem.offset = 260;
    problem.hide(way, filler);
    const std::vector<float> whole = problem.run();
    CHECK(difference(problem.run_over_queries(), whole) == "");
    for (const Sizes& blocks : {Sizes{1}, Sizes{63}, Sizes{64}, Sizes{65}, Sizes{5, 130}}) {
      CAPTURE(way, blocks);
      CHECK(difference(problem.run(blocks), whole) == "");
    }
  }
}

TEST_CASE("a hidden block of keys leaves no trace, whatever it holds") {
  Filler filler(34);
  AttentionProblem problem(3, 600, 5, filler);
  problem.hidden.assign(3 * 600, 0);
  for (std::size_t key = 0; key < 600; ++key) {
    problem.hidden[key] = key < 256 ? 1 : 0;             // the first block
    problem.hidden[600 + key] = key / 256 == 1 ? 1 : 0;  // the second
    problem.hidden[2 * 600 + key] = key >= 512 ? 1 : 0;  // the last
  }
  for (std::size_t query = 0; query < 3; ++query) {
    AttentionProblem poisoned = problem;
    poison_hidden(problem, query, kNan, poisoned.key_rows);
    poison_hidden(problem, query, kNan, poisoned.value_rows);
    CAPTURE(query);
    CHECK(difference(row_of(problem, poisoned.run(), query), row_of(problem, problem.run(), query)) == "");
  }
  CHECK(problem.error() <= 1e-6);
}
