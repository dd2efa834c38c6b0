// Makes custom-elements.json of web/element/public.ts: what editors and documentation tools read about the elements.
import fs from "node:fs";
import path from "node:path";
import ts from "typescript";
import { root, run } from "./run.mjs";

/**
 * @typedef {{ attribute?: string | boolean, reflect?: boolean }} Property of a Lit element
 * @typedef {Map<string, Property>} Properties by name
 * @typedef {{ name: string, type?: string, description: string }} Named
 */

const source = "web/element/public.ts";
const module = "dist/package/element.js";

/** @returns {Map<string, ts.InterfaceDeclaration>} */
function readInterfaces() {
  const file = path.join(root, source);
  const { statements } = ts.createSourceFile(file, fs.readFileSync(file, "utf8"), ts.ScriptTarget.ES2022, true);
  return new Map(statements.filter(ts.isInterfaceDeclaration).map((one) => [one.name.text, one]));
}

/** An interface and those of this file that it extends, the first of them first.
 * @param {Map<string, ts.InterfaceDeclaration>} all @param {string} name @returns {ts.InterfaceDeclaration[]} */
function lineOf(all, name) {
  const found = all.get(name);
  if (!found) return [];
  const parents = (found.heritageClauses ?? []).flatMap(({ types }) =>
    types.map(({ expression }) => expression.getText()),
  );
  return [...parents.flatMap((parent) => lineOf(all, parent)), found];
}

/** @param {ts.Node} node */
const docOf = (node) =>
  ts
    .getJSDocCommentsAndTags(node)
    .filter(ts.isJSDoc)
    .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? "")
    .join("\n")
    .trim();

/** Lines such as `@csspart grid - the box`, a type in braces before the name where there is one.
 * @param {ts.InterfaceDeclaration[]} line @param {string} tag @returns {Named[]} */
function tagged(line, tag) {
  const texts = line
    .flatMap((one) => ts.getJSDocTags(one))
    .filter(({ tagName }) => tagName.text === tag)
    .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? "");
  return texts.map((text) => {
    const [, type, name = "", description = ""] = /^(?:\{(.*?)\} )?(\S*?) ?- (.*)$/s.exec(text) ?? [];
    if (description === "") throw new Error(`${source}: "@${tag} ${text}" is not "name - description"`);
    return { name, ...(type ? { type } : {}), description };
  });
}

/** @param {Named} named */
const withTypeText = ({ type, ...rest }) => ({ ...rest, ...(type ? { type: { text: type } } : {}) });

/** @param {string} name of a property @param {Property | undefined} property */
function attributeOf(name, property) {
  if (!property || property.attribute === false) return undefined;
  return typeof property.attribute === "string" ? property.attribute : name.toLowerCase();
}

/** @param {ts.InterfaceDeclaration[]} line @param {Properties} properties */
function fieldsOf(line, properties) {
  return line.flatMap(({ members }) =>
    members.filter(ts.isPropertySignature).map((member) => {
      const name = member.name.getText();
      const attribute = attributeOf(name, properties.get(name));
      const isReadonly = member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ReadonlyKeyword);
      return {
        kind: "field",
        name,
        type: { text: member.type?.getText() ?? "unknown" },
        description: docOf(member),
        ...(attribute ? { attribute } : {}),
        ...(properties.get(name)?.reflect ? { reflects: true } : {}),
        ...(isReadonly ? { readonly: true } : {}),
      };
    }),
  );
}

/** @param {ts.InterfaceDeclaration[]} line @param {string} tagName @param {string} name of the class @param {Properties} properties */
function declarationOf(line, tagName, name, properties) {
  const members = fieldsOf(line, properties);
  const attributes = members.flatMap(({ attribute, name: fieldName, type, description }) =>
    attribute ? [{ name: attribute, fieldName, type, description }] : [],
  );
  return {
    kind: "class",
    customElement: true,
    tagName,
    name,
    description: docOf(/** @type {ts.InterfaceDeclaration} */ (line.at(-1))),
    superclass: { name: "HTMLElement" },
    attributes,
    members,
    events: tagged(line, "fires").map(withTypeText),
    slots: tagged(line, "slot"),
    cssParts: tagged(line, "csspart"),
    cssProperties: tagged(line, "cssprop"),
  };
}

/** The tag of an element's interface. @param {ts.InterfaceDeclaration} declaration @returns {string | undefined} */
function tagOf(declaration) {
  const tag = ts.getJSDocTags(declaration).find(({ tagName }) => tagName.text === "element");
  return tag && ts.getTextOfJSDocComment(tag.comment);
}

/** @param {(tag: string) => Properties} propertiesOf an element's, as Lit has them @returns the manifest */
export function customElementsManifest(propertiesOf) {
  const all = readInterfaces();
  const elements = [...all].flatMap(([name, declaration]) => {
    const tagName = tagOf(declaration);
    return tagName ? [{ tagName, name: name.replace(/Element$/, ""), line: lineOf(all, name) }] : [];
  });
  const declarations = elements.map(({ line, name, tagName }) =>
    declarationOf(line, tagName, name, propertiesOf(tagName)),
  );
  const exports = elements.flatMap(({ name, tagName }) => [
    { kind: "js", name, declaration: { name, module } },
    { kind: "custom-element-definition", name: tagName, declaration: { name, module } },
  ]);
  return {
    schemaVersion: "2.1.0",
    readme: "README.md",
    modules: [{ kind: "javascript-module", path: module, declarations, exports }],
  };
}

/** @returns {Promise<string>} the manifest, made in a process of its own */
async function printed() {
  const script = path.join(import.meta.dirname, "print-custom-elements.mjs");
  return (await run(process.execPath, [script], { quiet: true })).stdout;
}

/** @returns {Promise<ReturnType<typeof customElementsManifest>>} */
export const readCustomElements = async () => JSON.parse(await printed());

/** @param {string} folder */
export async function writeCustomElements(folder) {
  fs.writeFileSync(path.join(folder, "custom-elements.json"), await printed());
}
