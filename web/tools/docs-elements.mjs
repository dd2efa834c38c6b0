// What the reference says of elements beyond their types: attributes, events, slots, parts and custom properties.

import { Comment, CommentTag, Converter, ReflectionKind } from "typedoc";

/**
 * @typedef {import("typedoc").Application} Application
 * @typedef {import("typedoc").DeclarationReflection} DeclarationReflection
 * @typedef {ReturnType<typeof import("./custom-elements.mjs").customElementsManifest>} Manifest
 * @typedef {Manifest["modules"][0]["declarations"][0]} Declaration
 */

/** Tags of web/element/public.ts that are shown as the tables below instead. @type {`@${string}`[]} */
export const elementTags = ["@element", "@slot", "@csspart", "@cssprop", "@fires"];

/** @param {readonly string[]} head @param {readonly (readonly string[])[]} rows */
const table = (head, rows) =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

/** @param {string} name */
const code = (name) => (name === "" ? "the default one" : `\`${name}\``);

/** @param {Declaration} declaration @returns {[title: `@${string}`, text: string][]} */
const sections = ({ events, slots, cssParts, cssProperties }) => [
  [
    "@events",
    table(
      ["event", "type", "when"],
      events.map(({ name, type, description }) => [code(name), code(type?.text ?? "Event"), description]),
    ),
  ],
  [
    "@slots",
    table(
      ["slot", "what it holds"],
      slots.map(({ name, description }) => [code(name), description]),
    ),
  ],
  [
    "@parts",
    table(
      ["part", "what it is"],
      cssParts.map(({ name, description }) => [code(name), description]),
    ),
  ],
  [
    "@customProperties",
    table(
      ["custom property", "what it sets"],
      cssProperties.map(({ name, description }) => [code(name), description]),
    ),
  ],
];

/** @param {DeclarationReflection} reflection @param {`@${string}`} title @param {string} text */
function say(reflection, title, text) {
  reflection.comment ??= new Comment();
  reflection.comment.blockTags.push(new CommentTag(title, [{ kind: "text", text }]));
}

/** Has them said below each element's own text, and each property's attribute with the property.
 * @param {Application} app @param {Manifest} manifest */
export function documentElements(app, { modules }) {
  const declarations = modules.flatMap((module) => module.declarations);
  const attributes = new Map(
    declarations.flatMap((one) => one.attributes.map(({ name, fieldName }) => [fieldName, name])),
  );
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const reflection of project.getReflectionsByKind(ReflectionKind.Interface)) {
      if (!reflection.isDeclaration() || !/^Attention\w*Element$/.test(reflection.name)) continue;
      for (const property of reflection.children ?? []) {
        const attribute = attributes.get(property.name);
        if (attribute) say(property, "@attribute", code(attribute));
      }
      const declaration = declarations.find(({ name }) => `${name}Element` === reflection.name);
      for (const [title, text] of declaration ? sections(declaration) : []) say(reflection, title, text);
    }
  });
}
