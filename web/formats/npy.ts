// Reads .npy files: one array as numpy.save writes it, versions 1 to 3 of the format.
import { ELEMENT_TYPES, type ElementType, readElements } from "./element-types.js";
import { excerpt, FormatError } from "./format-error.js";
import { type FormatTensor, isShape, showShape, sizeOf } from "./tensor.js";

// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];
const ZIP = [0x50, 0x4b, 0x03, 0x04];

// numpy.load's own limit, beyond which it asks to be trusted.
const LONGEST_HEADER = 10_000;

const TYPES: Readonly<Record<string, ElementType>> = {
  f2: ELEMENT_TYPES.float16,
  f4: ELEMENT_TYPES.float32,
  f8: ELEMENT_TYPES.float64,
  i1: ELEMENT_TYPES.int8,
  i2: ELEMENT_TYPES.int16,
  i4: ELEMENT_TYPES.int32,
  i8: ELEMENT_TYPES.int64,
  u1: ELEMENT_TYPES.uint8,
  u2: ELEMENT_TYPES.uint16,
  u4: ELEMENT_TYPES.uint32,
  u8: ELEMENT_TYPES.uint64,
  b1: ELEMENT_TYPES.bool,
};

interface Header {
  readonly descr: string;
  readonly isFortran: boolean;
  readonly shape: readonly number[];
  /** Where the values start. */
  readonly end: number;
}

const startsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, index) => bytes[index] === byte);

function truncated(expected: number, got: number): FormatError {
  const message = `the file ends after ${got} bytes; it says that it has ${expected}`;
  return new FormatError("npy.truncated", message, { expected, got });
}

function checkMagic(bytes: Uint8Array): void {
  if (startsWith(bytes, MAGIC)) return;
  if (startsWith(bytes, ZIP)) {
    throw new FormatError("npy.npz", "this is an .npz archive of arrays; save one array with numpy.save");
  }
  throw new FormatError("npy.magic", "this is no .npy file: it does not start with \\x93NUMPY");
}

/** The Python dictionary after the magic: `{'descr': '<f4', 'fortran_order': False, 'shape': (6, 3), }`. */
function readHeader(bytes: Uint8Array): Header {
  checkMagic(bytes);
  const version = bytes[6] ?? 0;
  const start = version === 1 ? 10 : 12;
  if (bytes.length < start) throw truncated(start, bytes.length);
  if (version < 1 || version > 3) {
    throw new FormatError("npy.version", `.npy version ${version} is none of 1, 2 and 3`, { version });
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, start);
  const length = version === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  if (length > LONGEST_HEADER) throw badHeader(`${length} bytes`);
  if (bytes.length < start + length) throw truncated(start + length, bytes.length);
  return { ...parseHeader(new TextDecoder().decode(bytes.subarray(start, start + length))), end: start + length };
}

function badHeader(text: string): FormatError {
  return new FormatError("npy.header", `the header of the .npy file makes no sense: ${text}`, { text });
}

function parseHeader(text: string): Omit<Header, "end"> {
  const descr = /'descr'\s*:\s*(?:'([^']*)'|(\[))/.exec(text);
  const order = /'fortran_order'\s*:\s*(True|False)/.exec(text);
  // Python 2 wrote long integers with an L.
  const sizes = /'shape'\s*:\s*\(([\d\sL,]*)\)/.exec(text);
  const shape = (sizes?.[1] ?? "").match(/\d+/g)?.map(Number) ?? [];
  if (!descr || !order || !sizes || !isShape(shape)) throw badHeader(excerpt(text.trim()));
  return { descr: descr[1] ?? "structured", isFortran: order[1] === "True", shape };
}

function typeOf(descr: string): { type: ElementType; littleEndian: boolean } {
  const [, order, code = ""] = /^([<>|=]?)(\w+)$/.exec(descr) ?? [];
  const type = Object.hasOwn(TYPES, code) ? TYPES[code] : undefined;
  if (type) return { type, littleEndian: order !== ">" };
  const dtype = excerpt(descr);
  const message = `numbers of type ${dtype} are not read; save them with .astype(numpy.float32)`;
  throw new FormatError("npy.dtype", message, { dtype });
}

/** Values stored first axis fastest, put in row-major order. */
function toRowMajor(data: Float32Array, shape: readonly number[]): Float32Array {
  const strides = shape.map((_, axis) => sizeOf(shape.slice(0, axis)));
  const result = new Float32Array(data.length);
  for (let index = 0; index < data.length; index++) {
    let rest = index;
    let from = 0;
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      const size = shape[axis] ?? 1;
      from += (rest % size) * (strides[axis] ?? 0);
      rest = Math.floor(rest / size);
    }
    result[index] = data[from] ?? 0;
  }
  return result;
}

/**
 * Reads floats, integers and booleans of either byte order.
 *
 * @throws FormatError before any room is made for what the file only claims to hold
 */
export function readNpy(bytes: Uint8Array): FormatTensor {
  const { descr, isFortran, shape, end } = readHeader(bytes);
  const { type, littleEndian } = typeOf(descr);
  const count = sizeOf(shape);
  const [expected, got] = [count * type.bytes, bytes.length - end];
  if (expected !== got) {
    const values = { shape: showShape(shape), dtype: descr, expected, got };
    const message = `shape ${values.shape} of ${descr} takes ${expected} bytes; the file has ${got}`;
    throw new FormatError("npy.size", message, values);
  }
  const data = readElements(bytes.subarray(end), type, count, littleEndian);
  return { data: isFortran && shape.length > 1 ? toRowMajor(data, shape) : data, shape };
}
