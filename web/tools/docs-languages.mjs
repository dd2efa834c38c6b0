// The docs' languages, and the words that TypeDoc has none for.

/**
 * @typedef {object} Language
 * @property {string} lang of the HTML
 * @property {string} folder below the docs'
 * @property {string} page the site's page, from that folder
 * @property {string} other the other language's folder, from that folder
 * @property {string} otherLang
 * @property {{ title: string, description: string, page: string, contents: string, other: string, tutorials: string }} words
 */

/** @type {Readonly<Record<"en" | "zh", Language>>} */
export const languages = {
  en: {
    lang: "en",
    folder: ".",
    page: "../index.html#lang=en",
    other: "zh/",
    otherLang: "zh-CN",
    words: {
      title: "mha-wasm docs",
      description: "Tutorials and reference of mha-wasm: multi-head attention in WebAssembly.",
      page: "The page",
      contents: "Contents",
      other: "中文",
      tutorials: "Tutorials",
    },
  },
  zh: {
    lang: "zh-CN",
    folder: "zh",
    page: "../../index.html#lang=zh",
    other: "../",
    otherLang: "en",
    words: {
      title: "mha-wasm 文档",
      description: "mha-wasm 的教程与参考：用 WebAssembly 计算的多头注意力。",
      page: "演示页面",
      contents: "全部文档",
      other: "English",
      tutorials: "教程",
    },
  },
};
