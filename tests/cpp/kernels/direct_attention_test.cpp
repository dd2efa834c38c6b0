// The direct kernel against the streaming one.
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
constexpr float kInfinity = std::numeric_limits<float>::infinity();

}  // namespace

TEST_CASE("every kernel gives the same bits, whatever is hidden, dropped or poisoned") {
  Filler filler(40);
  for (const std::size_t keys : Sizes{0, 1, 2, 3, 6, 9, 17, 33, 129, 256}) {
    for (const std::size_t head_dim : Sizes{1, 2, 5, 16, 17}) {
      for (std::size_t way = 0; way < kWays; ++way) {
        AttentionProblem problem(keys, keys, head_dim, filler);
        problem.hide(way, filler);
        problem.kept = way % 2 == 0 ? std::vector<std::uint8_t>() : filler.flags(keys * keys, 3);
        problem.kept_scale = 1.5F;
        if (keys > 4) {
          problem.key_rows[2 * problem.stride()] = kNan;
          problem.value_rows[3 * problem.stride()] = kInfinity;
        }
        AttentionProblem direct = problem;
        direct.kernel = &mha::kernels::kDirectAttention;
        CAPTURE(keys, head_dim, way);
        CHECK(difference(direct.run(), problem.run()) == "");
      }
    }
  }
}
