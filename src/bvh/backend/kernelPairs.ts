import { PAIR_STACK, PAIRS_AT_ONCE } from '../layout/pairStack';
import type { Queries } from '../query/queries';
import type { BoundKernel } from './boundKernel';

/** How many pairs the kernel has room for. They are copied before it continues. */
const PAIR_ROOM = 65_536;

/** Finds the pairs of boxes that overlap: see Queries. */
export function kernelPairs(kernel: BoundKernel): Queries['pairs'] {
  const { functions } = kernel;
  return (tree, mask) => {
    kernel.scratch.reserve(PAIR_STACK * 8 + PAIR_ROOM * 8);
    kernel.bind(tree.boxes, tree);
    const stack = kernel.scratch.byteOffset;
    const out = stack + PAIR_STACK * 8;
    const parts: Uint32Array[] = [];
    let pairs: number;
    functions.beginPairs(stack);
    do {
      pairs = functions.findPairs(tree.nodes.count, out, PAIR_ROOM, mask === undefined ? 0 : 1, mask ?? 0);
      parts.push(new Uint32Array(kernel.memory.memory.buffer, out, 2 * pairs).slice());
    } while (pairs > PAIR_ROOM - PAIRS_AT_ONCE);
    return joined(parts);
  };
}

function joined(parts: readonly Uint32Array[]): Uint32Array {
  if (parts.length === 1) return parts[0];
  const all = new Uint32Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
