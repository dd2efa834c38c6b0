// Node's own modules where this runs in Node, without an import that a bundler or a browser would follow.

/** @returns undefined in browsers, and in Node before 20.16 */
export function nodeBuiltin<Builtin>(id: string): Builtin | undefined {
  const { process } = globalThis as { process?: { getBuiltinModule?: (id: string) => unknown } };
  return process?.getBuiltinModule?.(id) as Builtin | undefined;
}
