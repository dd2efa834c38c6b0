// Views of memory, and shapes as text.
#include "core/tensor.h"

#include <limits>

#include "support/catch.h"

using mha::MatrixView;
using mha::Shape;

TEST_CASE("a view finds its rows, and transposes by its strides") {
  const std::vector<float> memory = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  const MatrixView view{memory.data() + 1, 2, 3, 5};
  CHECK(*view.row(0) == 1.0F);
  CHECK(view.row(1)[2] == 8.0F);
  const MatrixView turned = view.transposed();
  CHECK(turned.rows == 3);
  CHECK(turned.cols == 2);
  CHECK(turned.data[2 * turned.row_stride + 1 * turned.col_stride] == 8.0F);
  CHECK(turned.transposed().row_stride == view.row_stride);
}

TEST_CASE("a view that is written to finds its rows") {
  std::vector<float> memory(10);
  const mha::MutableMatrixView view{memory.data() + 1, 2, 3, 5};
  view.row(1)[2] = 8.0F;
  CHECK(memory[8] == 8.0F);
  view.columns(1, 2).row(1)[0] = 7.0F;
  CHECK(memory[7] == 7.0F);
  CHECK(view.columns(1, 2).cols == 2);
  CHECK(mha::MutableMatrixView{nullptr, 0, 3, 5}.columns(1, 2).data == nullptr);
}

TEST_CASE("an input is seen as the rows of all its samples") {
  const mha::Tensor<3> x = xt::reshape_view(xt::arange<float>(24.0F), {2, 4, 3});
  const mha::InputView view = mha::view_of(x);
  CHECK(view.batch == 2);
  CHECK(view.tokens == 4);
  CHECK(view.d_in == 3);
  CHECK(view.rows().rows == 8);
  CHECK(view.rows().cols == 3);
  CHECK(view.rows().row(5)[1] == x(1, 1, 1));
}

TEST_CASE("a renewed buffer has the size asked for, and its memory when that is enough") {
  std::vector<float> buffer(10);
  const float* memory = buffer.data();
  mha::renew(buffer, 4);
  CHECK(buffer.size() == 4);
  mha::renew(buffer, 10);
  CHECK(buffer.size() == 10);
  CHECK(buffer.data() == memory);
  mha::renew(buffer, 11);
  CHECK(buffer.size() == 11);
}

TEST_CASE("a count does not overflow") {
  CHECK(mha::count({}) == 1.0);
  CHECK(mha::count({2, 0, 3}) == 0.0);
  CHECK(mha::count({2, 6, 3}) == 36.0);
  constexpr auto kLargest = std::numeric_limits<std::size_t>::max();
  CHECK(mha::count({kLargest, kLargest}) > static_cast<double>(kLargest));
}

TEST_CASE("a shape is written as PyTorch writes it") {
  CHECK(mha::to_string(Shape{}) == "()");
  CHECK(mha::to_string(Shape{3}) == "(3,)");
  CHECK(mha::to_string(Shape{2, 6, 3}) == "(2, 6, 3)");
}
