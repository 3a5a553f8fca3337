/** What runs the queries. */
export type Backend = 'js' | 'wasm';

export interface BoxSceneOptions {
  /**
   * `'auto'`, the default, takes WebAssembly with SIMD where it is to be had, and JavaScript elsewhere. The answers are the
   * same, to the last bit.
   */
  backend?: 'auto' | Backend;
  /**
   * Whether the scene's memory is one that threads can share: see `BoxScene.handle`. False by default; `'auto'` shares it
   * where there is SharedArrayBuffer, which a page has that is cross-origin isolated, and `isShared` tells.
   */
  shared?: 'auto' | boolean;
}

export interface AttachOptions {
  /** See {@link BoxSceneOptions}; it may be another one than that of the thread that made the scene. */
  backend?: 'auto' | Backend;
}

export interface DeserializeOptions extends BoxSceneOptions {
  /** Where the scene begins in the buffer, 0 by default; any byte will do. */
  byteOffset?: number;
}

export interface MaskOption {
  /** Only boxes that share a bit with it; without it all boxes. */
  mask?: number;
}
