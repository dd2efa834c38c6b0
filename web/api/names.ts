// What every entry of the package exports besides its init().

export { Attention } from "./attention.js";
export { CausalAttention } from "./causal-attention.js";
export type { EngineInfo, InitOptions, Variant } from "./engine.js";
export { AttentionError, type ErrorCode, type ErrorValues } from "./errors.js";
export { Generator, manualSeed, rand } from "./generator.js";
export type { NestedNumbers, NumericArray, TensorData, TensorLike } from "./input.js";
export { MultiHeadAttention, MultiHeadAttentionWrapper } from "./multi-head-attention.js";
export { SelfAttentionV1, SelfAttentionV2, SimplifiedSelfAttention } from "./self-attention.js";
export { type Nested, Tensor, tensor } from "./tensor.js";
export type {
  CausalAttentionOptions,
  CausalAttentionTrace,
  DoubleTensor,
  DropoutMethod,
  LoadResult,
  MultiHeadAttentionOptions,
  MultiHeadAttentionTrace,
  MultiHeadAttentionWrapperOptions,
  MultiHeadAttentionWrapperTrace,
  SelfAttentionTrace,
  SelfAttentionV1Options,
  SelfAttentionV2Options,
  SimplifiedSelfAttentionTrace,
  StateDict,
  TraceOptions,
} from "./types.js";
export type { WasmSource } from "./wasm-source.js";
