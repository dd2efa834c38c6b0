// The package's entry "mha-wasm/element": registers the elements, the wasm inside.

import init from "../api/index.js";
import "./embeds.js";
import { startWith } from "./engine.js";
import type * as Public from "./public.js";

export type * from "./public.js";

// The variant that gives the same bits in every engine, so that a link shows the same numbers everywhere.
startWith(() => init({ variant: "simd" }));

/** The page's own: that of another copy of this module, where one came first. */
const classOf = (tag: string): unknown => customElements.get(tag);

export const AttentionHeads = classOf("attention-heads") as typeof Public.AttentionHeads;
export const AttentionMatrix = classOf("attention-matrix") as typeof Public.AttentionMatrix;
export const AttentionStepper = classOf("attention-stepper") as typeof Public.AttentionStepper;
