// Keeps README's figures those of the last whole run.

/**
 * @param {string} readme @param {string} what the figures are of: the marks around them say so
 * @param {string} figures Markdown
 * @returns {string} README with these figures between their marks
 */
export function withFigures(readme, what, figures) {
  const [begin, end] = [`<!-- ${what} by npm run bench -->`, `<!-- end of ${what} -->`];
  const [before, after] = [readme.indexOf(begin), readme.indexOf(end)];
  if (before < 0 || after < before) throw new Error(`README.md lacks ${begin} … ${end}`);
  return `${readme.slice(0, before + begin.length)}\n${figures}\n${readme.slice(after)}`;
}
