/** As much of WebAssembly's interface as is used: TypeScript has it only together with all that a page has. */
declare namespace WebAssembly {
  class Memory {
    constructor(size: { initial: number; maximum: number; shared?: boolean });
    readonly buffer: ArrayBuffer | SharedArrayBuffer;
    /** By that many pages, and returns how many there were; throws where there is no room. */
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
}
