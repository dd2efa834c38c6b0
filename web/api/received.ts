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

/** What may lie at an address, in the order of C++'s numbers for it (Form in cpp/bindings/marshal.cpp). */
const FORMS = ["text", "names", "shape", "floats", "doubles"] as const;

/** What C++ has given to the call that runs. It calls the methods by their names; addresses come unsigned. */
export class Received {
  readonly #memory: () => ArrayBuffer;
  #values: Record<string, unknown> = {};

  /** @param memory all of it; a call may make it grow, which leaves an older one empty */
  constructor(memory: () => ArrayBuffer) {
    this.#memory = memory;
  }

  /** @param form which of FORMS lies there; `data` is where the values of a tensor do */
  give(form: number, name: number, at: number, length: number, data: number): void {
    switch (FORMS[form]) {
      case "text":
        return this.put(name, this.#text(at, length));
      case "names":
        return this.put(name, this.#names(at, length));
      case "shape":
        return this.put(name, this.#shape(at, length));
      case "floats":
        return this.#putTensor(name, this.#shape(at, length), data, Float32Array);
      case "doubles":
        return this.#putTensor(name, this.#shape(at, length), data, Float64Array);
    }
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

  #putTensor(name: number, shape: number[], at: number, Values: typeof Float32Array | typeof Float64Array): void {
    const size = shape.reduce((product, length) => product * length, 1);
    this.put(name, { data: new Values(this.#memory(), at, size).slice(), shape });
  }
}
