// Numbers that follow from sizes.
#include "layers/scale.h"

#include "support/catch.h"

TEST_CASE("scores are scaled by 1 / sqrt(head_dim), rounded once") {
  CHECK(mha::attention_scale(1) == 1.0F);
  CHECK(mha::attention_scale(4) == 0.5F);
  for (std::size_t head_dim = 1; head_dim <= 300; ++head_dim) {
    CHECK(mha::attention_scale(head_dim) == static_cast<float>(1.0 / std::sqrt(static_cast<double>(head_dim))));
  }
}

TEST_CASE("parameters take memory twice, as tensors and packed, and do not overflow") {
  CHECK(mha::parameter_bytes(3, 2) == 2.0 * 3 * (3 + 1) * 2 * 4);
  CHECK(mha::parameter_bytes(std::size_t{1} << 31U, std::size_t{1} << 31U) > 0x1p66);
}
