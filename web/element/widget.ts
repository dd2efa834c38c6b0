/**
 * What hosts of anywidgets, such as Jupyter, marimo and MyST, load from "mha-wasm/widget": `<attention-heads>` as a widget.
 *
 * @packageDocumentation
 */

import "./element.js";
import type { AttentionHeadsElement } from "./public.js";

/** What a host gives: the part of anywidget's model that is used here. */
export interface WidgetModel {
  /** A trait's value; undefined where the model lacks it, null for None. */
  get(trait: string): unknown;
  /** Changes a trait here. */
  set(trait: string, value: unknown): void;
  /** Listens to `change:` and a trait's name. */
  on(event: string, callback: () => void): void;
  /** Stops listening. */
  off(event: string, callback: () => void): void;
  /** Tells the kernel what has been set, where there is one. */
  save_changes(): void;
}

/** What a host calls {@link Widget.render} with. */
export interface WidgetHost {
  /** What to show: the traits of `<attention-heads>`, by Python's names. */
  readonly model: WidgetModel;
  /** Where to show it. */
  readonly el: HTMLElement;
}

/** A module of the anywidget kind. */
export interface Widget {
  /**
   * Puts an `<attention-heads>` into `el` and keeps it as the model says. Traits are `permalink`, `text`, `layer`, `seed`,
   * `heads`, `d_in`, `d_out`, `context_length`, `dropout`, `mode`, `unmasked`, `view`, `plain`, `explorer`, `embeddings`,
   * `words` and `weights`; `permalink` is set after the reader's own changes.
   *
   * @returns what ends it: to be called when the host takes `el` away
   */
  render(host: WidgetHost): () => void;
}

/** Each of the model's traits, by Python's names, and the property that it sets. */
const TRAITS = {
  permalink: "permalink",
  text: "text",
  layer: "layer",
  seed: "seed",
  heads: "heads",
  d_in: "dIn",
  d_out: "dOut",
  context_length: "contextLength",
  dropout: "dropout",
  mode: "mode",
  unmasked: "unmasked",
  view: "view",
  plain: "plain",
  explorer: "explorer",
  embeddings: "embeddings",
  words: "words",
  weights: "weights",
} as const satisfies Readonly<Record<string, keyof AttentionHeadsElement>>;

type Trait = keyof typeof TRAITS;

/** A trait that the model lacks is undefined, and None is null. */
function show(element: AttentionHeadsElement, trait: Trait, value: unknown): void {
  // What the element itself has said must not come back as news: that would undo how the reader looks at it.
  if (trait === "permalink" && value === element.currentPermalink) return;
  if (trait === "unmasked" || trait === "plain") element[trait] = Boolean(value);
  else Object.assign(element, { [TRAITS[trait]]: value ?? undefined });
}

/** Hosts without a kernel, as MyST is, throw where there is nobody to tell. */
function ifItCan(call: () => void): void {
  try {
    call();
  } catch (error) {
    console.info("mha-wasm: this host keeps no changes.", error);
  }
}

/** Tells the model of the reader's changes. */
function tell(model: WidgetModel, permalink: string): void {
  model.set("permalink", permalink);
  model.save_changes();
}

function render({ model, el }: WidgetHost): () => void {
  const element = document.createElement("attention-heads");
  const listeners = (Object.keys(TRAITS) as Trait[]).map((trait) => {
    const update = () => show(element, trait, model.get(trait));
    update();
    model.on(`change:${trait}`, update);
    return [`change:${trait}`, update] as const;
  });
  element.addEventListener("attention-change", ({ detail }) => ifItCan(() => tell(model, detail.permalink)));
  el.append(element);
  return () => {
    element.remove();
    for (const [event, update] of listeners) ifItCan(() => model.off(event, update));
  };
}

/** The default export: what hosts of anywidgets load. */
const widget: Widget = { render };

export default widget;
