// Remembers every wasm memory that a page makes, so that any library's use of memory can be read from outside.

const memories = new Set<WebAssembly.Memory>();

function remember(instance: WebAssembly.Instance): void {
  for (const exported of Object.values(instance.exports)) {
    if (exported instanceof WebAssembly.Memory) {
      memories.add(exported);
    }
  }
}

/** To be called before any library is loaded. */
export function watchMemories(): void {
  const { instantiateStreaming } = WebAssembly;
  WebAssembly.Memory = new Proxy(WebAssembly.Memory, {
    construct(Target, [descriptor]: [WebAssembly.MemoryDescriptor]) {
      const memory = new Target(descriptor);
      memories.add(memory);
      return memory;
    },
  });
  WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
    construct(Target, args: [WebAssembly.Module, WebAssembly.Imports?]) {
      const instance = new Target(...args);
      remember(instance);
      return instance;
    },
  });
  // A proxy keeps both of its signatures.
  WebAssembly.instantiate = new Proxy(WebAssembly.instantiate, {
    async apply(instantiate, self, args) {
      const result: WebAssembly.Instance | WebAssembly.WebAssemblyInstantiatedSource = await Reflect.apply(
        instantiate,
        self,
        args,
      );
      remember("instance" in result ? result.instance : result);
      return result;
    },
  });
  WebAssembly.instantiateStreaming = async (source, imports) => {
    const result = await instantiateStreaming(source, imports);
    remember(result.instance);
    return result;
  };
}

/** All wasm memory in bytes. It never shrinks, so this is also the most there ever was. */
export const memoryBytes = (): number => [...memories].reduce((total, memory) => total + memory.buffer.byteLength, 0);
