// Inputs and weights of a layer, the same in every page and run.
import { randomLcg, randomNormal, randomUniform } from "d3-random";
import type { Layer, Weights } from "../peers/peer.js";

const draw = (count: number, next: () => number) => Float32Array.from({ length: count }, next);

/** @returns (batch, tokens, dIn) from N(0, 1) */
export const makeInput = ({ batch, tokens, dIn }: Layer): Float32Array =>
  draw(batch * tokens * dIn, randomNormal.source(randomLcg(0.123))(0, 1));

/** As PyTorch initialises linear layers: U(-1/sqrt(in), 1/sqrt(in)). */
export function makeWeights({ dIn, dOut }: Layer): Weights {
  const source = randomUniform.source(randomLcg(0.456));
  const linear = (count: number, width: number) => draw(count, source(-(width ** -0.5), width ** -0.5));
  return {
    query: linear(dOut * dIn, dIn),
    key: linear(dOut * dIn, dIn),
    value: linear(dOut * dIn, dIn),
    out: linear(dOut * dOut, dOut),
    outBias: linear(dOut, dOut),
  };
}
