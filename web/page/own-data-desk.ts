// Where the reader's own data arrives: takes files and pasted texts on to the page, and remembers what came of them.

import type { App, Model } from "./app.js";
import type { StringKey, Values } from "./i18n.js";
import { holdsWeights, type OwnData, Refused, readFile, readPasted } from "./own-data.js";
import { sizesFor } from "./own-weights.js";

/** What came of one file or paste; said anew when the language changes. */
export interface Note {
  readonly key: StringKey;
  readonly values: Values;
  readonly isRefusal: boolean;
  /** The file's name. */
  readonly name?: string;
}

/** @throws what is a fault of this page */
function noteOf(error: unknown): Note {
  if (!(error instanceof Refused)) throw error;
  return { key: error.key, values: error.values, isRefusal: true };
}

/** What notes speak of; they go when something else takes its place. */
const subjectOf = ({ state }: Model): readonly unknown[] => [state.source, state.ownWeights];

export class Desk {
  readonly #app: App;
  #model: Model;
  #notes: readonly Note[] = [];
  #subject: readonly unknown[] = [];

  constructor(app: App, model: Model) {
    this.#app = app;
    this.#model = model;
  }

  /** Tells the desk what is drawn now. */
  follow(model: Model): this {
    this.#model = model;
    return this;
  }

  get notes(): readonly Note[] {
    return subjectOf(this.#model).every((part, index) => part === this.#subject[index]) ? this.#notes : [];
  }

  takeText(text: string): void {
    this.#tell([this.#attempt(() => this.#take(readPasted(text)))]);
  }

  refuse(refusal: Refused): void {
    this.#tell([noteOf(refusal)]);
  }

  /** Embeddings before weights, which are compared with them. */
  async takeFiles(files: Iterable<File>): Promise<void> {
    const sorted = [...files].sort((a, b) => Number(holdsWeights(a)) - Number(holdsWeights(b)));
    const notes: Note[] = [];
    for (const file of sorted) notes.push({ ...(await this.#takeFile(file)), name: file.name });
    this.#tell(notes);
  }

  async #takeFile(file: File): Promise<Note> {
    try {
      return this.#take(await readFile(file));
    } catch (error) {
      return noteOf(error);
    }
  }

  #attempt(take: () => Note): Note {
    try {
      return take();
    } catch (error) {
      return noteOf(error);
    }
  }

  /** Hands data that fits on to the page, which draws it at once. */
  #take(data: OwnData): Note {
    if (data.kind === "embeddings") {
      const [dIn = 0, tokens = 0, batch = 1] = [...data.source.x.shape].reverse();
      this.#app.chooseSource(data.source);
      return { key: "data.took.embeddings", values: { batch, tokens, dIn }, isRefusal: false };
    }
    const { input, state, engine } = this.#model;
    if (!input || engine !== "ready") throw new Refused("data.weights.early");
    this.#app.chooseWeights(data.weights, sizesFor(data.weights, state, input.x.shape));
    return { key: "data.took.weights", values: { count: data.weights.size, layer: state.layer }, isRefusal: false };
  }

  #tell(notes: readonly Note[]): void {
    this.#notes = notes;
    this.#subject = subjectOf(this.#model);
    this.#app.redraw();
  }
}

const desks = new WeakMap<App, Desk>();

/** The page's one desk. */
export function deskOf(app: App, model: Model): Desk {
  const desk = desks.get(app) ?? new Desk(app, model);
  desks.set(app, desk);
  return desk.follow(model);
}
