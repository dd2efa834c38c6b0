// The layers that are timed, and the floating-point operations that each needs.

/** @typedef {import("./peers/peer.js").Layer} Layer */

/** @param {string} name @param {number[]} sizes @returns {Layer} */
const layer = (name, [batch = 0, tokens = 0, dIn = 0, dOut = 0, heads = 0]) => ({
  name,
  batch,
  tokens,
  dIn,
  dOut,
  heads,
});

/** Whole layers, then one head of 64, where attention outweighs the projections. */
export const layers = [
  layer("tiny", [2, 6, 3, 2, 2]),
  layer("small", [1, 128, 256, 256, 8]),
  layer("gpt2", [1, 1024, 768, 768, 12]),
  // The projections of gpt2 almost alone: as many tokens, in texts so short that attention hardly counts.
  layer("projections", [64, 16, 768, 768, 12]),
  layer("core-2048", [1, 2048, 64, 64, 1]),
  layer("core-4096", [1, 4096, 64, 64, 1]),
  layer("core-8192", [1, 8192, 64, 64, 1]),
];

/** GPT-2 small's width and heads at any number of tokens. @param {number} tokens */
export const layerOfTokens = (tokens) => layer(`tokens-${tokens}`, [1, tokens, 768, 768, 12]);

/** GPT-2 small's width and 1024 tokens at any number of heads. @param {number} heads */
export const layerOfHeads = (heads) => layer(`heads-${heads}`, [1, 1024, 768, 768, heads]);

/** The four products with weights. @param {Layer} layer */
export const projectionFlop = ({ batch, tokens, dIn, dOut }) => 2 * batch * tokens * dOut * (3 * dIn + dOut);

/** Both products of attention over the visible keys only. @param {Layer} layer */
export const attentionFlop = ({ batch, tokens, dOut }) => 2 * batch * tokens * (tokens + 1) * dOut;

/** @param {Layer} layer */
export const neededFlop = (layer) => projectionFlop(layer) + attentionFlop(layer);
