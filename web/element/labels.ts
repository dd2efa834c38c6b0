// Fits token labels into the width of a cell, counting wide (CJK) characters as two.

const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;

const NARROW = 6.1;

function widthOf(character: string): number {
  return WIDE.test(character) ? 11 : NARROW;
}

/** About how many pixels a label takes at the pictures' 11 px type. */
export function labelWidth(label: string): number {
  return Array.from(label).reduce((sum, character) => sum + widthOf(character), 0);
}

/** The label cut to about `width` pixels at the pictures' 11 px type, with an ellipsis where it was cut. */
export function fitLabel(label: string, width: number): string {
  if (labelWidth(label) <= width) return label;
  let used = NARROW;
  let kept = "";
  for (const character of Array.from(label)) {
    used += widthOf(character);
    if (used > width) break;
    kept += character;
  }
  return `${kept}\u2026`;
}
