// What the site asks of TypeDoc: addresses and names of ours, its own layout, and scripts that keep to its policy.
import fs from "node:fs";
import path from "node:path";
import { Converter, IndexEvent, KindRouter, ReflectionKind } from "typedoc";
import { SiteTheme } from "./docs-layout.mjs";

/**
 * @typedef {import("typedoc").Application} Application
 * @typedef {import("typedoc").Reflection} Reflection
 */

/** Tutorials are called by their files, which have one name in every language, and not by their titles. */
class SiteRouter extends KindRouter {
  /** @override @param {Reflection} reflection @returns {string} */
  getIdealBaseName(reflection) {
    const file = reflection.isDocument() && reflection.project.files.getReflectionPath(reflection);
    return file ? path.basename(file, ".md") : super.getIdealBaseName(reflection);
  }
}

/** @param {string} text @returns {string} the Chinese in it, as words of the search, which trims other letters than ours */
const chineseWords = (text) => Array.from(text.matchAll(/\p{Script=Han}+/gu), ([words]) => `_${words}_`).join(" ");

/** @param {IndexEvent} event */
function findChinese({ searchResults, searchFields, searchFieldWeights }) {
  searchFieldWeights.chinese = 1;
  for (const [index, result] of searchResults.entries()) {
    const fields = searchFields[index];
    if (fields && result.isDocument())
      fields.chinese = chineseWords([result.name, ...result.content.map(({ text }) => text)].join("\n"));
  }
}

/** @param {Application} app */
export function asPartOfTheSite(app) {
  app.renderer.defineRouter("site", SiteRouter);
  app.renderer.defineTheme("site", SiteTheme);
  app.renderer.on(IndexEvent.PREPARE_INDEX, findChinese);
  // The default exports of the API are functions of this name.
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, (_context, reflection) => {
    if (reflection.name === "default" && reflection.kindOf(ReflectionKind.Function)) reflection.name = "init";
  });
}

const unusedStyle = 'document.head.appendChild(document.createElement("style"))';

/** What TypeDoc writes for parts that the layout does not have. */
const unusedFiles = ["navigation.js", "hierarchy.js", "highlight.css"];

/** The policy forbids style elements; TypeDoc's is for filters of members, which the layout does not have either.
 * @param {string} folder where it has written */
export function withoutUnusedParts(folder) {
  for (const name of unusedFiles) fs.rmSync(path.join(folder, "assets", name));
  const file = path.join(folder, "assets/main.js");
  const script = fs.readFileSync(file, "utf8");
  if (!script.includes(unusedStyle))
    throw new Error(`TypeDoc's main.js no longer holds ${unusedStyle}: adapt web/tools/docs-pages.mjs`);
  fs.writeFileSync(file, script.replace(unusedStyle, 'document.createElement("style")'));
}
