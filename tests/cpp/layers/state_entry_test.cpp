// Copies in and out of parameters and masks.
#include "layers/state_entry.h"

#include "support/catch.h"
#include "support/compare.h"

TEST_CASE("a parameter's entry reads and writes the tensor itself") {
  mha::Tensor<2> weight = {{1, 2, 3}, {4, 5, 6}};
  const mha::StateEntry entry = mha::parameter_entry("weight", weight);
  CHECK(entry.name == "weight");
  CHECK(entry.shape == mha::Shape{2, 3});
  CHECK(entry.parameter != nullptr);
  std::vector<float> copy(6);
  entry.read(copy.data());
  CHECK(copy == std::vector<float>{1, 2, 3, 4, 5, 6});
  entry.write(std::vector<float>{6, 5, 4, 3, 2, 1}.data());
  CHECK(weight(0, 1) == 5.0F);
  CHECK(weight(1, 2) == 1.0F);
}

TEST_CASE("a mask's entry reads and writes the mask, and is no parameter") {
  mha::Mask mask(2);
  const mha::StateEntry entry = mha::mask_entry("mask", mask);
  CHECK(entry.shape == mha::Shape{2, 2});
  CHECK(entry.parameter == nullptr);
  std::vector<float> copy(4);
  entry.read(copy.data());
  CHECK(copy == std::vector<float>{0, 1, 0, 0});
  entry.write(std::vector<float>{1, 0, 0, 1}.data());
  CHECK(mask.hides(0, 0));
  CHECK_FALSE(mask.hides(0, 1));
}
