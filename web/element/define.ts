// Registers an element where its name is free: a page may load this code twice, or two versions of it.

export function define(tag: string, element: CustomElementConstructor): void {
  if (!customElements.get(tag)) customElements.define(tag, element);
}
