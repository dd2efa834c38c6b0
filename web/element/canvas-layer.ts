// CanvasLayer: keeps the canvas under a large matrix picture drawn, and draws it only when it would look different.

import type { ReactiveController, ReactiveControllerHost } from "lit";
import { cellsAsSvg, drawCells, type Paint } from "./matrix-canvas.js";
import type { Look } from "./matrix-cells.js";
import type { Layout } from "./matrix-layout.js";
import type { Paper } from "./scales.js";

export interface Drawing {
  readonly look: Look;
  readonly layout: Layout;
  readonly paper: Paper;
}

export class CanvasLayer implements ReactiveController {
  readonly #host: ReactiveControllerHost & { readonly renderRoot: ParentNode };
  readonly #read: () => Drawing | undefined;
  #drawn: readonly unknown[] = [];
  #density: MediaQueryList | undefined;

  constructor(host: ReactiveControllerHost & { readonly renderRoot: ParentNode }, read: () => Drawing | undefined) {
    this.#host = host;
    this.#read = read;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#watchDensity(undefined);
  }

  hostConnected(): void {
    this.#host.requestUpdate();
  }

  hostUpdated(): void {
    const canvas = this.#host.renderRoot.querySelector("canvas");
    const drawing = this.#read();
    if (!canvas || !drawing) return;
    const { look, layout, paper } = drawing;
    const { matrix, hidden, kept, kind, limit } = look;
    const { left, top, width, height } = layout;
    const scale = devicePixelRatio;
    const wanted = [canvas, matrix, hidden, kept, kind, limit, left, top, width, height, paper, scale];
    if (wanted.every((part, index) => part === this.#drawn[index])) return;
    this.#drawn = wanted;
    place(canvas, { left, top, width: matrix.columns * width + 1, height: matrix.rows * height + 1 });
    drawCells(canvas, look, layout, this.#paint(paper), scale);
    this.#watchDensity(matchMedia(`(resolution: ${scale}dppx)`));
  }

  /** The canvas as paths, for a file; hidden cells are filled with the picture's own hatch. */
  asSvg(): SVGGElement | undefined {
    const drawing = this.#read();
    return drawing && cellsAsSvg(drawing.look, drawing.layout, this.#paint(drawing.paper), "url(#hatch)");
  }

  /** Colours as the page resolves them, read from elements that wear them. */
  #paint(paper: Paper): Paint {
    const strokeOf = (selector: string) => {
      const element = this.#host.renderRoot.querySelector(selector);
      return element ? getComputedStyle(element).stroke : paper.colour;
    };
    return { paper, line: strokeOf(".line"), muted: strokeOf(".hatch") };
  }

  /** A move to another screen, or zooming, asks for other pixels. */
  #watchDensity(query: MediaQueryList | undefined): void {
    this.#density?.removeEventListener("change", this.#onDensity);
    this.#density = query;
    query?.addEventListener("change", this.#onDensity);
  }

  readonly #onDensity = (): void => this.#host.requestUpdate();
}

function place(canvas: HTMLCanvasElement, box: Readonly<Record<"left" | "top" | "width" | "height", number>>): void {
  for (const [name, length] of Object.entries(box)) canvas.style.setProperty(name, `${length}px`);
}
