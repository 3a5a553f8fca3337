/** The bytes that encode WebAssembly instructions. */
const NOP = 0x01;
const LOCAL_GET = 0x20;
const MULTIPLY = [0xfd, 0xe6, 0x01]; // f32x4.mul
const ADD = [0xfd, 0xe4, 0x01]; // f32x4.add
const MULTIPLY_ADD = [0xfd, 0x85, 0x02]; // f32x4.relaxed_madd

/** A WebAssembly module that multiplies and adds by relaxed SIMD. It is valid if the engine has the instruction. */
const PROBE = new Uint8Array([
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...[0x01, 0x08, 0x01, 0x60, 0x03, 0x7b, 0x7b, 0x7b, 0x01, 0x7b],
  ...[0x03, 0x02, 0x01, 0x00],
  ...[0x0a, 0x0d, 0x01, 0x0b, 0x00, LOCAL_GET, 0x00, LOCAL_GET, 0x01, LOCAL_GET, 0x02, ...MULTIPLY_ADD, 0x0b],
]);

/**
 * Returns whether the engine has relaxed SIMD (https://github.com/WebAssembly/relaxed-simd), which multiplies and adds
 * in one instruction.
 */
export function hasMultiplyAdd(): boolean {
  return WebAssembly.validate(PROBE);
}

/**
 * Replaces, in a WebAssembly module, each SIMD product to which a local is added by one multiply-add instruction. The
 * kernel has such products only in multiplyAdd (src/kernel/lanes.ts): build/separateMultiplyAdd.ts ensures that.
 *
 * @returns how many products were replaced.
 */
export function fuseMultiplyAdd(module: Uint8Array): number {
  let count = 0;
  for (let at = module.indexOf(MULTIPLY[0]); at >= 0; at = module.indexOf(MULTIPLY[0], at + 1)) {
    const get = at + MULTIPLY.length;
    if (module[get] !== LOCAL_GET || !isAt(module, at, MULTIPLY)) continue;
    // In a WebAssembly instruction, the index of a local takes one byte, or two if it is greater than 127.
    const add = get + (module[get + 1] > 127 ? 3 : 2);
    if (!isAt(module, add, ADD)) continue;
    module.fill(NOP, at, get);
    module.set(MULTIPLY_ADD, add);
    count++;
  }
  return count;
}

function isAt(module: Uint8Array, at: number, bytes: readonly number[]): boolean {
  return bytes.every((byte, i) => module[at + i] === byte);
}
