// The kinds of numbers in .npy and .safetensors files, and how to read many of one kind as float32.

export interface ElementType {
  readonly bytes: number;
  readonly read: (view: DataView, offset: number, littleEndian: boolean) => number;
}

/** IEEE 754 binary16: 1 sign bit, 5 of exponent, 10 of fraction. */
function float16(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25);
}

const scratch = new DataView(new ArrayBuffer(4));

/** The upper half of a float32. */
function bfloat16(bits: number): number {
  scratch.setUint16(0, bits);
  return scratch.getFloat32(0);
}

export const ELEMENT_TYPES = {
  float16: { bytes: 2, read: (view, at, little) => float16(view.getUint16(at, little)) },
  bfloat16: { bytes: 2, read: (view, at, little) => bfloat16(view.getUint16(at, little)) },
  float32: { bytes: 4, read: (view, at, little) => view.getFloat32(at, little) },
  float64: { bytes: 8, read: (view, at, little) => view.getFloat64(at, little) },
  int8: { bytes: 1, read: (view, at) => view.getInt8(at) },
  uint8: { bytes: 1, read: (view, at) => view.getUint8(at) },
  bool: { bytes: 1, read: (view, at) => (view.getUint8(at) === 0 ? 0 : 1) },
  int16: { bytes: 2, read: (view, at, little) => view.getInt16(at, little) },
  uint16: { bytes: 2, read: (view, at, little) => view.getUint16(at, little) },
  int32: { bytes: 4, read: (view, at, little) => view.getInt32(at, little) },
  uint32: { bytes: 4, read: (view, at, little) => view.getUint32(at, little) },
  int64: { bytes: 8, read: (view, at, little) => Number(view.getBigInt64(at, little)) },
  uint64: { bytes: 8, read: (view, at, little) => Number(view.getBigUint64(at, little)) },
} as const satisfies Record<string, ElementType>;

/** The first `count` elements of the bytes, which must hold as many. */
export function readElements(bytes: Uint8Array, type: ElementType, count: number, littleEndian = true): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const data = new Float32Array(count);
  for (let index = 0; index < count; index++) data[index] = type.read(view, index * type.bytes, littleEndian);
  return data;
}
