// Cuts a text node into the lines that it is set in, each with its baseline, for drawing it outside of HTML.

export interface TextPiece {
  readonly text: string;
  /** In pixels of the viewport. */
  readonly x: number;
  readonly baseline: number;
  readonly right: number;
  readonly bottom: number;
  readonly style: CSSStyleDeclaration;
}

let measuring: CanvasRenderingContext2D | null | undefined;

/** How far below the top of its box a font's baseline lies, as a share of the box. */
function ascentShare(style: CSSStyleDeclaration): number {
  measuring ??= document.createElement("canvas").getContext("2d");
  if (!measuring) return 0.8;
  measuring.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = measuring.measureText("x");
  return ascent / (ascent + descent);
}

/** The lines of a text node; none where it is not shown. */
export function textPieces(node: Text): TextPiece[] {
  // Text straight under a shadow root is only the space between the elements of a template.
  if (node.data.trim() === "" || !node.parentElement) return [];
  const style = getComputedStyle(node.parentElement);
  const lines: { text: string; box: DOMRect }[] = [];
  const range = document.createRange();
  let start = 0;
  for (const character of node.data) {
    range.setStart(node, start);
    start += character.length;
    range.setEnd(node, start);
    // A space at a line's end has no box.
    const box = range.getClientRects()[0];
    if (!box || box.width === 0) continue;
    const last = lines.at(-1);
    if (last && Math.abs(last.box.top - box.top) < box.height / 2) {
      last.text += character;
      last.box = new DOMRect(last.box.x, last.box.y, box.right - last.box.x, last.box.height);
    } else if (character.trim() !== "") lines.push({ text: character, box });
  }
  const share = ascentShare(style);
  return lines.map(({ text, box }) => ({
    ...{ text: text.replace(/\s+/g, " ").trimEnd(), x: box.left, baseline: box.top + share * box.height },
    ...{ right: box.right, bottom: box.bottom, style },
  }));
}
