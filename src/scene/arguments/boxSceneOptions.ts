import { checkOptions, show } from '../../primitives/check';
import { checkMask } from './checkNumbers';

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

const BACKENDS: unknown[] = ['auto', 'wasm', 'js'];
const SHARED: unknown[] = [true, false, 'auto'];

/** A checked copy of the options of a scene, with what is left out filled in. */
export function readSceneOptions(options: BoxSceneOptions): Required<BoxSceneOptions> {
  checkOptions('options', options);
  const { backend = 'auto', shared = false } = options;
  if (!BACKENDS.includes(backend)) {
    throw new RangeError(`options.backend must be 'auto', 'wasm' or 'js', got ${show(backend)}`);
  }
  if (!SHARED.includes(shared)) {
    throw new TypeError(`options.shared must be true, false or 'auto', got ${show(shared)}`);
  }
  return { backend, shared };
}

export interface MaskOption {
  /** Only boxes that share a bit with it; without it all boxes. */
  mask?: number;
}

/** The mask that a query asks for, undefined where it asks for none. */
export function readMask(options: MaskOption): number | undefined {
  checkOptions('options', options);
  const { mask } = options;
  if (mask !== undefined) checkMask('options.mask', mask);
  return mask;
}
