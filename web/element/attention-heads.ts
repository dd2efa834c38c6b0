// <attention-heads>: a layer's heads on a text, computed on the reader's machine: what a tutorial embeds.

import { html, nothing, type TemplateResult } from "lit";
import { AttentionEmbed, type Look, type Scene } from "./attention-embed.js";
import type { PictureChangeEvent } from "./attention-picture.js";
import { define } from "./define.js";
import { choiceOf } from "./embed-state.js";
import type { AttentionHeadsElement } from "./public.js";
import { compute, type Result } from "./scene/compute.js";
import type { Input } from "./scene/input.js";
import { pythonCall } from "./scene/layers.js";
import { type State, VIEWS } from "./scene/state.js";

/** Documented in public.ts. */
export class AttentionHeads extends AttentionEmbed<Result> implements AttentionHeadsElement {
  static override properties = {
    view: { type: String, reflect: true },
    plain: { type: Boolean, reflect: true },
  };

  declare view: string | null | undefined;
  declare plain: boolean;

  constructor() {
    super();
    this.plain = false;
  }

  protected override readonly told = ["view"];

  protected override withOwn(state: State): State {
    return { ...state, view: choiceOf(VIEWS, this.view?.trim() || undefined) ?? state.view };
  }

  protected override compute(state: State, input: Input): Result {
    return compute(state, input);
  }

  protected override draw(scene: Scene<Result>): TemplateResult {
    const { input, state, drawn, t } = scene;
    const { sample } = state;
    const caption = {
      layer: state.layer,
      seed: state.seed,
      text: sample + 1,
      description: pythonCall(state, input.x.shape.at(-1)),
    };
    return html`${this.plain ? nothing : this.controls(scene, this.#views(scene))}
      <attention-picture exportparts="title, grid, readout, lines, table" .heads=${drawn.samples[sample] ?? []}
        .tokens=${input.words[sample] ?? []} .view=${state.view} .shown=${state.shown} .threshold=${state.threshold}
        .pin=${state.pin} .t=${t} .caption=${this.plain ? undefined : caption}
        @picture-change=${this.#onChange}></attention-picture>`;
  }

  #views({ state, t }: Scene<Result>): TemplateResult {
    return html`<div class="segments" role="group" aria-label=${t("heads.view")}>${VIEWS.map((view) =>
      this.choice(view === state.view, t(`heads.view.${view}`), { view }),
    )}</div>`;
  }

  readonly #onChange = (event: PictureChangeEvent): void => {
    event.stopPropagation();
    this.change(event.detail satisfies Look);
  };
}

define("attention-heads", AttentionHeads);
