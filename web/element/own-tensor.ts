// Numbers that an author hands over, from JavaScript or from Python by way of a notebook.

import { type Tensor, type TensorLike, tensor } from "../api/index.js";

/** Nested arrays, a Tensor, `{ data, shape }`, or the same with the bytes of little-endian float32 as data. */
export type OwnTensor =
  | TensorLike
  | {
      /** Four bytes a value, row by row. */
      readonly data: DataView | ArrayBuffer;
      /** The size of each axis. */
      readonly shape: readonly number[];
    };

function isBytes(data: unknown): data is DataView | ArrayBuffer {
  return data instanceof DataView || data instanceof ArrayBuffer;
}

/** A copy: whatever length the bytes start at in their buffer. */
function floatsIn(bytes: DataView | ArrayBuffer): Float32Array {
  const view = bytes instanceof DataView ? bytes : new DataView(bytes);
  return Float32Array.from({ length: Math.floor(view.byteLength / 4) }, (_, index) => view.getFloat32(4 * index, true));
}

/** @throws AttentionError for what is no tensor */
export function readOwnTensor(given: OwnTensor): Tensor {
  if (typeof given === "object" && "data" in given && isBytes(given.data)) {
    return tensor({ data: floatsIn(given.data), shape: given.shape });
  }
  return tensor(given as TensorLike);
}
