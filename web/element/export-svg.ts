// Makes a standalone SVG file of what the screen shows: pictures with their colours resolved, headings as text.

import { textPieces } from "./export-text.js";

const SVG = "http://www.w3.org/2000/svg";

/** What a file says about itself. */
export interface About {
  readonly title: string;
  readonly description: string;
}

export interface PictureFile {
  readonly text: string;
  /** In CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** An element with a canvas says here what the canvas shows. */
interface OnCanvas {
  canvasAsSvg(): SVGGElement | undefined;
}

// Properties that children take over, written only where they change, and their attributes of the same name.
const INHERITED = [
  ...["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap"],
  ...["font-family", "font-size", "font-weight", "text-anchor", "paint-order", "shape-rendering"],
] as const;

// What is for the screen alone: names and keys for assistive technology, classes of our style sheets.
const LEFT_OUT = /^(class|style|role|tabindex|part|aria-.*)$/;

// Ways to act, which a file has not, and what only a screen reader is told.
const SKIPPED = "button, select, input, textarea, canvas, style, [role=status], [data-no-export]";

// Characters that XML cannot hold: controls, halves of surrogate pairs, two that stand for nothing.
const NOT_XML = /(?![\t\n\r])\p{Cc}|[\p{Cs}\ufffe\uffff]/gu;

const xml = (text: string) => text.replace(NOT_XML, "\ufffd");

function create(name: string, attributes: Readonly<Record<string, string | number>>, text = ""): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, xml(String(value)));
  if (text !== "") element.textContent = xml(text);
  return element;
}

/** A copy of a drawn element that looks the same without our style sheets. */
function copy(source: Element, prefix: string, parent: CSSStyleDeclaration | undefined): SVGElement | undefined {
  const style = getComputedStyle(source);
  const isBlank = source.localName === "text" && style.fill === "none";
  if (style.display === "none" || style.visibility === "hidden" || isBlank) return undefined;
  const target = document.createElementNS(SVG, source.localName);
  for (const { name, value } of Array.from(source.attributes)) {
    if (!LEFT_OUT.test(name))
      target.setAttribute(name, xml(name === "id" ? prefix + value : withPrefix(value, prefix)));
  }
  dress(target, style, parent, prefix);
  const label = source.getAttribute("role") === "gridcell" ? source.getAttribute("aria-label") : null;
  if (label) target.append(create("title", {}, label));
  for (const child of Array.from(source.childNodes)) {
    if (child instanceof Text) target.append(source.localName === "text" ? xml(child.data) : "");
    else if (child instanceof Element) target.append(copy(child, prefix, style) ?? "");
  }
  return target;
}

/** References to ids of a picture, told apart from those of the others in the file. */
function withPrefix(value: string, prefix: string): string {
  return value.replace(/url\("?#([^")]+)"?\)/g, `url(#${prefix}$1)`);
}

function dress(
  target: SVGElement,
  style: CSSStyleDeclaration,
  parent: CSSStyleDeclaration | undefined,
  prefix: string,
): void {
  for (const name of INHERITED) {
    const value = style.getPropertyValue(name);
    if (value === parent?.getPropertyValue(name)) target.removeAttribute(name);
    else target.setAttribute(name, withPrefix(value, prefix));
  }
  if (style.fontVariantNumeric !== parent?.fontVariantNumeric)
    target.setAttribute("font-variant", style.fontVariantNumeric);
  if (style.opacity !== "1") target.setAttribute("opacity", style.opacity);
  if (style.textDecorationLine !== "none") target.setAttribute("text-decoration", style.textDecorationLine);
}

/** Where an element stands if nothing were scrolled sideways inside `root`. */
function placeOf(element: Element): { x: number; y: number; width: number; height: number } {
  const { left, top, width, height } = element.getBoundingClientRect();
  let x = left + scrollX;
  for (let up: Element | null = element; up; up = up.parentElement) x += up.scrollLeft;
  return { x, y: top + scrollY, width, height };
}

class Page {
  readonly pieces: SVGElement[] = [];
  right = 0;
  bottom = 0;
  readonly #left: number;
  readonly #top: number;
  /** What the file's root sets for all in it. */
  readonly #style: CSSStyleDeclaration;

