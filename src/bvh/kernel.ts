import { kernelHex } from '../kernel/binary';

/** What the kernel exports: src/kernel/index.ts. Addresses are byte offsets into its memory. */
export interface Kernel {
  bind(nodes: number, places: number, masks: number, aabb32: number, aabb64: number, obbs: number): void;
  planTree(idLimit: number, boxes: number, scratch: number): number;
  buildTree(rows: number): void;
  refit(idLimit: number, nodes: number): void;
  raycast(isAny: boolean, hasMask: boolean, mask: number): number;
  isIncoherent(rays: number, isFloat32: boolean, count: number): number;
  raycastMany(
    rays: number,
    isFloat32: boolean,
    count: number,
    order: number,
    ids: number,
    ts: number,
    hasMask: boolean,
    mask: number,
  ): number;
  splitByPlane(opened: number, found: number, capacity: number): number;
  cullByPlanes(planes: number, opened: number, found: number, cutting: number, capacity: number): number;
  readonly RAY: WebAssembly.Global;
  readonly HIT_T: WebAssembly.Global;
  readonly MEASURE: WebAssembly.Global;
  readonly PLANES: WebAssembly.Global;
  readonly SET_BOXES: WebAssembly.Global;
  readonly END: WebAssembly.Global;
}

let compiled: WebAssembly.Module | undefined;

/**
 * A kernel that works in a memory; the module is compiled once, at the first call, for all of them.
 *
 * @throws where WebAssembly with SIMD is not to be had, or a page's Content-Security-Policy forbids it.
 */
export function createKernel(memory: WebAssembly.Memory): Kernel {
  compiled ??= new WebAssembly.Module(bytesOf(kernelHex));
  return new WebAssembly.Instance(compiled, { env: { memory } }).exports as Kernel;
}

/** In hex the same bytes look the same wherever they stand, so that it is smaller than base64 once it is compressed. */
function bytesOf(digits: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(digits.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = parseInt(digits.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}
