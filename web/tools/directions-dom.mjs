// Finds uses of the DOM where there must be none: type-checks against a worker's world, which has no document.
import path from "node:path";
import ts from "typescript";

// Cannot find name; and the same with a hint at the DOM library.
const unknownName = new Set([2304, 2552, 2584, 2503]);

/** @type {ts.CompilerOptions} */
const workerWorld = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ["lib.es2022.d.ts", "lib.webworker.d.ts", "lib.esnext.disposable.d.ts"],
  types: [],
  noEmit: true,
  skipLibCheck: true,
};

/**
 * @param {string} root @param {string[]} files paths from the root
 * @returns {import("./directions.mjs").Violation[]}
 */
export function domNames(root, files) {
  const program = ts.createProgram(
    files.map((file) => path.join(root, file)),
    workerWorld,
  );
  return files.flatMap((file) => {
    const source = program.getSourceFile(path.join(root, file));
    return program
      .getSemanticDiagnostics(source)
      .filter(({ code }) => unknownName.has(code))
      .map(({ start = 0, messageText }) => ({
        file,
        line: (source?.getLineAndCharacterOfPosition(start).line ?? 0) + 1,
        rule: "DOM",
        what: `${ts.flattenDiagnosticMessageText(messageText, " ")} (a worker has no DOM, and neither has this folder)`,
      }));
  });
}
