// Four lanes.
#include "kernels/simd.h"

#include <array>
#include <cmath>
#include <limits>

#include "support/catch.h"
#include "support/filler.h"

namespace kernels = mha::kernels;
using kernels::F32x4;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

std::array<float, 4> lanes_of(F32x4 lanes) { return {lanes[0], lanes[1], lanes[2], lanes[3]}; }

}  // namespace

TEST_CASE("lanes are loaded and stored in order, from any address") {
  const std::array<float, 6> from = {0, 1, 2, 3, 4, 5};
  for (std::size_t offset = 0; offset < 3; ++offset) {
    std::array<float, 6> to{};
    kernels::store(to.data() + offset, kernels::load(from.data() + offset));
    for (std::size_t lane = 0; lane < kernels::kLanes; ++lane) {
      CHECK(to[offset + lane] == from[offset + lane]);
    }
  }
}

TEST_CASE("a splat fills all lanes") { CHECK(lanes_of(kernels::splat(2.5F)) == std::array{2.5F, 2.5F, 2.5F, 2.5F}); }

TEST_CASE("multiply_add multiplies, then adds") {
  const F32x4 result = kernels::multiply_add(F32x4{1, 2, 3, 4}, kernels::splat(10), F32x4{0.5F, 0, -1, 2});
  CHECK(lanes_of(result) == std::array{10.5F, 20.0F, 29.0F, 42.0F});
}

TEST_CASE("multiply_add of one number has the bits of a lane") {
  mha::test::Filler filler(15);
  for (int i = 0; i < 1000; ++i) {
    const float x = filler.uniform();
    const float y = filler.uniform();
    const float z = filler.uniform();
    REQUIRE(kernels::multiply_add(x, y, z) == kernels::multiply_add(F32x4{0, x}, F32x4{0, y}, F32x4{0, z})[1]);
  }
}

TEST_CASE("only the first lanes are stored") {
  for (std::size_t count = 0; count <= 6; ++count) {
    std::array<float, 6> to{};
    kernels::store_first(to.data(), F32x4{1, 2, 3, 4}, count);
    for (std::size_t i = 0; i < to.size(); ++i) {
      CHECK(to.at(i) == (i < count && i < kernels::kLanes ? static_cast<float>(i + 1) : 0.0F));
    }
  }
}

TEST_CASE("the maximum passes over a NaN on its right and keeps one on its left") {
  const F32x4 result = kernels::maximum(F32x4{1, -3, 2, kNan}, F32x4{2, -4, kNan, 1});
  CHECK(result[0] == 2.0F);
  CHECK(result[1] == -3.0F);
  CHECK(result[2] == 2.0F);
  CHECK(std::isnan(result[3]));
}

TEST_CASE("bits come and go unchanged") {
  CHECK(kernels::bits(kernels::splat(1.0F))[2] == 0x3f800000);
  CHECK(lanes_of(kernels::from_bits(kernels::bits(F32x4{1, -2, 0.5F, 0}))) == std::array{1.0F, -2.0F, 0.5F, 0.0F});
}

TEST_CASE("rows become columns") {
  const auto columns =
      kernels::transposed({F32x4{0, 1, 2, 3}, F32x4{4, 5, 6, 7}, F32x4{8, 9, 10, 11}, F32x4{12, 13, 14, 15}});
  for (std::size_t column = 0; column < kernels::kLanes; ++column) {
    const auto first = static_cast<float>(column);
    CHECK(lanes_of(columns[column]) == std::array{first, first + 4, first + 8, first + 12});
  }
}

TEST_CASE("a horizontal sum adds pairs of neighbours first") {
  // In another order 1 would survive: it is below half the last place of 1e8.
  CHECK(kernels::sum(F32x4{1e8F, 1, -1e8F, 1}) == 0.0F);
  CHECK(kernels::sum(F32x4{1e8F, -1e8F, 1, 1}) == 2.0F);
}
