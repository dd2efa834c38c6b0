// Where every number of the weight split stands at every step: x, the matrices of the heads, and what their product is.

import { type Matrix, valueAt } from "./matrix.js";
import {
  type Extent,
  extentOf,
  type Figure,
  type Grain,
  type Item,
  type MatrixNames,
  type SplitData,
  type SplitStep,
  type TextItem,
  wholeOf,
} from "./split-figure.js";

const GUTTER = 54;
const BADGE = 34;
const CAPTION = 46; // badge, name, shape
const BETWEEN = 36; // name, shape
const GAP = 18;
const HEAD_GAP = 12;
const ROW_GAP = 7;

/** The places of one figure: what a step needs to know to put a number somewhere. */
export class SplitLayout {
  readonly data: SplitData;
  readonly grain: Grain;
  readonly extent: Extent;
  readonly whole: Extent;
  /** Where the columns of the products start. */
  readonly #columnsX: number;
  readonly #productY: number;
  /** Where the products stand once they are rows of heads. */
  readonly #rowsX: number;

  constructor(data: SplitData, grain: Grain) {
    this.data = data;
    this.grain = grain;
    this.extent = extentOf(data, grain);
    this.whole = wholeOf(data);
    const { dIn, headDim } = this.extent;
    this.#columnsX = GUTTER + dIn * grain.width + GAP;
    this.#productY = CAPTION + dIn * grain.height + BETWEEN;
    this.#rowsX = Math.max(this.#columnsX, GUTTER + BADGE + headDim * grain.width + 2 * GAP);
  }

