// Products against a plain loop: close to the double one, and of the bits of one accumulator in ascending k.
#include "kernels/product.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/simd.h"
#include "support/catch.h"
#include "support/compare.h"
#include "support/filler.h"

using mha::MatrixView;
using mha::kernels::Panels;
using mha::test::difference;
using mha::test::Filler;

namespace {

constexpr std::size_t kMaxRows = 15;   // two tall tiles of the relaxed variant, a pair and a single row
constexpr std::size_t kPad = 3;        // what separates rows, so that strides count
constexpr float kGuard = 12345678.0F;  // what must not be overwritten

struct Problem {
  std::size_t outputs;
  std::size_t depth;
  std::vector<float> a;     // (rows, depth + kPad)
  std::vector<float> b;     // (outputs, depth)
  std::vector<float> bias;  // (outputs)
  Panels panels;

  Problem(std::size_t some_outputs, std::size_t some_depth, Filler& filler, std::size_t all_rows = kMaxRows)
      : outputs(some_outputs),
        depth(some_depth),
        a(filler.floats(all_rows * (depth + kPad))),
        b(filler.floats(outputs * depth)),
        bias(filler.floats(outputs)) {
    panels.pack({b.data(), outputs, depth, depth}, bias.data());
  }

  [[nodiscard]] MatrixView rows(std::size_t first, std::size_t count) const {
    return {a.data() + first * (depth + kPad), count, depth, depth + kPad};
  }

  // Some rows of the product, and guards around them.
  [[nodiscard]] std::vector<float> run(std::size_t first, std::size_t count, std::size_t cols) const {
    std::vector<float> out((count + 1) * (cols + kPad), kGuard);
    mha::kernels::product(rows(first, count), panels, {out.data(), count, cols, cols + kPad});
    return out;
  }

  // What run() must give.
  [[nodiscard]] std::vector<float> expected(std::size_t first, std::size_t count, std::size_t cols) const {
    std::vector<float> out((count + 1) * (cols + kPad), kGuard);
    for (std::size_t r = 0; r < count; ++r) {
      for (std::size_t c = 0; c < cols; ++c) {
        out[r * (cols + kPad) + c] = chain(first + r, c);
      }
    }
    return out;
  }

  // One accumulator that starts at the bias and takes its terms in ascending k.
  [[nodiscard]] float chain(std::size_t r, std::size_t c) const {
    using mha::kernels::splat;
    auto sum = splat(bias[c]);
    for (std::size_t k = 0; k < depth; ++k) {
      sum = mha::kernels::multiply_add(splat(a[r * (depth + kPad) + k]), splat(b[c * depth + k]), sum);
    }
    return sum[0];
  }

  // The error against the double sum, as a part of what depth + 1 roundings of float32 may cost.
  [[nodiscard]] double relative_error(std::size_t r, std::size_t c, float got) const {
    double sum = bias[c];
    double magnitude = std::abs(bias[c]);
    for (std::size_t k = 0; k < depth; ++k) {
      const double term = static_cast<double>(a[r * (depth + kPad) + k]) * b[c * depth + k];
      sum += term;
      magnitude += std::abs(term);
    }
    return std::abs(got - sum) / (static_cast<double>(depth + 1) * 0x1p-24 * magnitude);
  }
};

// The sweep: every small depth, and those around the ends of the first blocks.
std::vector<std::size_t> depths() {
  using mha::kernels::kDepthBlock;
  std::vector<std::size_t> all = {kDepthBlock - 1, kDepthBlock, kDepthBlock + 1, 2 * kDepthBlock + 1};
  for (std::size_t depth = 0; depth <= 40; ++depth) {
    all.push_back(depth);
  }
  return all;
}

}  // namespace

