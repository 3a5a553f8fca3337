import { show } from '../../primitives/check';
import { OptionNames } from '../../primitives/optionNames';

/**
 * The code that answers queries: JavaScript or WebAssembly. Both give the same answers, bit for bit. See
 * {@link BoxScene}.
 */
export type Backend = 'js' | 'wasm';

/** Options with which a {@link BoxScene} is made. */
export interface BoxSceneOptions {
  /**
   * The code that answers queries. `'auto'`, the default, uses WebAssembly with SIMD if it is available, and JavaScript
   * otherwise. Both give the same answers, bit for bit.
   */
  backend?: 'auto' | Backend;
  /**
   * Whether threads can share the scene's memory (see `BoxScene.handle`). False by default. `'auto'` shares the memory
   * if there is a SharedArrayBuffer, as on a cross-origin isolated page: see `BoxScene.isShared`.
   */
  shared?: 'auto' | boolean;
}

/** Options with which {@link BoxScene.attach} opens a scene. */
export interface AttachOptions {
  /** The backend of the attached scene: see {@link BoxSceneOptions}. The thread that made the scene may use another. */
  backend?: 'auto' | Backend;
}

/** Options with which {@link BoxScene.deserialize} reads a scene. */
export interface DeserializeOptions extends BoxSceneOptions {
  /** The index of the scene's first byte in the buffer, 0 by default. The index need not be aligned. */
  byteOffset?: number;
}

const BACKENDS: unknown[] = ['auto', 'wasm', 'js'];
const SHARED: unknown[] = [true, false, 'auto'];

/** The names of the options that {@link readSceneOptions} reads. A call may take more options. */
export const SCENE_NAMES = { backend: true, shared: true } as const;

export const SCENE_OPTIONS = /* @__PURE__ */ new OptionNames<BoxSceneOptions>(SCENE_NAMES);
export const ATTACH_OPTIONS = /* @__PURE__ */ new OptionNames<AttachOptions>({ backend: true });
export const DESERIALIZE_OPTIONS = /* @__PURE__ */ new OptionNames<DeserializeOptions>({
  ...SCENE_NAMES,
  byteOffset: true,
});

/** Returns a checked copy of a scene's options, with defaults. */
export function readSceneOptions(options: BoxSceneOptions): Required<BoxSceneOptions> {
  const { backend = 'auto', shared = false } = options;
  if (!BACKENDS.includes(backend)) {
    throw new RangeError(`options.backend must be 'auto', 'wasm' or 'js', got ${show(backend)}`);
  }
  if (!SHARED.includes(shared)) {
    throw new TypeError(`options.shared must be true, false or 'auto', got ${show(shared)}`);
  }
  return { backend, shared };
}
