/**
 * What `import "mha-wasm/element"` registers, and what authors can rely on: the elements' attributes, properties, events,
 * slots, parts and custom properties.
 *
 * @packageDocumentation
 */
// custom-elements.json, the package's types and the docs are made of this file; a test compares it with the elements.

import type { Cell } from "./matrix-cells.js";
import type { OwnTensor } from "./own-tensor.js";

export type { NestedNumbers, NumericArray, TensorData, TensorLike } from "../api/index.js";
export type { Cell } from "./matrix-cells.js";
export type { OwnTensor } from "./own-tensor.js";
export type { AttentionTags } from "./tags.js";

/** A value as an attribute or a framework gives it; null and "" leave it to the element. */
export type Given = string | number | bigint | null | undefined;

/** Sent after the reader's own changes, never after the host's. */
export type AttentionChangeEvent = CustomEvent<{
  /** The hash that shows the same in the page, and as `permalink` in another element. */
  readonly permalink: string;
}>;

/** Sent when the reader points at or moves to a cell; null when none is any more. */
export type CellActiveEvent = CustomEvent<Cell | null>;

/** Sent when the reader pins a cell, or lets it go (null). Cancelled, it leaves pinning to the listener. */
export type CellPinEvent = CustomEvent<Cell | null>;

/**
 * What elements share that compute a layer on a text, in the reader's browser.
 *
 * @slot - shown until there is a picture, and where there can be none
 * @csspart problem - the sentence that says why there is no picture
 * @csspart retry - the button that starts the module again where that failed
 * @csspart controls - the row of controls above the picture
 * @csspart grid - the box in which a matrix scrolls
 * @csspart readout - the line below a picture that says in words what is pointed at
 * @fires {AttentionChangeEvent} attention-change - after the reader's own changes
 * @fires {CellActiveEvent} cell-active - the reader points at or moves to a cell
 * @cssprop --attention-ink - text, and lines drawn in its colour
 * @cssprop --attention-muted - text that matters less
 * @cssprop --attention-line - thin lines
 * @cssprop --attention-edge - edges of controls
 * @cssprop --attention-paper - what everything is drawn on; weights are coloured from it upward
 * @cssprop --attention-ring - rings, and sentences about problems
 * @cssprop --attention-agree - marks of what agrees
 * @cssprop --attention-text - the font family of text
 * @cssprop --attention-mono - the font family of code
 */
export interface AttentionEmbedElement extends HTMLElement {
  /** What the page's address has after its #; whatever is given beside it wins. */
  permalink: string | null | undefined;
  /** A line a sample; each word has a vector of its own. Without a text, the article's six tokens. */
  text: string | null | undefined;
  /** The class, by its name in the API, such as MultiHeadAttention. */
  layer: string | null | undefined;
  /** A whole number, of any length where it is text. */
  seed: Given;
  /** How many heads there are. */
  heads: Given;
  /** The width of an embedding, where the input leaves it open. */
  dIn: Given;
  /** The width of the output; of one head in MultiHeadAttentionWrapper. */
  dOut: Given;
  /** The most tokens that the layer takes; left out, as many as the text needs. */
  contextLength: Given;
  /** The probability with which a weight is dropped in training. */
  dropout: Given;
  /** "train", or "eval", where nothing is dropped. */
  mode: string | null | undefined;
  /** The causal mask is off. */
  unmasked: boolean;
  /** Where the page is: a link there shows the same. */
  explorer: string | null | undefined;
  /** Embeddings of your own in place of a text: (tokens, d_in) or (batch, tokens, d_in). */
  embeddings: OwnTensor | null | undefined;
  /** What the tokens of `embeddings` are called. */
  words: readonly string[] | null | undefined;
  /** Entries of a state_dict, by PyTorch's names, in place of the seed's. */
  weights: Readonly<Record<string, OwnTensor>> | null | undefined;
  /** The hash that shows the same in the page. */
  readonly currentPermalink: string;
}

/**
 * The heads of a layer: what each hides, its weights and its context vectors, as cells, lines or a table.
 *
 * @element attention-heads
 * @csspart title - the letter and the colour of a head
 * @csspart lines - the box in which lines between tokens scroll
 * @csspart table - the box in which a table scrolls
 */
