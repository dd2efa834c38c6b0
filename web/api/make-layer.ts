// What the constructors of all layers do: read the options, then have the layer made in wasm memory.

import { requireModule } from "./engine.js";
import { attempt } from "./errors.js";
import { nativeGenerator } from "./generator.js";
import { type LayerOptions, readLayerOptions } from "./layer-options.js";
import type { NativeGenerator, NativeLayer, NativeModule } from "./module.js";

/** What a class hands to its base. */
export interface MadeLayer {
  readonly name: string;
  readonly module: NativeModule;
  readonly options: Partial<LayerOptions>;
  readonly native: NativeLayer;
}

/**
 * @param name of the class, for messages
 * @param options as the caller wrote them
 * @param names the options that the class has
 * @param create called only when all of them are right, so that nothing is drawn otherwise
 */
export function makeLayer<Name extends keyof LayerOptions>(
  name: string,
  options: unknown,
  names: readonly Name[],
  create: (module: NativeModule, options: Pick<LayerOptions, Name>, generator: NativeGenerator) => NativeLayer,
): MadeLayer {
  const module = requireModule(`new ${name}`);
  const read: Pick<LayerOptions, Name> & { generator?: LayerOptions["generator"] } = readLayerOptions(
    `new ${name}`,
    options,
    names,
  );
  const generator = nativeGenerator(module, read.generator);
  return { name, module, options: read, native: attempt(module, () => create(module, read, generator)) };
}
