// Fits token labels into the width of a cell, counting wide (CJK) characters as two.

const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;

/** The label cut to about `width` pixels at the pictures' 11 px type, with an ellipsis where it was cut. */
export function fitLabel(label: string, width: number): string {
  const narrow = 6.1;
  const size = (character: string) => (WIDE.test(character) ? 11 : narrow);
  const characters = Array.from(label);
  const total = characters.reduce((sum, character) => sum + size(character), 0);
  if (total <= width) return label;
  let used = narrow;
  let kept = "";
  for (const character of characters) {
    used += size(character);
    if (used > width) break;
    kept += character;
  }
  return `${kept}\u2026`;
}