export interface AttentionHeadsElement extends AttentionEmbedElement {
  /** "cells", "lines" or "values" */
  view: string | null | undefined;
  /** The picture alone, without controls. */
  plain: boolean;
}

/**
 * One pass through multi-head attention, a step at a time, beside the code that does it; of the first six tokens.
 *
 * @element attention-stepper
 * @fires {CellPinEvent} cell-pin - the reader pins a cell, or lets it go
 */
export interface AttentionStepperElement extends AttentionEmbedElement {
  /** "input", "projections", "heads", "scores", "masked", "weights", "dropped", "context", "merged" or "output" */
  step: string | null | undefined;
  /** The language of the code: "pytorch" or "js". */
  dialect: string | null | undefined;
}

/**
 * One matrix as coloured cells, of numbers that you give: weights, signed values or a mask.
 *
 * @element attention-matrix
 * @slot - shown where the numbers make no matrix
 * @csspart problem - the sentence that says why there is no picture
 * @csspart grid - the box in which the matrix scrolls
 * @csspart readout - the line below that says in words what is pointed at
 * @fires {CellActiveEvent} cell-active - the reader points at or moves to a cell
 * @fires {CellPinEvent} cell-pin - the reader pins a cell, or lets it go
 * @cssprop --attention-ink - text, and lines drawn in its colour
 * @cssprop --attention-muted - text that matters less
 * @cssprop --attention-line - thin lines
 * @cssprop --attention-edge - edges of controls
 * @cssprop --attention-paper - what everything is drawn on; weights are coloured from it upward
 * @cssprop --attention-ring - rings, and sentences about problems
 * @cssprop --attention-agree - marks of what agrees
 * @cssprop --attention-text - the font family of text
 * @cssprop --attention-mono - the font family of code
 */
export interface AttentionMatrixElement extends HTMLElement {
  /** Rows of numbers, or their JSON; null (as JSON writes −inf) is a cell that the mask hides. */
  values: string | readonly (readonly (number | null)[])[] | null | undefined;
  /** What rows are called: an array, its JSON, or words with spaces between them. */
  rowLabels: string | readonly string[] | null | undefined;
  /** What columns are called, likewise. */
  columnLabels: string | readonly string[] | null | undefined;
  /** "weights": one colour scale from the paper upward; "signed": two, to either side of 0; "mask": hidden where not 0. */
  kind: "weights" | "signed" | "mask";
  /** The grid's accessible name. */
  label: string;
  /** What rows are, written in the corner. */
  rowAxis: string;
  /** What columns are, written in the corner. */
  columnAxis: string;
  /** The value at the deep end of the colour scale; left out, 1, or for signed values the largest there is. */
  limit: number | undefined;
  /** How many decimals cells show. */
  decimals: number;
}

/** An element's class, as the page has it: of whichever copy of this module came first. */
export interface ElementClass<E extends HTMLElement> {
  new (): E;
  /** What its instances have. */
  readonly prototype: E;
}

/** The class of `<attention-heads>`; undefined on a server. */
export declare const AttentionHeads: ElementClass<AttentionHeadsElement>;
/** The class of `<attention-matrix>`; undefined on a server. */
export declare const AttentionMatrix: ElementClass<AttentionMatrixElement>;
/** The class of `<attention-stepper>`; undefined on a server. */
export declare const AttentionStepper: ElementClass<AttentionStepperElement>;

/** The elements, by their tags. */
export interface AttentionElementMap {
  /** The heads of a layer. */
  "attention-heads": AttentionHeadsElement;
  /** Numbers of one's own. */
  "attention-matrix": AttentionMatrixElement;
  /** One pass, step by step. */
  "attention-stepper": AttentionStepperElement;
}

/** What the elements send, by the events' names. */
export interface AttentionEventMap {
  /** After the reader's own changes. */
  "attention-change": AttentionChangeEvent;
  /** When the reader points at or moves to a cell. */
  "cell-active": CellActiveEvent;
  /** When the reader pins a cell, or lets it go. */
  "cell-pin": CellPinEvent;
}

declare global {
  interface HTMLElementTagNameMap extends AttentionElementMap {}
  interface HTMLElementEventMap extends AttentionEventMap {}
}
