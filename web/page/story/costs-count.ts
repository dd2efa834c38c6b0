// What one pass costs in multiply-adds, counted, and in how many products of matrices they are done.

/** One text through a layer of `heads` heads of `headDim`. */
export interface Size {
  readonly name: "article" | "small" | "middle" | "large";
  readonly tokens: number;
  readonly dIn: number;
  readonly heads: number;
  readonly headDim: number;
}

/** From the article's own to half the context of the smallest GPT-2, each larger than the one before. */
export const SIZES = [
  { name: "article", tokens: 6, dIn: 3, heads: 2, headDim: 2 },
  { name: "small", tokens: 64, dIn: 64, heads: 4, headDim: 16 },
  { name: "middle", tokens: 256, dIn: 256, heads: 8, headDim: 32 },
  { name: "large", tokens: 512, dIn: 768, heads: 12, headDim: 64 },
] as const satisfies readonly Size[];

export const SIZE_NAMES = ["article", "small", "middle", "large"] as const;

export const STAGES = ["projections", "scores", "context", "outProj"] as const;
export type Stage = (typeof STAGES)[number];

export interface Cost {
  readonly stage: Stage;
  /** By names, and with the numbers put in. */
  readonly formula: string;
  readonly numbers: string;
  readonly multiplyAdds: number;
  /** How many products of matrices; the wrapper has no out_proj. */
  readonly wrapper: number;
  readonly split: number;
}

export function costsOf({ tokens: n, dIn, heads, headDim }: Size): Cost[] {
  const dOut = heads * headDim;
  const pairs = { formula: "n · n · d_out", numbers: `${n} · ${n} · ${dOut}`, multiplyAdds: n * n * dOut };
  return [
    {
      stage: "projections",
      formula: "3 · n · d_in · d_out",
      numbers: `3 · ${n} · ${dIn} · ${dOut}`,
      multiplyAdds: 3 * n * dIn * dOut,
      wrapper: 3 * heads,
      split: 3,
    },
    { stage: "scores", ...pairs, wrapper: heads, split: 1 },
    { stage: "context", ...pairs, wrapper: heads, split: 1 },
    {
      stage: "outProj",
      formula: "n · d_out · d_out",
      numbers: `${n} · ${dOut} · ${dOut}`,
      multiplyAdds: n * dOut * dOut,
      wrapper: 0,
      split: 1,
    },
  ];
}

export interface Total {
  readonly multiplyAdds: number;
  readonly products: number;
}

/** All stages of a class together. */
export function totalOf(size: Size, layer: "wrapper" | "split"): Total {
  const done = costsOf(size).filter((cost) => cost[layer] > 0);
  return {
    multiplyAdds: done.reduce((sum, cost) => sum + cost.multiplyAdds, 0),
    products: done.reduce((sum, cost) => sum + cost[layer], 0),
  };
}

/** Pairs of a query and a key that the causal mask leaves: the key is the query's own or an earlier one. */
export function visiblePairs({ tokens }: Size): number {
  return (tokens * (tokens + 1)) / 2;
}
