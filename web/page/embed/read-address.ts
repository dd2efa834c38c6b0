// What the address of the page for frames asks for: an element and its attributes in the query, the page's state in the hash.

const TAGS = ["attention-heads", "attention-stepper", "attention-matrix"] as const;

export interface Asked {
  readonly tag: (typeof TAGS)[number];
  readonly attributes: ReadonlyMap<string, string>;
  readonly permalink: string;
  readonly language: string | undefined;
  readonly theme: "light" | "dark" | undefined;
}

/** What says which attributes an element has. */
type ClassOf = (tag: string) => unknown;

function observedBy(tag: string, classOf: ClassOf): readonly string[] {
  const element = classOf(tag) as { observedAttributes?: readonly string[] } | undefined;
  return element?.observedAttributes ?? [];
}

/** What is not understood is left out, so that any address shows something. */
export function readAddress({ search, hash }: Pick<Location, "search" | "hash">, classOf: ClassOf): Asked {
  const query = new URLSearchParams(search);
  const permalink = hash.replace(/^#/, "");
  const tag = TAGS.find((name) => name === `attention-${query.get("element")}`) ?? TAGS[0];
  const observed = observedBy(tag, classOf);
  const theme = query.get("theme");
  return {
    tag,
    attributes: new Map([...query].filter(([name]) => observed.includes(name))),
    permalink,
    language: query.get("lang") ?? new URLSearchParams(permalink).get("lang") ?? undefined,
    theme: theme === "light" || theme === "dark" ? theme : undefined,
  };
}
