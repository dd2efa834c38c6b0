// The generator against PyTorch's, bit for bit.
#include "core/generator.h"

#include <algorithm>
#include <cmath>

#include "support/catch.h"
#include "support/filler.h"
#include "support/golden.h"

using mha::Generator;
using mha::test::difference;
using mha::test::elements;

namespace {

std::vector<float> draw(Generator& generator, std::size_t count) {
  std::vector<float> values(count);
  std::generate(values.begin(), values.end(), [&] { return generator.uniform(); });
  return values;
}

}  // namespace

TEST_CASE("uniform draws are those of torch.rand, for 64-bit and negative seeds as well") {
  for (const auto& golden : mha::test::uniform_draws()) {
    CAPTURE(golden.seed);
    Generator generator(golden.seed);
    CHECK(difference(draw(generator, golden.drawn.size()), elements(golden.drawn)).empty());
  }
}

TEST_CASE("manual_seed starts the same stream again") {
  Generator generator(5);
  draw(generator, 700);
  generator.manual_seed(123);
  Generator fresh(123);
  CHECK(difference(draw(generator, 700), draw(fresh, 700)).empty());
}

TEST_CASE("only the low 32 bits of a seed count") {
  CHECK(Generator(5).random() == Generator((std::uint64_t{1} << 32U) + 5).random());
  CHECK(Generator(static_cast<std::uint64_t>(-1)).random() == Generator(0xffffffffU).random());
  CHECK(Generator(5).random() != Generator(6).random());
}

TEST_CASE("64 bits are two draws, the first of them the high word") {
  Generator generator(123);
  Generator twin(123);
  const std::uint64_t high = twin.random();
  const std::uint64_t low = twin.random();
  CHECK(generator.random64() == ((high << 32U) | low));
  CHECK(generator.random() == twin.random());
}

TEST_CASE("a uniform draw takes 24 bits of one draw") {
  Generator generator(123);
  Generator twin(123);
  for (int i = 0; i < 1000; ++i) {
    const float value = generator.uniform();
    REQUIRE(value == std::ldexp(static_cast<float>(twin.random() % (1U << 24U)), -24));
  }
}

TEST_CASE("a bounded draw rounds once, as a fused multiply-add does") {
  mha::test::Filler filler(1);
  for (int i = 0; i < 10000; ++i) {
    const float from = filler.uniform();
    const float to = from + std::abs(filler.uniform());
    Generator generator(static_cast<std::uint64_t>(i));
    Generator twin(static_cast<std::uint64_t>(i));
    REQUIRE(generator.uniform(from, to) == std::fma(twin.uniform(), to - from, from));
    REQUIRE(generator.random() == twin.random());
  }
}

TEST_CASE("manual_seed reseeds the default generator, which is one and the same") {
  mha::manual_seed(123);
  Generator twin(123);
  CHECK(mha::default_generator()->random() == twin.random());
  CHECK(mha::default_generator()->random() == twin.random());
  CHECK(mha::default_generator() == mha::default_generator());
}

TEST_CASE("a generator that nobody seeded starts where PyTorch's does") {
  CHECK(Generator().random() == Generator(67280421310721).random());
}
