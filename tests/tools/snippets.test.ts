// Code blocks are found with their language, text and line, and paired with what they print.
import { expect, test } from "vitest";
import { commands, programs, snippets } from "../../web/tools/snippets.mjs";

const markdown = `# Title

\`\`\`sh
npm start
npm test
\`\`\`

Text with \`code\`.

\`\`\`js
console.log(1);
\`\`\`

prints

\`\`\`text
1
\`\`\`

\`\`\`js
console.log(2);
\`\`\`
`;

test("finds blocks", () => {
  expect(snippets(markdown).map(({ language, line }) => [language, line])).toEqual([
    ["sh", 3],
    ["js", 10],
    ["text", 16],
    ["js", 20],
  ]);
});

test("a block may name its file", () => {
  expect(snippets("```js main.mjs\nconsole.log(1);\n```\n")).toEqual([
    { language: "js", file: "main.mjs", text: "console.log(1);\n", line: 1 },
  ]);
});

test("pairs programs with what they print", () => {
  expect(programs(snippets(markdown))).toEqual([
    { language: "js", text: "console.log(1);\n", line: 10, printed: "1\n" },
    { language: "js", text: "console.log(2);\n", line: 20, printed: undefined },
  ]);
});

test("lists commands", () => {
  expect(commands(snippets(markdown))).toEqual(["npm start", "npm test"]);
});