  constructor(left: number, top: number, style: CSSStyleDeclaration) {
    this.#left = left;
    this.#top = top;
    this.#style = style;
  }

  /** Adds what an element and all below it show, into shadow roots as well. */
  add(element: Element): void {
    if (element.matches(SKIPPED) || !element.checkVisibility()) return;
    if (element instanceof SVGSVGElement) {
      this.#addPicture(element);
      return;
    }
    for (const child of Array.from((element.shadowRoot ?? element).childNodes)) {
      if (child instanceof Element) this.add(child);
      else if (child instanceof Text) this.#addText(child);
    }
  }

  #addPicture(picture: SVGSVGElement): void {
    const prefix = `p${this.pieces.length}-`;
    const target = copy(picture, prefix, this.#style);
    if (!target) return;
    const { x, y, width, height } = placeOf(picture);
    this.#place(target, x, y, width, height);
    target.setAttribute("overflow", "visible");
    const root = picture.getRootNode();
    const host: Partial<OnCanvas> = root instanceof ShadowRoot ? (root.host as Element & Partial<OnCanvas>) : {};
    const beside = root instanceof ShadowRoot && root.querySelector("canvas") !== null;
    const cells = beside ? host.canvasAsSvg?.() : undefined;
    if (!cells) return;
    for (const filled of Array.from(cells.querySelectorAll("[fill^=url]"))) {
      filled.setAttribute("fill", withPrefix(filled.getAttribute("fill") ?? "", prefix));
    }
    // Cells carry all their paint: what the picture sets for its labels is not theirs.
    cells.setAttribute("stroke-width", "1");
    target.prepend(cells);
  }

  #place(target: SVGElement, x: number, y: number, width: number, height: number): void {
    // As the screen does: between two pixels every line of a picture would be blurred.
    const [left, top] = [Math.round(x) - this.#left, Math.round(y) - this.#top];
    for (const [name, value] of Object.entries({ x: left, y: top, width, height }))
      target.setAttribute(name, String(value));
    this.right = Math.max(this.right, left + width);
    this.bottom = Math.max(this.bottom, top + height);
    this.pieces.push(target);
  }

  #addText(node: Text): void {
    for (const { text, x, baseline, right, bottom, style } of textPieces(node)) {
      const at = { x: x + scrollX - this.#left, y: Math.round(baseline + scrollY) - this.#top };
      const piece = create("text", at, text);
      dress(piece, style, this.#style, "");
      piece.setAttribute("fill", style.color);
      this.pieces.push(piece);
      this.right = Math.max(this.right, right + scrollX - this.#left);
      this.bottom = Math.max(this.bottom, bottom + scrollY - this.#top);
    }
  }
}

/** The colour behind an element: that of the nearest one that has any. */
function paperBehind(element: Element): string {
  for (let up: Element | null = element; up; up = up.parentElement) {
    const { backgroundColor } = getComputedStyle(up);
    if (!/^rgba\(.*, 0\)$/.test(backgroundColor)) return backgroundColor;
  }
  return "#fff";
}

const BORDER = 12;

/**
 * One file of all that the elements show, where they stand on the screen.
 *
 * @throws RangeError where there are none
 */
export function pictureFile(elements: readonly Element[], { title, description }: About): PictureFile {
  const [first] = elements;
  if (!first) throw new RangeError("there is no picture to save");
  const places = elements.map(placeOf);
  const left = Math.round(Math.min(...places.map(({ x }) => x))) - BORDER;
  const top = Math.round(Math.min(...places.map(({ y }) => y))) - BORDER;
  const style = getComputedStyle(first);
  const page = new Page(left, top, style);
  for (const element of elements) page.add(element);
  const [width, height] = [Math.ceil(page.right + BORDER), Math.ceil(page.bottom + BORDER)];
  const about = { role: "img", "aria-labelledby": "title description" };
  const root = create("svg", { width, height, viewBox: `0 0 ${width} ${height}`, ...about });
  dress(root, style, undefined, "");
  root.append(
    create("title", { id: "title" }, title),
    create("desc", { id: "description" }, description),
    create("rect", { width, height, fill: paperBehind(first) }),
    ...page.pieces,
  );
  return { text: new XMLSerializer().serializeToString(root), width, height };
}
