// Packing against the layout that panels.h states.
#include "kernels/panels.h"

#include <array>

#include "support/catch.h"
#include "support/filler.h"

using mha::MatrixView;
using mha::kernels::kPanelWidth;
using mha::kernels::Panels;

namespace {

// Whether every panel holds its outputs' biases and columns, and zeros past the last output.
bool holds(const Panels& panels, const MatrixView& b, const std::vector<float>& bias) {
  bool same = panels.outputs() == b.rows && panels.depth() == b.cols;
  same = same && panels.panels() == (b.rows + kPanelWidth - 1) / kPanelWidth;
  for (std::size_t output = 0; same && output < panels.panels() * kPanelWidth; ++output) {
    const std::size_t p = output / kPanelWidth;
    const std::size_t lane = output % kPanelWidth;
    const bool real = output < b.rows;
    same = panels.bias(p)[lane] == (real && !bias.empty() ? bias[output] : 0.0F);
    for (std::size_t k = 0; same && k < b.cols; ++k) {
      same =
          panels.panel(p)[k * kPanelWidth + lane] == (real ? b.data[output * b.row_stride + k * b.col_stride] : 0.0F);
    }
  }
  return same;
}

}  // namespace

TEST_CASE("sizes are rounded up") {
  CHECK(mha::kernels::round_up(0, 8) == 0);
  CHECK(mha::kernels::round_up(1, 8) == 8);
  CHECK(mha::kernels::round_up(8, 8) == 8);
  CHECK(mha::kernels::round_up(9, 4) == 12);
}

TEST_CASE("panels hold every output's column behind its bias, and zeros past the last") {
  mha::test::Filler filler(2);
  Panels panels;
  for (std::size_t outputs = 0; outputs <= 33; ++outputs) {
    for (const std::size_t depth : {std::size_t{0}, std::size_t{1}, std::size_t{7}, std::size_t{40}}) {
      CAPTURE(outputs, depth);
      const std::size_t stride = depth + 3;
      const std::vector<float> memory = filler.floats((outputs + 1) * stride);
      const std::vector<float> bias = filler.floats(outputs);
      const MatrixView b{memory.data(), outputs, depth, stride};
      panels.pack(b, bias.data());
      CHECK(holds(panels, b, bias));
      panels.pack(b);
      CHECK(holds(panels, b, {}));
    }
  }
}

TEST_CASE("a transposed view is packed by its strides") {
  mha::test::Filler filler(3);
  Panels panels;
  for (const std::size_t outputs : std::array<std::size_t, 7>{1, 11, 15, 16, 17, 32, 40}) {
    for (const std::size_t depth : std::array<std::size_t, 5>{0, 1, 4, 5, 9}) {
      CAPTURE(outputs, depth);
      const std::size_t stride = outputs + 2;
      const std::vector<float> memory = filler.floats((depth + 1) * stride);
      const MatrixView turned = MatrixView{memory.data(), depth, outputs, stride}.transposed();
      panels.pack(turned);
      CHECK(holds(panels, turned, {}));
    }
  }
}

TEST_CASE("packing again leaves nothing of what was there") {
  mha::test::Filler filler(4);
  const std::vector<float> memory = filler.floats(20 * 20);
  Panels panels;
  panels.pack({memory.data(), 20, 20, 20}, memory.data());
  panels.pack({memory.data(), 3, 2, 20});
  CHECK(holds(panels, {memory.data(), 3, 2, 20}, {}));
}
