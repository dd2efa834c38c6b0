// Registers every custom element.

export { AttentionHead } from "./attention-head.js";
export { AttentionMatrix } from "./attention-matrix.js";
export { AttentionPrint } from "./attention-print.js";
export { AttentionScale } from "./attention-scale.js";
export { AttentionTable } from "./attention-table.js";
