// The exponentials of softmax.
#include <benchmark/benchmark.h>

#include <algorithm>

#include "inputs.h"
#include "kernels/softmax.h"

namespace mha::bench {
namespace {

void softmax_block(benchmark::State& state) {
  const auto keys = static_cast<std::size_t>(state.range(0));
  const std::vector<float> scores = normal(keys);
  std::vector<float> row(keys + kernels::kLanes);
  for (auto _ : state) {
    std::copy(scores.begin(), scores.end(), row.begin());
    kernels::SoftmaxRow seen;
    benchmark::DoNotOptimize(kernels::softmax_block(row.data(), keys, 0.125F, nullptr, seen));
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(softmax_block)->ArgName("keys")->Arg(6)->Arg(64)->Arg(256);

}  // namespace
}  // namespace mha::bench
