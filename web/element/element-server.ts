// "mha-wasm/element" on a server, where there are no elements: imports of it find its names, and nothing happens.

export const AttentionHeads = undefined;
export const AttentionMatrix = undefined;
export const AttentionStepper = undefined;
