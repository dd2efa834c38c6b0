// The modules that measure the most a core gives an instruction set: nothing but independent chains of sums of products.
//
// Products stay off the chains, so that these need to hide the latency of one addition only, and V8's 15 registers suffice.

const lanes = 4;
export const stepsPerCall = 50_000;

/** @param {string} name */
const get = (name) => `(local.get ${name})`;

/** @param {number} count @returns {string[]} names of accumulators */
const accumulators = (count) => Array.from({ length: count }, (_, index) => `$a${index}`);

/**
 * A multiplication and an addition. V8 would compute a product of constants once, so one factor is loaded, for two chains
 * each: more loads than that would be the limit.
 */
const mulAdd = {
  chains: accumulators(8),
  step: accumulators(8).map((name, index) => {
    const factor = `(v128.load offset=${16 * (index - (index % 2))} (local.get $place))`;
    const load = index % 2 === 0 ? `(local.set $x ${factor})` : "";
    return `${load} (local.set ${name} (f32x4.add ${get(name)} (f32x4.mul ${get("$x")} ${get(index % 2 === 0 ? "$m" : "$c")})))`;
  }),
};

/** One fused instruction. */
const madd = {
  chains: accumulators(12),
  step: accumulators(12).map(
    (name) => `(local.set ${name} (f32x4.relaxed_madd ${get("$m")} ${get("$c")} ${get(name)}))`,
  ),
};

/** @type {Record<string, { chains: string[], step: string[] }>} */
const modules = { mul_add: mulAdd, madd };

export const peaks = Object.keys(modules);

/** The peak of each variant of ours. @type {Record<string, string | undefined>} */
export const peakOf = { "mha-simd": "mul_add", "mha-relaxed": "madd" };

/** @param {string} peak */
export const flopPerCall = (peak) => stepsPerCall * (modules[peak]?.chains.length ?? Number.NaN) * lanes * 2;

/** @param {string} peak @returns {string} a module in text whose `run(n)` makes n steps of every chain */
export function peakSource(peak) {
  const { chains, step } = modules[peak] ?? { chains: [], step: [] };
  const splat = (/** @type {number} */ value) => `(f32x4.splat (f32.const ${value}))`;
  const sum = chains.map(get).reduce((total, a) => `(f32x4.add ${total} ${a})`);
  return `(module (memory 1) (data (i32.const 0) "${"\\00\\00\\80\\3f".repeat(40)}")
    (func (export "run") (param $n i32) (result f32)
      (local $place i32) (local $m v128) (local $c v128) (local $x v128) ${chains.map((a) => `(local ${a} v128)`).join(" ")}
      (local.set $m ${splat(0.75)}) (local.set $c ${splat(0.25)})
      ${chains.map((a, index) => `(local.set ${a} ${splat(index)})`).join(" ")}
      (loop $again
        (local.set $place (i32.and (local.get $n) (i32.const 16)))
        ${step.join("\n        ")}
        (br_if $again (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
      (f32x4.extract_lane 0 ${sum})))`;
}
