// Options are read strictly, and what is wrong is said with what is allowed.
import { expect, test } from "vitest";
import { readOptions, readPort } from "../../web/tools/options.mjs";

const usage = "the usage";

test("reads what it knows", () => {
  expect(readOptions(usage, { port: { type: "string" } }, ["--port", "8080"])).toEqual({ port: "8080" });
  expect(readOptions(usage, { only: { type: "string", multiple: true } }, ["--only", "a", "--only=b"])).toEqual({
    only: ["a", "b"],
  });
});

test.each([[["--prot", "1"]], [["extra"]], [["--port"]]])("refuses %j with the usage", (args) => {
  expect(() => readOptions(usage, { port: { type: "string" } }, args)).toThrow(/the usage/);
});

test("a port is a whole number up to 65535", () => {
  expect(readPort("8080")).toBe(8080);
  expect(readPort("0")).toBe(0);
  for (const text of ["", "-1", "80.5", "65536", "http"]) expect(() => readPort(text)).toThrow(/not a port/);
});
