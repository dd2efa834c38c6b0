// The page's one loop: an action makes a new state, the state makes a result, state and result make the page.

import { render } from "lit";

import { type Engine, startEngine } from "../element/engine.js";
import type { Language } from "../element/i18n.js";
import { parseNumber } from "../element/numbers.js";
import { isTyping } from "../element/pin-keys.js";
import { uneditedValue } from "../element/scene/input.js";
import { type Drafts, type Field, readField } from "../element/scene/problems.js";
import type { OwnWeights, Source } from "../element/scene/source.js";
import {
  fromParams,
  type Look,
  type Pin,
  type Preset,
  type Settings,
  type State,
  toParams,
  withEdit,
  withPreset,
} from "../element/scene/state.js";
import { dropFirstPaint, keepFirstPaint } from "./first-paint.js";
import { History } from "./history.js";
import { browserLanguage, LANG, type Translate, translator } from "./i18n.js";
import { inputIfAny, type Outcome, Outcomes } from "./outcome.js";
import { pageView } from "./view.js";

/** Texts typed into tables that are not numbers: table, then flat index. */
export type TableDrafts = ReadonlyMap<string, ReadonlyMap<number, string>>;

export interface Model extends Outcome {
  readonly state: State;
  readonly language: Language;
  readonly t: Translate;
  readonly engine: Engine;
  readonly drafts: Drafts;
  readonly tableDrafts: TableDrafts;
  /** The sample drawn: the state's, where the batch has it. */
  readonly sample: number;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** The name under which the input table keeps its drafts; the weights' tables use their state_dict keys. */
export const INPUT = "x";

function stateOfHash(): State {
  return fromParams(new URLSearchParams(location.hash.slice(1)));
}

export class App {
  readonly #history = new History(stateOfHash());
  #engine: Engine = "loading";
  #drafts: Drafts = new Map();
  #tableDrafts: TableDrafts = new Map();
  readonly #outcomes = new Outcomes();
  readonly #root: HTMLElement;

