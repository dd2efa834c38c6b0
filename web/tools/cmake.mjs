// Builds a CMake preset inside the toolchain; Ninja decides what there is to do.
import fs from "node:fs";
import path from "node:path";
import { root } from "./run.mjs";
import { enter, toolchainPlace } from "./setup.mjs";
import { step } from "./step.mjs";

// A build folder remembers absolute paths and compilers: a moved checkout or another toolchain starts it anew.
/** @param {string} preset */
async function configure(preset) {
  const folder = path.join(root, "build", preset);
  const stamp = path.join(folder, ".configured");
  const wanted = `${root}\n${await toolchainPlace()}\n`;
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, "utf8") === wanted) return;
  await enter(["cmake", "--preset", preset, "--fresh"]);
  fs.writeFileSync(stamp, wanted);
}

/** @param {string} preset @param {string} [target] all of it, unless named */
export const buildPreset = (preset, target = "all") =>
  step(`Building ${preset}`, "seconds when little has changed, minutes the first time", async () => {
    await configure(preset);
    await enter(["cmake", "--build", "--preset", preset, "--target", target]);
  });
