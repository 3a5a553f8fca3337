/** The part of WebAssembly that is used here. TypeScript declares it only together with everything that a page has. */
declare namespace WebAssembly {
  class Memory {
    constructor(size: { initial: number; maximum: number; shared?: boolean });
    readonly buffer: ArrayBuffer | SharedArrayBuffer;
    /** Adds this many pages, and returns how many there were before. Throws if there is no room. */
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
  /** Whether the engine can compile a module. */
  function validate(bytes: Uint8Array): boolean;
}
