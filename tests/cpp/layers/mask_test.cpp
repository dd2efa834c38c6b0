// The mask buffer: causal until another is loaded, and any matrix after that.
#include "layers/mask.h"

#include <limits>

#include "support/catch.h"
#include "support/compare.h"
#include "support/filler.h"

using mha::Mask;
using mha::test::difference;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

std::vector<float> matrix_of(const Mask& mask) {
  std::vector<float> matrix(mask.context_length() * mask.context_length());
  mask.read(matrix.data());
  return matrix;
}

// What the kernel is told about one query and key.
bool kernel_hides(const Mask& mask, std::size_t query, std::size_t key) {
  const mha::kernels::Hidden hidden = mask.hidden();
  const std::uint8_t* row = hidden.row(query);
  return key >= hidden.limit(query, mask.context_length()) || (row != nullptr && row[key] != 0);
}

// "" where the mask hides exactly what is not 0 in the matrix.
std::string fault_of(const Mask& mask, const std::vector<float>& matrix) {
  const std::size_t size = mask.context_length();
  for (std::size_t i = 0; i < size * size; ++i) {
    const bool hides = matrix[i] != 0.0F;
    if (mask.hides(i / size, i % size) != hides || kernel_hides(mask, i / size, i % size) != hides) {
      return "element " + std::to_string(i);
    }
  }
  return "";
}

}  // namespace

TEST_CASE("a mask is torch.triu(ones, diagonal=1) at first") {
  const Mask mask(3);
  CHECK(mask.context_length() == 3);
  CHECK(mask.causal());
  CHECK(difference(matrix_of(mask), {0, 1, 1, 0, 0, 1, 0, 0, 0}) == "");
  CHECK(fault_of(mask, matrix_of(mask)) == "");
}

TEST_CASE("a causal mask of other values stays causal and is given back as loaded") {
  Mask mask(3);
  const std::vector<float> matrix = {0, 2, -kInfinity, -0.0F, 0, kNan, 0, -0.0F, 0};
  mask.write(matrix.data());
  CHECK(mask.causal());
  CHECK(difference(matrix_of(mask), matrix) == "");
  CHECK(fault_of(mask, matrix) == "");
}

TEST_CASE("any other mask hides what is not 0") {
  mha::test::Filler filler(51);
  for (const std::size_t size : {std::size_t{1}, std::size_t{2}, std::size_t{9}}) {
    Mask mask(size);
    std::vector<float> matrix = filler.floats(size * size);
    for (float& value : matrix) {
      value = filler.below(2) == 0 ? 0.0F : value;
    }
    matrix[0] = kNan;
    mask.write(matrix.data());
    CHECK_FALSE(mask.causal());
    CHECK(difference(matrix_of(mask), matrix) == "");
    CHECK(fault_of(mask, matrix) == "");
  }
}

TEST_CASE("a mask that hides nothing is not causal, except for one token") {
  Mask mask(2);
  const std::vector<float> nothing(4);
  mask.write(nothing.data());
  CHECK_FALSE(mask.causal());
  CHECK(fault_of(mask, nothing) == "");
  Mask one(1);
  one.write(nothing.data());
  CHECK(one.causal());
}

TEST_CASE("the causal mask can be loaded back") {
  const std::vector<float> causal = matrix_of(Mask(4));
  Mask mask(4);
  mask.write(std::vector<float>(16, 1.0F).data());
  CHECK_FALSE(mask.causal());
  mask.write(causal.data());
  CHECK(mask.causal());
  CHECK(difference(matrix_of(mask), causal) == "");
}

TEST_CASE("masks that hide the same are equal, whatever their values") {
  Mask first(2);
  Mask second(2);
  CHECK(first.hides_as(second));
  first.write(std::vector<float>{0, 5, 0, 0}.data());
  CHECK(first.hides_as(second));
  first.write(std::vector<float>{0, 5, 1, 0}.data());
  CHECK_FALSE(first.hides_as(second));
  second.write(std::vector<float>{0, 1, 2, 0}.data());
  CHECK(first.hides_as(second));
}