  get width(): number {
    const { heads, headDim } = this.extent;
    const across = this.#columnsX + heads * headDim * this.grain.width + (heads - 1) * HEAD_GAP;
    return Math.max(across, this.#rowsX + headDim * this.grain.width) + 2;
  }

  /** The same at every step, so that nothing under the figure jumps. */
  get height(): number {
    const { heads, tokens } = this.extent;
    const across = this.#productY + tokens * this.grain.height;
    const rows = CAPTION + heads * tokens * this.grain.height + (Math.max(heads, tokens) - 1) * ROW_GAP;
    return Math.max(across, rows) + 2;
  }

  figure(step: SplitStep, followed: number, names: MatrixNames): Figure {
    const flat = step === "apart" || step === "joined" || step === "product";
    const items = flat
      ? [...this.#inputs(), ...this.#weights(step), ...this.#captions(step, names)]
      : [...this.#rowLabels(step), ...(step === "transpose" ? this.#wrapper() : []), ...this.#rowCaptions(step, names)];
    return {
      items: [...items, ...this.#products(step), ...this.#rings(step, followed)],
      width: this.width,
      height: this.height,
    };
  }

  #each<T>(count: number, make: (index: number) => T): T[] {
    return Array.from({ length: count }, (_, index) => make(index));
  }

  #columnX(head: number, apart: boolean): number {
    return this.#columnsX + head * (this.extent.headDim * this.grain.width + (apart ? HEAD_GAP : 0));
  }

  /** Where a head's numbers for a token start. */
  #productAt(step: SplitStep, head: number, token: number): { x: number; y: number } {
    const { heads, tokens } = this.extent;
    const { height } = this.grain;
    if (step === "view") {
      return { x: this.#rowsX, y: CAPTION + (token * heads + head) * height + token * ROW_GAP };
    }
    if (step === "transpose") {
      return { x: this.#rowsX, y: CAPTION + (head * tokens + token) * height + head * ROW_GAP };
    }
    return { x: this.#columnX(head, step !== "product"), y: this.#productY + token * height };
  }

  #inputs(): Item[] {
    const { tokens, dIn } = this.extent;
    const { width, height } = this.grain;
    return this.#each(tokens, (token): Item[] => {
      const y = this.#productY + token * height;
      return [
        this.#token(`label-${token}`, GUTTER - 8, y, token),
        ...this.#each(dIn, (column): Item => {
          const value = valueAt(this.data.x, token, column);
          const x = GUTTER + column * width;
          return { kind: "number", part: "x", key: `x-${token}-${column}`, x, y, value, row: token, column, token };
        }),
      ];
    }).flat();
  }

  /** A head's matrix as the product uses it: transposed, a column for each of the head's numbers. */
  #weights(step: SplitStep): Item[] {
    const { heads, headDim, dIn } = this.extent;
    const { width, height } = this.grain;
    return this.#each(heads, (head) =>
      this.#each(headDim, (column) =>
        this.#each(dIn, (row): Item => {
          const x = this.#columnX(head, step === "apart") + column * width;
          const value =
            step === "apart"
              ? valueAt(this.data.apart[head] ?? this.data.joined, column, row)
              : valueAt(this.data.joined, head * this.whole.headDim + column, row);
          const key = `w-${head}-${column}-${row}`;
          return { kind: "number", part: "weight", key, x, y: CAPTION + row * height, value, row, column, head };
        }),
      ),
    ).flat(2);
  }

  #products(step: SplitStep): Item[] {
    // The wrapper's own until the one product has been taken.
    const matrices = step === "apart" || step === "joined" ? this.data.products : this.data.split;
    return this.#cells("product", matrices, (head, token) => this.#productAt(step, head, token));
  }

  /** The wrapper's matrices once more, beside the rows that have arrived where they stand. */
  #wrapper(): Item[] {
    return this.#cells("wrapper", this.data.products, (head, token) => ({
      x: GUTTER + BADGE,
      y: this.#productAt("transpose", head, token).y,
    }));
  }

  #cells(
    part: "product" | "wrapper",
    matrices: readonly Matrix[],
    place: (head: number, token: number) => { x: number; y: number },
  ): Item[] {
    const { heads, tokens, headDim } = this.extent;
    return this.#each(heads, (head) =>
      this.#each(tokens, (token) =>
        this.#each(headDim, (column): Item => {
          const { x, y } = place(head, token);
          const matrix = matrices[head];
          const value = matrix ? valueAt(matrix, token, column) : Number.NaN;
          const key = `${part}-${head}-${token}-${column}`;
          const at = { x: x + column * this.grain.width, y, row: token, column };
          return { kind: "number", part, key, ...at, value, head, token };
        }),
      ),
    ).flat(2);
  }

  #rings(step: SplitStep, token: number): Item[] {
    const { heads, headDim, dIn } = this.extent;
    const ring = (key: string, at: { x: number; y: number }, columns: number): Item => ({
      kind: "ring",
      key,
      ...at,
      columns,
      token,
    });
    const parts = this.#each(heads, (head) => ring(`ring-${head}`, this.#productAt(step, head, token), headDim));
    if (step === "view") return parts;
    if (step !== "transpose") {
      return [...parts, ring("ring-x", { x: GUTTER, y: this.#productY + token * this.grain.height }, dIn)];
    }
    const wrapper = this.#each(heads, (head) => {
      const at = { x: GUTTER + BADGE, y: this.#productAt(step, head, token).y };
      return ring(`ring-wrapper-${head}`, at, headDim);
    });
    return [...parts, ...wrapper];
  }

  #token(key: string, x: number, y: number, token: number): TextItem {
    const text = this.data.tokens[token] ?? String(token + 1);
    return { kind: "text", role: "token", key, x, y: y + this.grain.height / 2 + 4, text, token };
  }

  /** What a row is once rows are of heads: its token and its head. */
  #rowLabels(step: SplitStep): Item[] {
    const { heads, tokens } = this.extent;
    const x = step === "view" ? this.#rowsX - BADGE : GUTTER;
    return this.#each(heads, (head) =>
      this.#each(tokens, (token): Item[] => {
        const { y } = this.#productAt(step, head, token);
        const badge: Item = { kind: "badge", key: `badge-${head}-${token}`, x, y: y + this.grain.height / 2 - 7, head };
        const isFirst = step === "view" ? head === 0 : true;
        return [badge, ...(isFirst ? [this.#token(`row-${head}-${token}`, x - 8, y, token)] : [])];
      }),
    ).flat(2);
  }

  #caption(key: string, x: number, y: number, name: string, shape: readonly number[], times = ""): Item[] {
    const common = { kind: "text", x } as const;
    return [
      { ...common, role: "name", key: `name-${key}`, y: y - 17, text: name },
      { ...common, role: "shape", key: `shape-${key}`, y: y - 5, text: `${times}(${shape.join(", ")})` },
    ];
  }

  #captions(step: SplitStep, names: MatrixNames): Item[] {
    const { heads, tokens, headDim, dIn } = this.whole;
    const group = (head: number, apart: boolean) => this.#columnX(head, apart);
    const shown = this.#each(this.extent.heads, (head) => head);
    const badges = shown.map(
      (head): Item => ({ kind: "badge", key: `badge-${head}`, x: group(head, step === "apart"), y: 0, head }),
    );
    const weights =
      step === "apart"
        ? shown.map((head) =>
            this.#caption(`w-${head}`, group(head, true), CAPTION, names.weight(head), [dIn, headDim]),
          )
        : [this.#caption("w", this.#columnsX, CAPTION, names.weight(undefined), [dIn, heads * headDim])];
    const products =
      step === "product"
        ? [this.#caption("p", this.#columnsX, this.#productY, names.product(undefined), [tokens, heads * headDim])]
        : shown.map((head) =>
            this.#caption(`p-${head}`, group(head, true), this.#productY, names.product(head), [tokens, headDim]),
          );
    return [
      ...this.#caption("x", GUTTER, this.#productY, "x", [tokens, dIn]),
      ...badges,
      ...weights.flat(),
      ...products.flat(),
    ];
  }

  #rowCaptions(step: SplitStep, names: MatrixNames): Item[] {
    const { heads, tokens, headDim } = this.whole;
    if (step === "view")
      return this.#caption("p", this.#rowsX, CAPTION, names.product(undefined), [tokens, heads, headDim]);
    const shape = [heads, tokens, headDim];
    const signs = this.#each(this.extent.heads, (head): Item => {
      const { y } = this.#productAt(step, head, 0);
      const at = { x: this.#rowsX - GAP, y: y + (this.extent.tokens * this.grain.height) / 2 + 5 };
      return { kind: "text", role: "sign", key: `sign-${head}`, ...at, text: "=" };
    });
    return [
      ...this.#caption("wrapper", GUTTER + BADGE, CAPTION, names.wrapper, [tokens, headDim], `${heads} × `),
      ...this.#caption("p", this.#rowsX, CAPTION, names.split, shape),
      ...signs,
    ];
  }
}
