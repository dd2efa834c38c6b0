// Test runners: Jest, as CommonJS, as ES modules and in jsdom, and Vitest in Node and in jsdom.
import { expect, test } from "vitest";
import { articleModule, articleScript, tensorText } from "./article.js";
import { bin, node, writeProject } from "./project.js";

const expected = JSON.stringify(tensorText);
const jest = `test("the article's tensor", async () => {
  expect(await article()).toBe(${expected});
});
`;
// Put together, lest the Vitest that runs this file takes it for a setting of its own.
const inJsdom = (runner: string) => `/** ${"@"}${runner}-environment jsdom */`;
// jsdom has no layout, so nothing comes into sight: the elements are there, and what stands in them stays.
const elements = `const { AttentionHeads } = require("mha-wasm/element");
test("the elements, which start nothing", async () => {
  document.body.innerHTML = '<attention-heads seed="5">still here</attention-heads>';
  const [element] = document.body.children;
  expect(element).toBeInstanceOf(AttentionHeads);
  expect(element.seed).toBe("5");
  await element.updateComplete;
  expect(element.shadowRoot.querySelector("slot").assignedNodes()[0].textContent).toBe("still here");
  element.remove();
});
test("a matrix is drawn where its numbers stand", async () => {
  document.body.innerHTML = '<attention-matrix values="[[1, null], [0.4, 0.6]]"></attention-matrix>';
  await document.body.firstChild.updateComplete;
  expect(document.body.firstChild.shadowRoot.querySelectorAll("[role=gridcell]")).toHaveLength(4);
});
`;
const requiring = `const { article } = require("./article.cjs");\n${jest}`;

test("Jest", async () => {
  const folder = writeProject("jest", {
    "jest.config.json": '{ "transform": {} }',
    "article.cjs": articleScript(),
    "article.mjs": articleModule(),
    "required.test.cjs": requiring,
    "jsdom.test.cjs": `${inJsdom("jest")}\n${requiring}`,
    "element.test.cjs": `${inJsdom("jest")}\n${elements}`,
    "imported.test.mjs": `import { article } from "./article.mjs";\n${jest}`,
  });
  const args = ["--experimental-vm-modules", bin("jest"), "--ci", "--json", "--runInBand"];
  const { stdout } = await node(args, { cwd: folder });
  expect(JSON.parse(stdout)).toMatchObject({ numPassedTests: 5, numTotalTests: 5 });
});

test("Vitest", async () => {
  const test = `import { expect, test } from "vitest";\nimport { article } from "./article.js";\n${jest}`;
  const folder = writeProject("vitest", {
    "article.js": articleModule(),
    "node.test.js": test,
    "jsdom.test.js": `${inJsdom("vitest")}\n${test}`,
  });
  const { stdout } = await node([bin("vitest"), "run", "--reporter=json"], { cwd: folder });
  expect(JSON.parse(stdout)).toMatchObject({ numPassedTests: 2, numTotalTests: 2 });
});
