// What C++ hands over: it calls the functions here with names and addresses, and what lies there is copied.

/** Values as they cross; the data is a copy. */
export interface NativeTensor<Data> {
  readonly data: Data;
  readonly shape: number[];
}

/** Names of C++ as JavaScript has them; what stands between double quotes (state keys) is left alone. */
export const camelCase = (text: string): string =>
  text.replace(/"[^"]*"?|(?<=[A-Za-z\d])_([a-z])/g, (found, letter?: string) => letter?.toUpperCase() ?? found);

/** Keys cross as ASCII: of other characters they have the JSON escapes. */
export const escapeKey = (key: string): string =>
  key.replace(/[^ -~]|["\\]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

const unescapeKeys = (text: string): string =>
  text.replace(/\\u(.{4})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));

/** What C++ has given to the call that runs. It calls the methods by their names; addresses come unsigned. */
export class Received {
  readonly #memory: () => ArrayBuffer;
  /** Of what may lie at an address, in the order of C++'s numbers for it (Form in cpp/bindings/marshal.cpp). */
  readonly #readers: ((at: number, length: number, data: number) => unknown)[] = [
    (at, length) => this.#text(at, length),
    (at, length) => this.#names(at, length),
    (at, rank) => this.#shape(at, rank),
    (at, rank, data) => this.#tensor(data, this.#shape(at, rank), Float32Array),
    (at, rank, data) => this.#tensor(data, this.#shape(at, rank), Float64Array),
  ];
  #values: Record<string, unknown> = {};

  /** @param memory all of it; a call may make it grow, which leaves an older one empty */
  constructor(memory: () => ArrayBuffer) {
    this.#memory = memory;
  }

  /** @param form the number of what lies there; `data` is where the values of a tensor do */
  give(form: number, name: number, at: number, length: number, data: number): void {
    this.put(name, this.#readers[form]?.(at, length, data));
  }

  put(name: number, value: unknown): void {
    this.#values[this.name(name)] = value;
  }

  /** Throws an error with what has been given. */
  fail(code: number, argument: number, key: number, message: number, length: number): never {
    throw {
      code: this.name(code),
      argument: camelCase(this.name(argument)),
      key: this.name(key),
      message: camelCase(this.#text(message, length)),
      values: this.take(),
    };
  }

  /** What has been given since it was asked last, by name. */
  take(): Record<string, unknown> {
    const values = this.#values;
    this.#values = {};
    return values;
  }

  /** A name, which ends with a zero. */
  name(at: number): string {
    const bytes = new Uint8Array(this.#memory(), at);
    return this.#ascii(at, bytes.indexOf(0));
  }

  #ascii(at: number, length: number): string {
    const bytes = new Uint8Array(this.#memory(), at, length);
    return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  }

  #text(at: number, length: number): string {
    return unescapeKeys(this.#ascii(at, length));
  }

  /** Each stands between double quotes. */
  #names(at: number, length: number): string[] {
    return JSON.parse(`[${this.#ascii(at, length)}]`);
  }

  #shape(at: number, rank: number): number[] {
    return [...new Uint32Array(this.#memory(), at, rank)];
  }

  #tensor(at: number, shape: number[], Values: typeof Float32Array | typeof Float64Array): NativeTensor<unknown> {
    const size = shape.reduce((product, length) => product * length, 1);
    return { data: new Values(this.#memory(), at, size).slice(), shape };
  }
}
