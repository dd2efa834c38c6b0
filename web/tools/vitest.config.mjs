// How vitest runs the JavaScript tests: one project per kind of thing tested.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** @param {string} name @param {string[]} folders @param {object} [more] */
const project = (name, folders, more = {}) => ({
  test: { name, root, include: folders.map((folder) => `tests/${folder}/**/*.test.{ts,mjs}`), ...more },
});

/** They share one folder of tools and one Chromium, and what they run keeps two cores busy. @param {string} folder */
const consumers = (folder) => ({
  globalSetup: `${root}/${folder}/global-setup.ts`,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  fileParallelism: false,
});

export default defineConfig({
  root,
  cacheDir: `${root}/build/vite`,
  test: {
    projects: [
      // Finalizers are tested by collecting garbage on purpose.
      project("api", ["api", "formats"], { execArgv: ["--expose-gc"], testTimeout: 30_000 }),
      project("tools", ["tools", "bench"], { testTimeout: 30_000, hookTimeout: 60_000 }),
      project("package", ["package"], { ...consumers("tests/package"), exclude: ["tests/package/more-consumers/**"] }),
      project("more-consumers", ["package/more-consumers"], consumers("tests/package/more-consumers")),
      // One Chromium at a time: two cores draw one page well.
      project("page", ["page", "element"], {
        globalSetup: `${root}/tests/page/global-setup.ts`,
        testTimeout: 60_000,
        // A busy machine draws the whole page late, not wrongly.
        expect: { poll: { timeout: 10_000 } },
        hookTimeout: 60_000,
        fileParallelism: false,
        isolate: false,
      }),
    ],
  },
});