TEST_CASE("a product has the bits of a plain sum in order, for all rows, outputs, depths and strides") {
  Filler filler(5);
  for (const std::size_t depth : depths()) {
    for (std::size_t outputs = 1; outputs <= 33; ++outputs) {
      const Problem problem(outputs, depth, filler);
      const std::vector<float> all = problem.expected(0, kMaxRows, outputs);
      for (std::size_t rows = 0; rows <= kMaxRows; ++rows) {
        std::vector<float> expected(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(rows * (outputs + kPad)));
        expected.resize(expected.size() + outputs + kPad, kGuard);
        CAPTURE(rows, outputs, depth);
        REQUIRE(difference(problem.run(0, rows, outputs), expected) == "");
      }
    }
  }
}

TEST_CASE("many rows have the bits of a plain sum in order, at the right border as well") {
  Filler filler(17);
  for (const std::size_t rows :
       {std::size_t{31}, std::size_t{32}, std::size_t{33}, std::size_t{64}, std::size_t{101}}) {
    for (std::size_t outputs = 1; outputs <= 18; ++outputs) {
      const Problem problem(outputs, 7, filler, rows);
      CAPTURE(rows, outputs);
      CHECK(difference(problem.run(0, rows, outputs), problem.expected(0, rows, outputs)) == "");
    }
  }
}

TEST_CASE("a product is as near to the double sum as float32 sums in order are") {
  Filler filler(6);
  double worst = 0.0;
  for (const std::size_t depth : depths()) {
    const Problem problem(33, depth, filler);
    const std::vector<float> out = problem.run(0, kMaxRows, 33);
    for (std::size_t r = 0; r < kMaxRows; ++r) {
      for (std::size_t c = 0; c < 33; ++c) {
        worst = std::max(worst, problem.relative_error(r, c, out[r * (33 + kPad) + c]));
      }
    }
  }
  CHECK(worst <= 1.0);
}

TEST_CASE("a row of a product has the same bits alone") {
  Filler filler(7);
  for (const std::size_t depth : depths()) {
    const Problem problem(21, depth, filler);
    const std::vector<float> all = problem.run(0, kMaxRows, 21);
    for (std::size_t r = 0; r < kMaxRows; ++r) {
      CAPTURE(r, depth);
      const auto row = all.begin() + static_cast<std::ptrdiff_t>(r * (21 + kPad));
      std::vector<float> expected(row, row + 21 + kPad);
      expected.resize(2 * (21 + kPad), kGuard);
      CHECK(difference(problem.run(r, 1, 21), expected) == "");
    }
  }
}

TEST_CASE("NaN and infinity stay in their row and column") {
  Filler filler(9);
  Problem problem(10, 6, filler);
  problem.a[2 * (6 + kPad) + 3] = std::numeric_limits<float>::quiet_NaN();
  problem.b[9 * 6 + 1] = std::numeric_limits<float>::infinity();
  problem.panels.pack({problem.b.data(), 10, 6, 6}, problem.bias.data());
  CHECK(difference(problem.run(0, kMaxRows, 10), problem.expected(0, kMaxRows, 10)) == "");
}

TEST_CASE("a panel taken in parts has the bits of a panel taken at once") {
  using mha::kernels::kPanelWidth;
  Filler filler(10);
  const Problem problem(kPanelWidth, 40, filler);
  const std::size_t stride = 40 + kPad;
  const std::size_t c_stride = kPanelWidth + kPad;
  const float* panel = problem.panels.panel(0);
  for (std::size_t rows = 0; rows <= kMaxRows; ++rows) {
    std::vector<float> expected = problem.expected(0, rows, kPanelWidth);
    expected.resize(rows * c_stride);
    for (std::size_t cut = 0; cut <= 40; ++cut) {
      CAPTURE(rows, cut);
      std::vector<float> c(rows * c_stride, kGuard);
      mha::kernels::multiply_panel({problem.a.data(), rows, cut, stride}, panel, {problem.panels.bias(0), 0}, c.data(),
                                   c_stride);
      mha::kernels::multiply_panel({problem.a.data() + cut, rows, 40 - cut, stride}, panel + cut * kPanelWidth,
                                   {c.data(), c_stride}, c.data(), c_stride);
      CHECK(difference(c, expected) == "");
    }
  }
}
