// Causal attention of one head.
#include <benchmark/benchmark.h>

#include "inputs.h"
#include "kernels/attention.h"

namespace mha::bench {
namespace {

void causal_attention(benchmark::State& state) {
  const auto tokens = static_cast<std::size_t>(state.range(0));
  const auto head_dim = static_cast<std::size_t>(state.range(1));
  const std::vector<float> x = normal(tokens * head_dim);
  const MatrixView view{x.data(), tokens, head_dim, head_dim};
  const kernels::AttentionKernel& kernel = kernels::attention_kernel(tokens, head_dim);
  kernels::KeyValues kv;
  kv.keys = view;
  kv.values = view;
  kernel.pack(kv);
  std::vector<float> context(tokens * head_dim);
  kernels::AttentionScratch scratch;
  for (auto _ : state) {
    kernel.run(view, 0, kv, 0.125F, {.causal = true}, {}, scratch, {context.data(), tokens, head_dim, head_dim});
    benchmark::ClobberMemory();
  }
  state.counters["FLOP"] = benchmark::Counter(2.0 * static_cast<double>(tokens * (tokens + 1) * head_dim),
                                              benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(causal_attention)->ArgNames({"tokens", "head_dim"})->Args({6, 1})->Args({128, 32})->Args({1024, 64});

}  // namespace
}  // namespace mha::bench
