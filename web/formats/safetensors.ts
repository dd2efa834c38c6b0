// Reads .safetensors files: tensors by name, as safetensors.torch.save_file writes them.
import { ELEMENT_TYPES, type ElementType, readElements } from "./element-types.js";
import { excerpt, FormatError } from "./format-error.js";
import { type FormatTensor, isShape, showShape, sizeOf } from "./tensor.js";

// https://github.com/huggingface/safetensors#format: 8 bytes of header length, a JSON header, the tensors' bytes.
const LENGTH_BYTES = 8;
// The reference implementation's limit.
const LONGEST_HEADER = 100_000_000;

const TYPES: Readonly<Record<string, ElementType>> = {
  F16: ELEMENT_TYPES.float16,
  BF16: ELEMENT_TYPES.bfloat16,
  F32: ELEMENT_TYPES.float32,
  F64: ELEMENT_TYPES.float64,
  I8: ELEMENT_TYPES.int8,
  U8: ELEMENT_TYPES.uint8,
  BOOL: ELEMENT_TYPES.bool,
  I16: ELEMENT_TYPES.int16,
  U16: ELEMENT_TYPES.uint16,
  I32: ELEMENT_TYPES.int32,
  U32: ELEMENT_TYPES.uint32,
  I64: ELEMENT_TYPES.int64,
  U64: ELEMENT_TYPES.uint64,
};

interface Entry {
  /** Short enough for a sentence. */
  readonly name: string;
  readonly key: string;
  readonly type: ElementType;
  readonly shape: readonly number[];
  readonly begin: number;
  readonly end: number;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** torch.save writes a zip archive, or a bare pickle before PyTorch 1.6. */
const isPickle = (bytes: Uint8Array) =>
  (bytes[0] === 0x50 && bytes[1] === 0x4b) || (bytes[0] === 0x80 && bytes[1] === 2);

function headerLength(bytes: Uint8Array): number {
  if (isPickle(bytes)) {
    throw new FormatError("safetensors.pickle", "this is a pickle of torch.save; use safetensors.torch.save_file");
  }
  if (bytes.length < LENGTH_BYTES) {
    const values = { got: bytes.length };
    throw new FormatError("safetensors.truncated", `a file of ${bytes.length} bytes is no .safetensors file`, values);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, LENGTH_BYTES);
  const length = Number(view.getBigUint64(0, true));
  const got = bytes.length - LENGTH_BYTES;
  if (length > got || length > LONGEST_HEADER) {
    const message = `the header says it is ${length} bytes long; the file has ${got} after its length`;
    throw new FormatError("safetensors.header-size", message, { expected: length, got });
  }
  return length;
}

function readHeader(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    const header: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (isRecord(header)) return header;
  } catch (cause) {
    throw badHeader({ cause });
  }
  throw badHeader();
}

function badHeader(options?: ErrorOptions): FormatError {
  return new FormatError("safetensors.header", "the header of the .safetensors file is no JSON object", {}, options);
}

function isRange(value: unknown): value is readonly [number, number] {
  return isShape(value) && value.length === 2 && (value[0] ?? 0) <= (value[1] ?? 0);
}

function readEntry(key: string, value: unknown, room: number): Entry {
  const name = excerpt(key);
  const fields: Readonly<Record<string, unknown>> = isRecord(value) ? value : {};
  const { dtype, shape, data_offsets: range } = fields;
  if (typeof dtype !== "string" || !isShape(shape) || !isRange(range)) {
    throw new FormatError("safetensors.entry", `${name} lacks a dtype, a shape or data_offsets`, { name });
  }
  const type = Object.hasOwn(TYPES, dtype) ? TYPES[dtype] : undefined;
  if (!type) {
    const values = { name, dtype: excerpt(dtype) };
    throw new FormatError("safetensors.dtype", `${name} has numbers of type ${values.dtype}, not read here`, values);
  }
  const [begin, end] = range;
  if (end > room) {
    const message = `${name} lies at bytes ${begin} to ${end}; the file has ${room}`;
    throw new FormatError("safetensors.range", message, { name, begin, end, room });
  }
  const expected = sizeOf(shape) * type.bytes;
  if (expected !== end - begin) {
    const values = { name, shape: showShape(shape), dtype, expected, got: end - begin };
    const message = `${name}: shape ${values.shape} of ${dtype} takes ${expected} bytes, not ${values.got}`;
    throw new FormatError("safetensors.size", message, values);
  }
  return { name, key, type, shape, begin, end };
}

/** The format allows neither overlaps nor gaps. */
function checkLayout(entries: readonly Entry[], room: number): void {
  let end = 0;
  let last = "";
  for (const entry of [...entries].sort((a, b) => a.begin - b.begin || a.end - b.end)) {
    if (entry.begin < end) {
      const message = `${entry.name} overlaps ${last}`;
      throw new FormatError("safetensors.overlap", message, { name: entry.name, other: last });
    }
    if (entry.begin > end) throw gap(entry.begin - end);
    end = entry.end;
    last = entry.name;
  }
  if (end < room) throw gap(room - end);
}

function gap(bytes: number): FormatError {
  return new FormatError("safetensors.gap", `${bytes} bytes of the file belong to no tensor`, { bytes });
}

/** @throws FormatError before any room is made for what the file only claims to hold */
export function readSafetensors(bytes: Uint8Array): ReadonlyMap<string, FormatTensor> {
  const start = LENGTH_BYTES + headerLength(bytes);
  const header = readHeader(bytes.subarray(LENGTH_BYTES, start));
  const body = bytes.subarray(start);
  const entries = Object.entries(header)
    .filter(([key]) => key !== "__metadata__")
    .map(([key, value]) => readEntry(key, value, body.length));
  if (entries.length === 0) throw new FormatError("safetensors.empty", "the .safetensors file holds no tensor");
  checkLayout(entries, body.length);
  return new Map(
    entries.map(({ key, type, shape, begin, end }) => {
      const data = readElements(body.subarray(begin, end), type, sizeOf(shape));
      return [key, { data, shape }];
    }),
  );
}
