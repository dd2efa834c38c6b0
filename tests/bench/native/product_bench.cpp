// Matrix products and the packing of their right-hand sides.
#include <benchmark/benchmark.h>

#include "inputs.h"
#include "kernels/panels.h"
#include "kernels/product.h"

namespace mha::bench {
namespace {

/// (rows, depth) times (outputs, depth) transposed.
void product(benchmark::State& state) {
  const auto rows = static_cast<std::size_t>(state.range(0));
  const auto depth = static_cast<std::size_t>(state.range(1));
  const auto outputs = static_cast<std::size_t>(state.range(2));
  const std::vector<float> a = normal(rows * depth);
  const std::vector<float> b = normal(outputs * depth);
  std::vector<float> out(rows * outputs);
  kernels::Panels panels;
  panels.pack({b.data(), outputs, depth, depth});
  for (auto _ : state) {
    kernels::product({a.data(), rows, depth, depth}, panels, {out.data(), rows, outputs, outputs});
    benchmark::DoNotOptimize(out.data());
    benchmark::ClobberMemory();
  }
  state.counters["FLOP"] = benchmark::Counter(2.0 * static_cast<double>(rows * depth * outputs),
                                              benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(product)
    ->ArgNames({"rows", "depth", "outputs"})
    ->Args({6, 3, 2})
    ->Args({128, 256, 256})
    ->Args({1024, 64, 1024})
    ->Args({1024, 768, 768})
    ->Args({1024, 768, 2304});

/// The micro-kernel: (rows, depth) times one panel.
void multiply_panel(benchmark::State& state) {
  const auto rows = static_cast<std::size_t>(state.range(0));
  const auto depth = static_cast<std::size_t>(state.range(1));
  const std::vector<float> a = normal(rows * depth);
  const std::vector<float> b = normal(kernels::kPanelWidth * depth);
  std::vector<float> c(rows * kernels::kPanelWidth);
  kernels::Panels panels;
  panels.pack({b.data(), kernels::kPanelWidth, depth, depth});
  for (auto _ : state) {
    kernels::multiply_panel({a.data(), rows, depth, depth}, panels.panel(0), {panels.bias(0), 0}, c.data(),
                            kernels::kPanelWidth);
    benchmark::ClobberMemory();
  }
  state.counters["FLOP"] = benchmark::Counter(2.0 * static_cast<double>(rows * depth * kernels::kPanelWidth),
                                              benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(multiply_panel)->ArgNames({"rows", "depth"})->Args({1, 64})->Args({64, 64})->Args({64, kernels::kDepthBlock});

/// (outputs, depth) into panels.
void pack(benchmark::State& state) {
  const auto outputs = static_cast<std::size_t>(state.range(0));
  const auto depth = static_cast<std::size_t>(state.range(1));
  const std::vector<float> b = normal(outputs * depth);
  kernels::Panels panels;
  for (auto _ : state) {
    panels.pack({b.data(), outputs, depth, depth});
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * state.range(0) * state.range(1) *
                          static_cast<std::int64_t>(sizeof(float)));
}
BENCHMARK(pack)->ArgNames({"outputs", "depth"})->Args({1024, 64})->Args({768, 768});

}  // namespace
}  // namespace mha::bench
