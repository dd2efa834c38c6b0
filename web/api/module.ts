// Starts the wasm module, if it is of this build: the only file that knows the generated glue.
import buildName from "../../build/wasm/build-name.mjs";
import createModule from "../../build/wasm/mha.mjs";
import { AttentionError } from "./errors.js";
import { type Glue, NativeModule } from "./native.js";
import { badSource } from "./wasm-source.js";

/** The custom section of shipped wasm files that holds the name of their build. */
const NAME_SECTION = "mha-wasm";

const [version = "", buildId = ""] = buildName.split("+");
/** Of these scripts, and of every wasm that they start. */
export const build = { version, buildId };

/** @throws AttentionError VALUE for a wasm of another program, or of another build of this one */
export function requireSameBuild(compiled: WebAssembly.Module): WebAssembly.Module {
  const [section] = WebAssembly.Module.customSections(compiled, NAME_SECTION);
  if (section === undefined) {
    throw badSource("init.wasm-foreign", "this wasm is not one of mha-wasm's", {});
  }
  const got = String.fromCharCode(...new Uint8Array(section));
  if (got !== buildName) {
    const message = `this wasm is of build ${got}, but the JavaScript is of build ${buildName}; take both from one version`;
    throw badSource("init.wasm-build", message, { got, expected: buildName });
  }
  return compiled;
}

/** @throws AttentionError OUT_OF_MEMORY */
export async function startModule(compiled: WebAssembly.Module): Promise<NativeModule> {
  try {
    return new NativeModule(await instantiate(compiled));
  } catch (cause) {
    // A RangeError about anything but memory is a fault of ours.
    if (cause instanceof RangeError && /memory/i.test(cause.message)) {
      const message = "init: there is no memory for the module";
      throw new AttentionError("OUT_OF_MEMORY", { argument: "", key: "memory", message, values: {} }, { cause });
    }
    throw cause;
  }
}

function instantiate(compiled: WebAssembly.Module): Promise<Glue> {
  return new Promise((resolve, reject) => {
    const instantiateWasm = (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) => {
      // The glue never hears of a failure in here; the promise does.
      WebAssembly.instantiate(compiled, imports).then(done).catch(reject);
      return {};
    };
    createModule({ instantiateWasm }).then((module) => resolve(module as unknown as Glue), reject);
  });
}
