// What the constructors of all layers do: read the options, then have the layer made in wasm memory.

import { requireModule } from "./engine.js";
import { attempt } from "./errors.js";
import { nativeGenerator } from "./generator.js";
import { type LayerOptions, readLayerOptions } from "./layer-options.js";
import type { LayerName, NativeLayer, NativeModule } from "./native.js";

/** What a class hands to its base. */
export interface MadeLayer {
  readonly name: string;
  readonly module: NativeModule;
  readonly options: Partial<LayerOptions>;
  readonly native: NativeLayer;
}

/**
 * @param name of the class
 * @param options as the caller wrote them; only when all of them are right is anything drawn
 * @param names the options that the class has
 */
export function makeLayer(name: LayerName, options: unknown, names: readonly (keyof LayerOptions)[]): MadeLayer {
  const module = requireModule(`new ${name}`);
  const read = readLayerOptions(`new ${name}`, options, names);
  const generator = nativeGenerator(module, read.generator);
  return { name, module, options: read, native: attempt(module, () => module.makeLayer(name, read, generator)) };
}
