// The modules that measure the most a core gives an instruction set: nothing but independent chains of multiply-adds.

const lanes = 4;
/** Enough to hide the latency of both instructions, few enough for V8's 15 registers. */
const chains = 12;

export const stepsPerCall = 50_000;
export const flopPerCall = stepsPerCall * chains * lanes * 2;

const products = {
  /** One multiplication and one addition. */
  mul_add: (/** @type {string} */ a) => `(f32x4.add (f32x4.mul ${a} (local.get $m)) (local.get $c))`,
  /** One fused instruction. */
  madd: (/** @type {string} */ a) => `(f32x4.relaxed_madd ${a} (local.get $m) (local.get $c))`,
};

/** @typedef {keyof typeof products} Peak */
export const peaks = /** @type {Peak[]} */ (Object.keys(products));

/** The peak of each variant of ours. @type {Record<string, Peak | undefined>} */
export const peakOf = { "mha-simd": "mul_add", "mha-relaxed": "madd" };

/** @param {Peak} peak @returns {string} a module in text whose `run(n)` makes n steps of every chain */
export function peakSource(peak) {
  const names = Array.from({ length: chains }, (_, index) => `$a${index}`);
  const splat = (/** @type {number} */ value) => `(f32x4.splat (f32.const ${value}))`;
  const sum = names.map((name) => `(local.get ${name})`).reduce((total, a) => `(f32x4.add ${total} ${a})`);
  return `(module (func (export "run") (param $n i32) (result f32)
    (local $m v128) (local $c v128) ${names.map((name) => `(local ${name} v128)`).join(" ")}
    (local.set $m ${splat(0.75)}) (local.set $c ${splat(0.25)})
    ${names.map((name, index) => `(local.set ${name} ${splat(index)})`).join(" ")}
    (loop $again
      ${names.map((name) => `(local.set ${name} ${products[peak](`(local.get ${name})`)})`).join(" ")}
      (br_if $again (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (f32x4.extract_lane 0 ${sum})))`;
}
