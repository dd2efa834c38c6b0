// What people paste from Python, as JSON: `inputs = torch.tensor([[0.43, 1.], # Your ...])`.

// Both are matched without any spaces, so that long runs of them cost no time.
const HEAD = /^(?:[A-Za-z_]\w*=)?(?:(?:(?:torch|np|numpy|jnp)\.)?(?:tensor|array|asarray|Tensor|FloatTensor)\()?$/;
const TAIL = /^(?:,\w+=[^[\]]*|,)?\)?;?$/;

const LITERAL = /([+-]?)(?:(?:(?:torch|np|numpy|math)\.)?(nan|inf)(?:inity)?\b|(\d+\.?\d*|\.\d+)(e[+-]?\d+)?)/gi;

/** A number as JSON has it: `1.` is 1.0, and `nan`, which JSON lacks, a string. */
function toJson(_: string, sign: string, word: string | undefined, digits = "", exponent = ""): string {
  const minus = sign === "-" ? "-" : "";
  if (word !== undefined) return `"${minus}${word.toLowerCase()}"`;
  return `${minus}${digits.replace(/^\./, "0.").replace(/\.$/, ".0")}${exponent}`;
}

/** The list within, as JSON; undefined where the text is no such call. */
export function fromPython(text: string): string | undefined {
  const bare = text.replace(/#[^\n]*/g, "");
  const first = bare.indexOf("[");
  const last = bare.lastIndexOf("]");
  if (first === -1 || last < first) return undefined;
  const around = [bare.slice(0, first), bare.slice(last + 1)].map((part) => part.replace(/\s+/g, ""));
  if (!HEAD.test(around[0] ?? "") || !TAIL.test(around[1] ?? "")) return undefined;
  return bare
    .slice(first, last + 1)
    .replace(LITERAL, toJson)
    .replace(/,(?=\s*\])/g, "");
}
