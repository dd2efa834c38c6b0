// Where a text stops being JSON: engines say it in words of their own, or not at all.

const SPACE = /[ \t\n\r]*/y;
// Unrolled, so that a long string takes no room on the engine's stack.
const STRING = String.raw`"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"`;
const NUMBER = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])`;
const TOKEN = new RegExp(String.raw`([[\]{},:])|(${STRING})|${NUMBER}|(?:true|false|null)\b`, "y");

type Kind = "[" | "]" | "{" | "}" | "," | ":" | "string" | "scalar";

const VALUE: readonly Kind[] = ["[", "{", "string", "scalar"];

/** What may follow a whole value depends on what it stands in. */
function afterValue(open: readonly Kind[], isName: boolean): readonly Kind[] {
  if (open.length === 0) return [];
  if (open.at(-1) === "[") return [",", "]"];
  return isName ? [":"] : [",", "}"];
}

/** The grammar's one automaton: keeps the open brackets, answers which tokens fit next. */
class Grammar {
  readonly #open: Kind[] = [];
  #expected: readonly Kind[] = VALUE;
  #isName = false;

  accepts(kind: Kind): boolean {
    if (!this.#expected.includes(kind)) return false;
    this.#step(kind);
    return true;
  }

  #step(kind: Kind): void {
    const isName = this.#isName;
    this.#isName = false;
    if (kind === "[" || kind === "{") {
      this.#open.push(kind);
      this.#isName = kind === "{";
      this.#expected = kind === "[" ? [...VALUE, "]"] : ["string", "}"];
    } else if (kind === ",") {
      this.#isName = this.#open.at(-1) === "{";
      this.#expected = this.#isName ? ["string"] : VALUE;
    } else if (kind === ":") {
      this.#expected = VALUE;
    } else {
      if (kind === "]" || kind === "}") this.#open.pop();
      this.#expected = afterValue(this.#open, isName && kind === "string");
    }
  }
}

function kindOf(match: RegExpExecArray): Kind {
  return (match[1] as Kind | undefined) ?? (match[2] === undefined ? "scalar" : "string");
}

/** The offset of the first character that fits no JSON; the text's length where it only breaks off. */
export function brokenAt(text: string): number {
  const grammar = new Grammar();
  let offset = 0;
  for (;;) {
    SPACE.lastIndex = offset;
    SPACE.test(text);
    offset = SPACE.lastIndex;
    if (offset >= text.length) return text.length;
    TOKEN.lastIndex = offset;
    const match = TOKEN.exec(text);
    if (!match || !grammar.accepts(kindOf(match))) return offset;
    offset = TOKEN.lastIndex;
  }
}
