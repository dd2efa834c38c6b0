// jax-js on its wasm backend. Compiled as three parts rather than one it is faster, and synchronous reading keeps it on one thread.
import { defaultDevice, init, jit, nn, numpy as np } from "@jax-js/jax";
import { transpose } from "./layouts.js";
import type { Engine, Layer, Prepared, StartOptions, Weights } from "./peer.js";

/** More than one thread means all that the machine has: jax-js cannot be told how many. */
export async function start({ threads }: StartOptions): Promise<Engine> {
  await init("wasm");
  defaultDevice("wasm");
  return {
    stage(layer, weights, x) {
      const turned = turn(layer, weights);
      return () => create(layer, turned, x, threads > 1);
    },
  };
}

/** @returns the weights as right-hand sides: (dIn, dOut) */
function turn({ dIn, dOut }: Layer, { query, key, value, out, outBias }: Weights): Weights {
  return {
    query: transpose(query, dOut, dIn),
    key: transpose(key, dOut, dIn),
    value: transpose(value, dOut, dIn),
    out: transpose(out, dOut, dOut),
    outBias,
  };
}

function create(
  { batch, tokens, dIn, dOut, heads }: Layer,
  weights: Weights,
  x: Float32Array,
  isThreaded: boolean,
): Prepared {
  const rows = batch * tokens;
  const query = np.array(weights.query, { shape: [dIn, dOut] });
  const key = np.array(weights.key, { shape: [dIn, dOut] });
  const value = np.array(weights.value, { shape: [dIn, dOut] });
  const out = np.array(weights.out, { shape: [dOut, dOut] });
  const outBias = np.array(weights.outBias);
  const project = jit((input: np.Array, weight: np.Array) =>
    np.matmul(input, weight).reshape([batch, tokens, heads, dOut / heads]),
  );
  const attend = jit((queries: np.Array, keys: np.Array, values: np.Array) =>
    nn.dotProductAttention(queries, keys, values, { isCausal: true }).reshape([rows, dOut]),
  );
  const merge = jit((context: np.Array, weight: np.Array, bias: np.Array) => np.matmul(context, weight).add(bias));
  const run = () => {
    const input = np.array(x, { shape: [rows, dIn] });
    const context = attend(project(input.ref, query.ref), project(input.ref, key.ref), project(input, value.ref));
    return merge(context, out.ref, outBias.ref);
  };
  return {
    call: () => (isThreaded ? (run().data() as Promise<Float32Array>) : (run().dataSync() as Float32Array)),
    dispose() {
      for (const owned of [project, attend, merge, query, key, value, out, outBias]) {
        owned.dispose();
      }
    },
  };
}