  constructor(root: HTMLElement) {
    this.#root = root;
    addEventListener("hashchange", () => {
      if (location.hash.slice(1) === String(toParams(this.#state))) return;
      this.#forgetDrafts();
      this.#history.push(stateOfHash());
      this.#render();
    });
    addEventListener("keydown", this.#onKey);
  }

  get #state(): State {
    return this.#history.present;
  }

  async start(): Promise<void> {
    this.#engine = "loading";
    this.#render();
    this.#engine = await startEngine();
    this.#render();
  }

  readonly retry = (): Promise<void> => this.start();

  readonly choose = (change: Partial<State>): void => this.#set({ ...this.#state, ...change });

  /** A change to how things are looked at: nothing to undo. */
  readonly look = (change: Partial<Look>): void => this.#replace({ ...this.#state, ...change });

  /** What a chapter remembers, by `chapter.name`; an empty value forgets it. */
  readonly mark = (name: string, value: string): void => {
    const marks = new Map(this.#state.marks);
    if (value === "") marks.delete(name);
    else marks.set(name, value);
    this.look({ marks });
  };

  readonly pin = (pin: Pin | undefined): void => {
    const { pin: _pin, ...state } = this.#state;
    this.#replace(pin ? { ...state, pin } : state);
  };

  readonly showHeads = (shown: ReadonlySet<number> | undefined): void => {
    const { shown: _shown, ...state } = this.#state;
    this.#replace(shown ? { ...state, shown } : state);
  };

  readonly choosePreset = (preset: Preset): void => {
    this.#forgetDrafts();
    this.#set(withPreset(this.#state, preset));
  };

  /** A change to what weights there are: edits of the old ones would land on others. */
  readonly chooseShape = (change: Partial<Settings>): void => {
    this.#tableDrafts = new Map([...this.#tableDrafts].filter(([table]) => table === INPUT));
    const { pin: _pin, shown: _shown, ownWeights: _own, ...state } = this.#state;
    this.#set({ ...state, ...change, weights: new Map() });
  };

  /** Something else goes in; a context too short for it is made longer, and edits of weights of another width go. */
  readonly chooseSource = (source: Source, change: Partial<Pick<State, "dIn" | "seed">> = {}): void => {
    this.#forgetDrafts();
    const { pin: _pin, ...state } = this.#state;
    const next = { ...state, ...change, source, sample: 0, inputs: new Map<number, number>() };
    const [, tokens = 0, dIn] = inputIfAny(next)?.x.shape ?? [];
    const weights = dIn === inputIfAny(state)?.x.shape[2] ? state.weights : new Map();
    this.#set({ ...next, weights, contextLength: Math.max(state.contextLength, tokens) });
  };

  /** The reader's own weights, and the sizes that the layer takes from them. */
  readonly chooseWeights = (ownWeights: OwnWeights, sizes: Partial<Settings & Pick<State, "dIn">>): void => {
    this.#forgetDrafts();
    const { pin: _pin, shown: _shown, ...state } = this.#state;
    this.#set({ ...state, ...sizes, ownWeights, weights: new Map() });
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
    if (Object.is(uneditedValue(this.#state, index), Math.fround(value))) inputs.delete(index);
    else inputs.set(index, value);
    this.choose({ inputs });
  };

  readonly editWeight = (key: string, index: number, text: string, current: number): void => {
    const value = this.#readCell(key, index, text);
    if (value === undefined) return;
    if (Object.is(Math.fround(value), current)) this.#render();
    else this.choose({ weights: withEdit(this.#state.weights, key, index, value) });
  };

  /** Hides a key from a query, or shows it. */
  readonly editMask = (key: string, index: number, hidden: boolean): void =>
    this.choose({ weights: withEdit(this.#state.weights, key, index, hidden ? 1 : 0) });

  readonly resetInputs = (): void => {
    this.#tableDrafts = new Map([...this.#tableDrafts].filter(([table]) => table !== INPUT));
    this.choose({ inputs: new Map() });
  };

  readonly resetWeights = (): void => this.chooseShape({});

  /** Draws the page again, for what arrived without being in the state. */
  readonly redraw = (): void => this.#render();

  readonly undo = (): void => this.#travel(this.#history.back());

  readonly redo = (): void => this.#travel(this.#history.forward());

  #travel(moved: boolean): void {
    if (!moved) return;
    this.#forgetDrafts();
    this.#show();
  }

  #forgetDrafts(): void {
    this.#drafts = new Map();
    this.#tableDrafts = new Map();
  }

  /** Ctrl+Z and its kin, but for text fields, which undo typing. */
  readonly #onKey = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyping(event)) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    if (key === "y" || event.shiftKey) this.redo();
    else this.undo();
  };

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
    this.#history.push(state);
    this.#show();
  }

  #replace(state: State): void {
    this.#history.replace(state);
    this.#show();
  }

  #show(): void {
    history.replaceState(null, "", `#${toParams(this.#state)}`);
    this.#render();
  }

  #render(): void {
    const model = this.#model();
    // Set anew, even the same language would have every element's style computed again.
    const root = document.documentElement;
    if (root.lang !== LANG[model.language]) root.lang = LANG[model.language];
    document.title = model.t("page.title");
    if (model.engine === "loading" && keepFirstPaint(this.#root, LANG[model.language])) return;
    dropFirstPaint(this.#root);
    render(pageView(model, this), this.#root);
  }

  #model(): Model {
    const state = this.#state;
    const language = state.language ?? browserLanguage();
    const outcome = this.#outcomes.of(state, this.#engine, this.#drafts);
    return {
      state,
      language,
      t: translator(language),
      engine: this.#engine,
      drafts: this.#drafts,
      tableDrafts: this.#tableDrafts,
      canUndo: this.#history.canGoBack,
      canRedo: this.#history.canGoForward,
      ...outcome,
      sample: state.sample < (outcome.input?.x.shape[0] ?? 1) ? state.sample : 0,
    };
  }
}
