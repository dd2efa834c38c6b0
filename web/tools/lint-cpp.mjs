// clang-tidy over C++, as many files at a time as there are processors; one that passed is looked at again only when
// it, a header or the settings changed.
import os from "node:os";
import { Failure } from "./run.mjs";
import { enter } from "./setup.mjs";
import { filesIn, unlessSame } from "./unless-same.mjs";

// The bindings are compiled by Emscripten only, whose compiler clang-tidy does not know by name.
/** @returns {Promise<string[]>} */
async function emscriptenOptions() {
  const { stdout } = await enter(["em-config", "CACHE"], { quiet: true });
  const options = ["--target=wasm32-unknown-emscripten", `--sysroot=${stdout.trim()}/sysroot`];
  return [...options, "-Xclang", "-iwithsysroot/include/compat"].map((option) => `--extra-arg=${option}`);
}

/** @param {string} file @returns {Promise<string[]>} */
const optionsFor = async (file) =>
  file.startsWith("cpp/bindings/") ? ["-p", "build/wasm", ...(await emscriptenOptions())] : ["-p", "build/native-asan"];

/** @param {string} file @param {string[]} headers @returns {Promise<string>} what is wrong with it */
async function lintFile(file, headers) {
  const inputs = [file, ...headers, ".clang-tidy", "cpp/CMakeLists.txt"];
  try {
    await unlessSame(`lint/${file}`, { inputs, outputs: [] }, async () => {
      await enter(["clang-tidy-19", "--quiet", ...(await optionsFor(file)), file], { quiet: true });
    });
    return "";
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return error.message;
  }
}

/** @returns {Promise<string>} what is wrong, or nothing */
export async function lintCpp() {
  const files = filesIn("cpp");
  const headers = files.filter((file) => file.endsWith(".h"));
  const waiting = files.filter((file) => file.endsWith(".cpp"));
  /** @type {string[]} */
  const complaints = [];
  const work = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) complaints.push(await lintFile(file, headers));
  };
  await Promise.all(Array.from({ length: os.availableParallelism() }, work));
  return complaints
    .filter((text) => text !== "")
    .sort()
    .join("\n");
}
