// Builds the C++ kernels' own benchmarks natively and runs them.
import { buildPreset } from "../../web/tools/cmake.mjs";
import { enter } from "../../web/tools/setup.mjs";

export async function runNative() {
  await buildPreset("native-bench");
  await enter(["build/native-bench/bench/mha_bench", "--benchmark_counters_tabular=true"]);
}
