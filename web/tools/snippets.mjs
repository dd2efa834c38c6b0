// Finds the fenced code blocks of a Markdown file, so that tests can run them.

/** @typedef {{ language: string, file?: string, text: string, line: number }} Snippet whose first line may name a file */

/** @param {string} markdown @returns {Snippet[]} */
export function snippets(markdown) {
  const blocks = markdown.matchAll(/^```(\w*)(?: (\S+))?\n(.*?)^```$/gms);
  return Array.from(blocks, ({ 1: language = "", 2: file, 3: text = "", index }) => ({
    language,
    ...(file ? { file } : {}),
    text,
    line: markdown.slice(0, index).split("\n").length,
  }));
}

/**
 * JavaScript blocks, each with what it must print: the `text` block right after it, if there is one.
 * @param {Snippet[]} all @returns {(Snippet & { printed: string | undefined })[]}
 */
export const programs = (all) =>
  all.flatMap((snippet, index) => {
    const next = all[index + 1];
    return snippet.language === "js"
      ? [{ ...snippet, printed: next?.language === "text" ? next.text : undefined }]
      : [];
  });

/** @param {Snippet[]} all @returns {string[]} the lines of shell blocks */
export const commands = (all) =>
  all.filter(({ language }) => language === "sh").flatMap(({ text }) => text.trim().split("\n"));
