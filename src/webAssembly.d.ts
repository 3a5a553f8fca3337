/** The parts of the WebAssembly API that this package uses. TypeScript has the API only in its library for pages. */
declare namespace WebAssembly {
  class Memory {
    constructor(size: { initial: number; maximum: number; shared?: boolean });
    readonly buffer: ArrayBuffer | SharedArrayBuffer;
    /** Grows the memory by `pages` pages and returns how many pages it had before. Throws if there is no room. */
    grow(pages: number): number;
  }
  // eslint-disable-next-line @typescript-eslint/no-extraneous-class -- it is one
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(
      module: Module,
      imports: { env: { memory: Memory; memoryBase: number; progress: (boxes: number) => void } },
    );
    readonly exports: object;
  }
  /** Returns whether the engine can compile the bytes as a WebAssembly module. */
  function validate(bytes: Uint8Array): boolean;
}
