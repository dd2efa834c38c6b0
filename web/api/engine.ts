// The running module: started once for everybody.
import { AttentionError } from "./errors.js";
import { build, requireSameBuild, startModule } from "./module.js";
import type { NativeModule } from "./native.js";
import { readChoice, readOptions, readSize } from "./options.js";
import { hasRelaxedSimd, type ModuleVariant } from "./variants.js";
import { badSource, compileSource, isSameSource, readSource, SOURCES, type WasmSource } from "./wasm-source.js";

/** Which instructions the module may use: `"auto"` the best that the engine has. */
export type Variant = "auto" | "simd" | "relaxed";

/** Options of init(). */
export interface InitOptions {
  /** `"auto"` by default. `"simd"` computes the same bits in every engine. */
  readonly variant?: Variant | undefined;
  /** How many threads compute; 1 by default, and more is UNSUPPORTED so far. */
  readonly threads?: number | undefined;
  /** Where the wasm comes from. `mha-wasm` carries it and takes another; `mha-wasm/external` must be given it. */
  readonly wasm?: WasmSource | undefined;
}

/** What is running. */
export interface EngineInfo {
  /** Which instructions compute. */
  readonly variant: Exclude<Variant, "auto">;
  /** How many threads compute. */
  readonly threads: number;
  /** The package's version. */
  readonly version: string;
  /** Which build the scripts and the wasm are of; they refuse each other where it differs. */
  readonly buildId: string;
}

interface Request {
  readonly variant: Variant;
  readonly threads: number;
  readonly wasm: WasmSource | undefined;
}

let running: NativeModule | undefined;
let started: { readonly request: Request; readonly info: Promise<EngineInfo> } | undefined;

/** Compiles the wasm that an entry carries, or was given. */
export type Compile = (variant: ModuleVariant) => Promise<WebAssembly.Module>;

/**
 * init() of every entry.
 *
 * @param carried undefined for an entry that must be given its wasm
 */
export function startEngine(options: InitOptions, carried: Compile | undefined): Promise<EngineInfo> {
  try {
    const request = readRequest(options);
    if (started !== undefined) {
      checkSame(options, request, started.request);
      return started.info;
    }
    checkSupported(request);
    const info = start(request, howToCompile(request, carried));
    started = { request, info };
    return info;
  } catch (error) {
    return Promise.reject(error);
  }
}

const readVariant = readChoice<Variant>("auto", "simd", "relaxed");

function readRequest(options: unknown): Request {
  const { variant, threads = 1, wasm } = readOptions("init", options, ["variant", "threads", "wasm"]);
  return {
    variant: readVariant("init", "variant", variant),
    threads: readSize("init", "threads", threads),
    wasm: wasm === undefined ? undefined : readSource(wasm),
  };
}

/** What is not given is not compared, so that `init()` always joins in. */
function checkSame(given: InitOptions, request: Request, first: Request): void {
  const isDifferent = {
    variant: request.variant !== first.variant,
    threads: request.threads !== first.threads,
    wasm: !isSameSource(request.wasm, first.wasm),
  };
  for (const name of ["variant", "threads", "wasm"] as const) {
    if (given[name] !== undefined && isDifferent[name]) {
      throw new AttentionError("VALUE", {
        argument: name,
        key: "init.different",
        message: `init: the module has been started with another ${name}; call init() without options to share it`,
        values: { name },
      });
    }
  }
}

/** @throws AttentionError VALUE where there is no wasm at all */
function howToCompile({ wasm }: Request, carried: Compile | undefined): Compile {
  if (wasm !== undefined) {
    return async () => requireSameBuild(await compileSource(wasm));
  }
  if (carried === undefined) {
    const file = "mha-wasm/wasm/mha.wasm";
    throw badSource("init.wasm-missing", `give the option wasm: ${SOURCES}, of the package's file ${file}`, { file });
  }
  return carried;
}

async function start(request: Request, compile: Compile): Promise<EngineInfo> {
  try {
    const module = await startModule(await compile(await chooseVariant(request)));
    const info = describeModule(module, request);
    running = module;
    return info;
  } catch (error) {
    started = undefined;
    throw error;
  }
}

/** Asks the engine only where that decides. */
async function chooseVariant({ variant, wasm }: Request): Promise<ModuleVariant> {
  if (variant === "simd" || (variant === "auto" && wasm !== undefined)) {
    return "simd";
  }
  const hasRelaxed = await hasRelaxedSimd();
  if (variant === "relaxed" && !hasRelaxed) {
    throw new AttentionError("UNSUPPORTED", {
      argument: "variant",
      key: "init.variant",
      message: 'init: this engine has no relaxed SIMD; use variant "auto" or "simd"',
      values: { variant },
    });
  }
  return hasRelaxed ? "relaxed" : "simd";
}

function describeModule(module: NativeModule, request: Request): EngineInfo {
  const variant = module.variant() === "relaxed" ? "relaxed" : "simd";
  if (request.variant !== "auto" && request.variant !== variant) {
    throw new AttentionError("VALUE", {
      argument: "wasm",
      key: "init.wasm-variant",
      message: `init: variant "${request.variant}" was asked for, but this wasm is the "${variant}" one`,
      values: { expected: request.variant, got: variant },
    });
  }
  return Object.freeze({ variant, threads: 1, ...build });
}

function checkSupported({ threads }: Request): void {
  if (threads > 1) {
    throw new AttentionError("UNSUPPORTED", {
      argument: "threads",
      key: "init.threads",
      message: `init: more than 1 thread is not supported, got ${threads}`,
      values: { threads },
    });
  }
}

/** @throws AttentionError NOT_INITIALIZED before init() has resolved */
export function requireModule(operation: string): NativeModule {
  if (running === undefined) {
    throw new AttentionError("NOT_INITIALIZED", {
      argument: "",
      key: "not-initialized",
      message: `${operation}: the module has not been started; await init() first`,
      values: { operation },
    });
  }
  return running;
}
