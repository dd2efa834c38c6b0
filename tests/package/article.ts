// The program that every user of the package is tested with, and what it must print: the article's tensor.
import fs from "node:fs";

interface Book {
  readonly printed: Readonly<Record<string, readonly (readonly number[])[]>>;
}
const book: Book = JSON.parse(fs.readFileSync(new URL("../golden/book.json", import.meta.url), "utf8"));
const rows = book.printed["MultiHeadAttention, d_out 2, 2 heads"] ?? [];

/** tensor([[0.3190, 0.4858], … */
export const tensorText = `tensor([${rows.map((row) => `[${row.map((value) => value.toFixed(4)).join(", ")}]`).join(",\n        ")}])`;

const body = `
export async function article(options) {
  await init(options);
  manualSeed(123);
  const mha = new MultiHeadAttention({ dIn: 3, dOut: 2, contextLength: 6, numHeads: 2 });
  const x = [[0.43, 0.15, 0.89], [0.55, 0.87, 0.66], [0.57, 0.85, 0.64], [0.22, 0.58, 0.33], [0.77, 0.25, 0.1], [0.05, 0.8, 0.55]];
  const text = String(mha.forward(x));
  mha.dispose();
  return text;
}
`;

/** A module whose article(options) computes the tensor. */
export const articleModule = (entry = "mha-wasm"): string =>
  `import init, { manualSeed, MultiHeadAttention } from "${entry}";\n${body}`;

/** The same as CommonJS. */
export const articleScript = (entry = "mha-wasm"): string =>
  `const { default: init, manualSeed, MultiHeadAttention } = require("${entry}");
${body.replace("export ", "")}
exports.article = article;
`;

/** A page's script: shows what a promise of a text gives, or why it gives nothing. */
export const show = (imports: string, text: string): string => `${imports}
const result = document.createElement("pre");
result.id = "result";
${text}.then(
  (text) => { result.textContent = text; },
  (error) => { result.textContent = String(error); },
).then(() => document.body.append(result));
`;

export const html = (script: string): string =>
  `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>mha-wasm</title><script type="module" src="${script}"></script></head>
<body></body>
</html>
`;
