// What the benchmark asks of every contestant, us included.

/** The sizes of one layer and its input. */
export interface Layer {
  readonly name: string;
  readonly batch: number;
  readonly tokens: number;
  readonly dIn: number;
  readonly dOut: number;
  readonly heads: number;
}

/** The parameters, row-major; all contestants of a run get the same. */
export interface Weights {
  /** (dOut, dIn) each */
  readonly query: Float32Array;
  readonly key: Float32Array;
  readonly value: Float32Array;
  /** (dOut, dOut) */
  readonly out: Float32Array;
  /** (dOut) */
  readonly outBias: Float32Array;
}

/** A layer with its weights and its input, ready to be called any number of times. */
export interface Prepared {
  /** One forward pass: the input goes in, the output (batch, tokens, dOut) comes back to JavaScript. */
  call(): Float32Array | Promise<Float32Array>;
  /** Frees what the library does not free by itself. */
  dispose(): void;
  /** The same pass in double precision, where the library has one. */
  double?(): Float64Array;
}

/** Makes the layer in the library. */
export type Create = () => Prepared | Promise<Prepared>;

/** A started library. */
export interface Engine {
  /** Puts weights and input into the form that the library takes: our work, not the library's, so it is not timed. */
  stage(layer: Layer, weights: Weights, x: Float32Array): Create | Promise<Create>;
}

/** What a library is started with. */
export interface StartOptions {
  readonly threads: number;
}
