// Registers the elements that the page is made of.

export { AttentionBuffer } from "./attention-buffer.js";
export { AttentionCode } from "./attention-code.js";
export { AttentionExport } from "./attention-export.js";
export { AttentionHead } from "./attention-head.js";
export { AttentionHeadSelect } from "./attention-head-select.js";
export { AttentionLines } from "./attention-lines.js";
export { AttentionMatrix } from "./attention-matrix.js";
export { AttentionPicture } from "./attention-picture.js";
export { AttentionPrint } from "./attention-print.js";
export { AttentionScale } from "./attention-scale.js";
export { AttentionSplit } from "./attention-split.js";
export { AttentionSteps } from "./attention-steps.js";
export { AttentionSum } from "./attention-sum.js";
export { AttentionTable } from "./attention-table.js";
export { AttentionThumbnail } from "./attention-thumbnail.js";
export { AttentionValues } from "./attention-values.js";
