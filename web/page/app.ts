// The page's one loop: an action makes a new state, the state makes a result, state and result make the page.

import { render } from "lit";
import init, { AttentionError } from "../api/index.js";
import { parseNumber } from "../element/numbers.js";
import { compute, inputOf, type Result } from "./compute.js";
import { browserLanguage, LANG, type Translate, translator } from "./i18n.js";
import { fieldsOf } from "./layers.js";
import { BATCH } from "./presets.js";
import { type Drafts, type Field, type Problem, problemBefore, problemOf, readField } from "./problems.js";
import { fromParams, type Language, type Settings, type State, toParams, withEdit, withPreset } from "./state.js";
import { pageView } from "./view.js";

export type Engine = "loading" | "ready" | "blocked" | "unsupported" | { readonly failed: string };

/** Texts typed into tables that are not numbers: table, then flat index. */
export type TableDrafts = ReadonlyMap<string, ReadonlyMap<number, string>>;

export interface Model {
  readonly state: State;
  readonly language: Language;
  readonly t: Translate;
  readonly engine: Engine;
  readonly drafts: Drafts;
  readonly tableDrafts: TableDrafts;
  readonly result: Result | undefined;
  readonly problem: Problem | undefined;
  /** The batch as it is computed, (2, 6, 3). */
  readonly input: Float32Array;
}

/** The name under which the input table keeps its drafts; the weights' tables use their state_dict keys. */
export const INPUT = "x";

export class App {
  #state: State = fromParams(new URLSearchParams(location.hash.slice(1)));
  #engine: Engine = "loading";
  #drafts: Drafts = new Map();
  #tableDrafts: TableDrafts = new Map();
  readonly #root: HTMLElement;

  constructor(root: HTMLElement) {
    this.#root = root;
    addEventListener("hashchange", () => {
      this.#drafts = new Map();
      this.#tableDrafts = new Map();
      this.#state = fromParams(new URLSearchParams(location.hash.slice(1)));
      this.#render();
    });
  }

  async start(): Promise<void> {
    this.#engine = "loading";
    this.#render();
    try {
      await init({ variant: "simd" });
      this.#engine = "ready";
    } catch (error) {
      this.#engine = engineAfter(error);
    }
    this.#render();
  }

  readonly retry = (): Promise<void> => this.start();

  readonly choose = (change: Partial<State>): void => this.#set({ ...this.#state, ...change });

  readonly choosePreset = (settings: Settings): void => {
    this.#drafts = new Map();
    this.#tableDrafts = new Map();
    this.#set(withPreset(this.#state, settings));
  };

  /** A change to what weights there are: edits of the old ones would land on others. */
  readonly chooseShape = (change: Partial<Settings>): void => {
    this.#tableDrafts = new Map([...this.#tableDrafts].filter(([table]) => table === INPUT));
    this.#set({ ...this.#state, ...change, weights: new Map() });
  };

  readonly type = (field: Field, text: string): void => {
    const change = readField(field, text, parseNumber);
    const drafts = new Map(this.#drafts);
    if (change) drafts.delete(field);
    else drafts.set(field, text);
    this.#drafts = drafts;
    if (!change) this.#render();
    else if (field === "numHeads" || field === "dOut") this.chooseShape(change);
    else this.choose(change);
  };

  readonly editInput = (index: number, text: string): void => {
    const value = this.#readCell(INPUT, index, text);
    if (value === undefined) return;
    const inputs = new Map(this.#state.inputs);
    if (Object.is(Math.fround(BATCH[index] ?? Number.NaN), Math.fround(value))) inputs.delete(index);
    else inputs.set(index, value);
    this.choose({ inputs });
  };

  readonly editWeight = (key: string, index: number, text: string, current: number): void => {
    const value = this.#readCell(key, index, text);
    if (value === undefined) return;
    if (Object.is(Math.fround(value), current)) this.#render();
    else this.choose({ weights: withEdit(this.#state.weights, key, index, value) });
  };

  readonly resetInputs = (): void => {
    this.#tableDrafts = new Map([...this.#tableDrafts].filter(([table]) => table !== INPUT));
    this.choose({ inputs: new Map() });
  };

  readonly resetWeights = (): void => this.chooseShape({});

  /** The number in a table's cell; text that is none is kept as a draft. */
  #readCell(table: string, index: number, text: string): number | undefined {
    const value = parseNumber(text);
    const cells = new Map(this.#tableDrafts.get(table));
    if (value === undefined) cells.set(index, text);
    else cells.delete(index);
    this.#tableDrafts = new Map([...this.#tableDrafts, [table, cells]]);
    if (value === undefined) this.#render();
    return value;
  }

  #set(state: State): void {
    this.#state = state;
    history.replaceState(null, "", `#${toParams(state)}`);
    this.#render();
  }

  #render(): void {
    const model = this.#model();
    document.documentElement.lang = LANG[model.language];
    document.title = model.t("page.title");
    render(pageView(model, this), this.#root);
  }

  #model(): Model {
    const state = this.#state;
    const language = state.language ?? browserLanguage();
    return {
      state,
      language,
      t: translator(language),
      engine: this.#engine,
      drafts: this.#drafts,
      tableDrafts: this.#tableDrafts,
      input: inputOf(state).data,
      ...this.#outcome(),
    };
  }

  #outcome(): Pick<Model, "result" | "problem"> {
    const fields = fieldsOf(this.#state.layer);
    const problem = problemBefore(this.#state, this.#drafts, fields);
    if (problem || this.#engine !== "ready") return { result: undefined, problem };
    try {
      return { result: compute(this.#state), problem: undefined };
    } catch (error) {
      return { result: undefined, problem: problemOf(error) };
    }
  }
}

/** Why the module did not start, as far as the page can tell. */
function engineAfter(error: unknown): Engine {
  if (typeof WebAssembly === "undefined") return "unsupported";
  const message = error instanceof Error ? error.message : String(error);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : "";
  if (/Content Security Policy|unsafe-eval|disallowed by embedder/i.test(message + cause)) return "blocked";
  if (error instanceof AttentionError && error.code === "UNSUPPORTED") return "unsupported";
  return { failed: message };
}
