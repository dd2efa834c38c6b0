// The same bits everywhere: what a pass gives here is what it gives on every other target.
#include <bit>
#include <cstdint>

#include "support/catch.h"
#include "support/filler.h"
#include "support/layers.h"

using mha::CausalOptions;
using mha::Tensor;

namespace {

// FNV-1a over the bits of the elements.
std::uint64_t checksum(const Tensor<3>& tensor) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const float value : tensor) {
    hash = (hash ^ std::bit_cast<std::uint32_t>(value)) * 0x100000001b3U;
  }
  return hash;
}

}  // namespace

TEST_CASE("outputs have the bits that this release has on every target") {
  // These numbers change when any bit does, which the changelog must say.
  const std::vector<std::uint64_t> expected = {0x1dc74326d9a715e1U, 0x8e9d21acdeb907cdU, 0x436051ca77a07152U,
                                               0xafebb47928061087U, 0x71914ae2df81fffeU, 0xca4ee5a808e31391U};
  const CausalOptions options{.d_in = 24, .d_out = 36, .context_length = 300, .dropout = 0.2, .qkv_bias = true};
  const std::vector<mha::test::Recipe> recipes = mha::test::all_classes(options, 3);
  const Tensor<3> x = mha::test::Filler(181).tensor(2, 300, 24, 2.0F);
  for (std::size_t i = 0; i < recipes.size(); ++i) {
    CAPTURE(recipes[i].kind);
    CHECK(checksum(mha::test::make(recipes[i])->forward(x)) == expected[i]);
  }
}
