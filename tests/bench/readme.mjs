// Keeps README's figures those of the last whole run.

const [begin, end] = ["<!-- figures of npm run bench -->", "<!-- end of figures -->"];

/** @param {string} readme @param {string} figures Markdown @returns {string} README with these figures between its marks */
export function withFigures(readme, figures) {
  const [before, after] = [readme.indexOf(begin), readme.indexOf(end)];
  if (before < 0 || after < before) throw new Error(`README.md lacks ${begin} … ${end}`);
  return `${readme.slice(0, before + begin.length)}\n${figures}\n${readme.slice(after)}`;
}
