// Projections: as PyTorch draws them, and what they compute.
#include "layers/linear.h"

#include <cmath>

#include "support/catch.h"
#include "support/compare.h"
#include "support/filler.h"
#include "support/golden.h"

using mha::Array;
using mha::Generator;
using mha::Linear;
using mha::Shape;
using mha::StateEntry;
using mha::Tensor;
using mha::test::difference;
using mha::test::Filler;

namespace {

template <class Projection>
std::vector<StateEntry> entries_of(Projection& projection, const std::string& name) {
  std::vector<StateEntry> entries;
  projection.list(name, entries);
  return entries;
}

Array read(const StateEntry& entry) {
  Array tensor = xt::zeros<float>(entry.shape);
  entry.read(tensor.data());
  return tensor;
}

// out (rows, width) of x (rows, in)
template <class Projection>
Tensor<2> apply(const Projection& projection, const Tensor<2>& x, std::size_t width) {
  Tensor<2> out = xt::zeros<float>({x.shape(0), width});
  projection.apply({x.data(), x.shape(0), x.shape(1), x.shape(1)}, {out.data(), x.shape(0), width, width});
  return out;
}

Tensor<2> rows_of(Filler& filler, std::size_t rows, std::size_t cols) {
  return xt::view(filler.tensor(1, rows, cols), 0);
}

// x weightᵀ + bias in double
mha::test::DoubleArray plain(const Tensor<2>& x, const Array& weight, const Array* bias) {
  const std::size_t out = weight.shape(0);
  mha::test::DoubleArray y = xt::zeros<double>(Shape{x.shape(0), out});
  for (std::size_t r = 0; r < x.shape(0); ++r) {
    for (std::size_t o = 0; o < out; ++o) {
      y(r, o) = bias == nullptr ? 0.0 : (*bias)(o);
      for (std::size_t k = 0; k < x.shape(1); ++k) {
        y(r, o) += static_cast<double>(x(r, k)) * weight(o, k);
      }
    }
  }
  return y;
}

}  // namespace

TEST_CASE("a Linear is drawn as nn.Linear is, and nothing more is drawn") {
  for (const auto& golden : mha::test::linear_draws()) {
    CAPTURE(golden.seed, golden.in, golden.out, golden.bias);
    Generator generator(golden.seed);
    Linear linear(golden.in, golden.out, golden.bias, generator);
    const std::vector<StateEntry> entries = entries_of(linear, "layer");
    CHECK(linear.has_bias() == golden.bias);
    REQUIRE(entries.size() == golden.state.size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
      CHECK(entries[i].name == "layer." + golden.state[i].first);
      CHECK(difference(read(entries[i]), golden.state[i].second) == "");
    }
    for (const float next : golden.next) {
      CHECK(generator.uniform() == next);
    }
  }
}

TEST_CASE("a Linear multiplies by its transposed weight and adds its bias") {
  Filler filler(41);
  Generator generator(1);
  for (const bool bias : {false, true}) {
    Linear linear(13, 11, bias, generator);
    const std::vector<StateEntry> entries = entries_of(linear, "layer");
    const Array weight = read(entries.front());
    const Array offset = read(entries.back());
    const Tensor<2> x = rows_of(filler, 6, 13);
    CHECK(mha::test::max_abs_difference(apply(linear, x, 11), plain(x, weight, bias ? &offset : nullptr)) <= 1e-6);
  }
}

TEST_CASE("what is written to a Linear counts from the next pack") {
  Filler filler(42);
  Generator generator(1);
  Linear linear(3, 4, true, generator);
  const std::vector<StateEntry> entries = entries_of(linear, "layer");
  const std::vector<float> weight = filler.floats(12);
  const std::vector<float> bias = filler.floats(4);
  entries[0].write(weight.data());
  entries[1].write(bias.data());
  linear.pack();
  const Tensor<2> x = rows_of(filler, 5, 3);
  const Array new_weight = read(entries[0]);
  const Array new_bias = read(entries[1]);
  CHECK(difference(mha::test::elements(new_weight), weight) == "");
  CHECK(mha::test::max_abs_difference(apply(linear, x, 4), plain(x, new_weight, &new_bias)) <= 1e-6);
}

TEST_CASE("the identity leaves every bit") {
  Filler filler(43);
  Generator generator(1);
  Linear linear(10, 10, true, generator);
  linear.make_identity();
  const Tensor<2> x = rows_of(filler, 7, 10);
  CHECK(difference(apply(linear, x, 10), x) == "");
}

TEST_CASE("a plain matrix is drawn as torch.rand, and multiplies untransposed") {
  Filler filler(45);
  Generator generator(123);
  Generator twin(123);
  mha::UniformMatrix matrix(6, 9, generator);
  const std::vector<StateEntry> entries = entries_of(matrix, "W_query");
  REQUIRE(entries.size() == 1);
  CHECK(entries[0].name == "W_query");
  CHECK(entries[0].shape == Shape{6, 9});
  const Array weight = read(entries[0]);
  for (const float value : weight) {
    CHECK(value == twin.uniform());
  }
  CHECK(generator.random() == twin.random());
  const Tensor<2> x = rows_of(filler, 5, 6);
  CHECK(mha::test::max_abs_difference(apply(matrix, x, 9), plain(x, xt::transpose(weight), nullptr)) <= 1e-6);
}
