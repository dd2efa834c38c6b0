// <attention-export>: buttons that save what is shown: the picture as SVG or PNG, its numbers as CSV or JSON.

import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { define } from "./define.js";
import { csvOf, type ExportTable, jsonOf } from "./export-data.js";
import { pngOf } from "./export-png.js";
import { pictureFile } from "./export-svg.js";
import { Said } from "./said.js";
import { theme } from "./theme.js";

export type { ExportTable } from "./export-data.js";

export type ExportFormat = "svg" | "png" | "csv" | "json";

/** What the buttons say, in the reader's language. */
export interface ExportWords {
  /** The group's name, drawn before the buttons. */
  readonly label: string;
  /** A button's accessible name. */
  readonly save: (format: string) => string;
  /** The choice of numbers for CSV, which holds one table. */
  readonly table: string;
  readonly saved: (file: string) => string;
  readonly failed: string;
}

export const EXPORT_WORDS: ExportWords = {
  label: "Save",
  save: (format) => `Save as ${format}`,
  table: "Numbers",
  saved: (file) => `Saved ${file}.`,
  failed: "The picture could not be saved.",
};

const TYPES: Record<ExportFormat, string> = {
  svg: "image/svg+xml",
  png: "image/png",
  csv: "text/csv",
  json: "application/json",
};

// Browsers begin a download after the click has been dealt with.
const REVOKE_AFTER = 10_000;

function download(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER);
}

/** A part of a file's name without what file systems mind. */
function fileName(text: string): string {
  return text.replace(/[^\p{L}\p{N}._-]+/gu, "-").replace(/^[-.]+|-+$/g, "") || "attention";
}

export class AttentionExport extends LitElement {
  static override properties = {
    name: { type: String },
    heading: { type: String },
    description: { type: String },
    picture: { attribute: false },
    tables: { attribute: false },
    words: { attribute: false },
    chosen: { state: true },
    failed: { state: true },
  };

  /** How files are called, without their ending. */
  declare name: string;
  /** The title that files carry, and what they say more about themselves. */
  declare heading: string;
  declare description: string;
  /** The elements whose pictures are saved as they stand; absent where there is no picture. */
  declare picture: (() => readonly Element[]) | undefined;
  /** The numbers to save; asked when a file is made. */
  declare tables: readonly ExportTable[];
  declare words: ExportWords;
  /** Which table CSV takes, by name. */
  declare private chosen: string;

  declare private failed: boolean;

  readonly #said = new Said(this);

  constructor() {
    super();
    this.name = "attention";
    this.heading = "";
    this.description = "";
    this.tables = [];
    this.words = EXPORT_WORDS;
    this.chosen = "";
    this.failed = false;
  }

  static override styles = [
    theme,
    Said.styles,
    css`
      div { display: flex; flex-wrap: wrap; gap: 0.4rem; align-items: center; font-size: 0.8rem; }
      .label { color: var(--muted); }
      p:not(.said) { margin: 0.3rem 0 0; font-size: 0.8rem; color: var(--ring); font-weight: 600; }
      button, select {
        box-sizing: border-box; min-width: 2.25rem; min-height: 2.25rem; padding: 0.2rem 0.6rem;
        border: 1px solid var(--edge); border-radius: 0.3rem; font: inherit; color: var(--ink); background: var(--paper);
      }
      button { cursor: pointer; }
      :is(button, select):hover { border-color: var(--ink); }
      :is(button, select):focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
      @media (pointer: coarse) {
        button, select { min-height: 2.75rem; min-width: 2.75rem; }
      }
    `,
  ];

  override render(): TemplateResult {
    const { words } = this;
    return html`<div role="group" aria-label=${words.label} data-no-export>
      <span class="label" aria-hidden="true">${words.label}</span>
      ${this.picture ? html`${this.#button("svg")}${this.#button("png")}` : nothing}
      ${this.tables.length > 0 ? html`${this.#button("csv")}${this.#button("json")}` : nothing}
      ${this.tables.length > 1 ? this.#choice() : nothing}
    </div>
    ${this.failed ? html`<p role="alert">${words.failed}</p>` : nothing}${this.#said.view()}`;
  }

  #button(format: ExportFormat): TemplateResult {
    const name = format.toUpperCase();
    return html`<button type="button" aria-label=${this.words.save(name)} data-format=${format}
      @click=${() => this.save(format)}>${name}</button>`;
  }

  #choice(): TemplateResult {
    return html`<select aria-label=${this.words.table} @change=${this.#onChoice}>
      ${this.tables.map(({ name, label }) => html`<option value=${name} ?selected=${name === this.#table?.name}>${label}</option>`)}
    </select>`;
  }

  get #table(): ExportTable | undefined {
    return this.tables.find(({ name }) => name === this.chosen) ?? this.tables[0];
  }

  readonly #onChoice = (event: Event): void => {
    if (event.target instanceof HTMLSelectElement) this.chosen = event.target.value;
  };

  /** Saves a file and says which, or that it failed: a picture may be too large to draw. */
  async save(format: ExportFormat): Promise<void> {
    const part = format === "csv" && this.#table ? `-${this.#table.name}` : "";
    const name = `${fileName(this.name + part)}.${format}`;
    try {
      download(await this.content(format), name);
      this.failed = false;
      this.#said.say(this.words.saved(name));
    } catch {
      this.failed = true;
    }
  }

  /** What a file of that format holds. */
  async content(format: ExportFormat): Promise<Blob> {
    const about = { title: this.heading, description: this.description };
    const picture = () => pictureFile(this.picture?.() ?? [], about);
    const textOf = (text: string) => new Blob([text], { type: TYPES[format] });
    switch (format) {
      case "svg":
        return textOf(picture().text);
      case "png":
        return pngOf(picture());
      case "csv":
        return textOf(this.#table ? csvOf(this.#table) : "");
      case "json":
        return textOf(jsonOf(this.tables, about));
    }
  }
}

define("attention-export", AttentionExport);

declare global {
  interface HTMLElementTagNameMap {
    "attention-export": AttentionExport;
  }
}
