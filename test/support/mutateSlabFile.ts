import type { Random } from './random';
import { checksumsOf, sectionsOfSlabFile, zerosOfSlabFile } from './readSlabFile';

const WORDS = [0, 1, -1, 2, 0x7fffffff, 0x40000000, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f7fffff, 0x3f800000];
const NUMBERS = [0, -0, 1, -1, NaN, Infinity, -Infinity, 5e-324, 1e-300, 1e30, -1e30, 1e200, -1e308, 1.5, 0.1];
/** If a mutated count needs a longer file than this, the file keeps its length. */
const LONGEST = 100_000;

/** A copy of a file with a random change, and with correct checksums. */
export function mutateSlabFile(file: Uint8Array, random: Random): Uint8Array<ArrayBuffer> {
  let bytes = new Uint8Array(file);
  for (let changes = random.pick([1, 1, 1, 2, 4]); changes > 0; changes--) {
    bytes = random.chance(0.1) ? withoutZero(bytes, file, random) : mutate(bytes, random);
  }
  return sealed(bytes);
}

/** Corrects the checksums of a file, in place. */
export function sealed<Bytes extends Uint8Array>(bytes: Bytes): Bytes {
  if (bytes.length < 192) return bytes;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  view.setUint32(184, checksumsOf(bytes)[1], true);
  view.setUint32(188, checksumsOf(bytes)[0], true);
  return bytes;
}

/** A file with something in a place where there were zeros before any change. It may be shorter now. */
function withoutZero(bytes: Uint8Array<ArrayBuffer>, before: Uint8Array, random: Random): Uint8Array<ArrayBuffer> {
  const zeros = [...zerosOfSlabFile(before)].filter((at) => at < bytes.length);
  bytes[random.pick(zeros)] = random.pick([1, 7, 128, 255]);
  return bytes;
}

function mutate(bytes: Uint8Array<ArrayBuffer>, random: Random): Uint8Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer);
  const sections = Object.values(sectionsOfSlabFile(bytes)).filter(({ at, count }) => count > 0 && at < bytes.length);
  const { at, count, bytes: size } = random.chance(0.1) ? { at: 16, count: 1, bytes: 168 } : random.pick(sections);
  const end = Math.min(at + count * size, bytes.length);
  const word = (): number => at + 4 * random.below((end - at) / 4);
  const first = word();
  const second = word();
  switch (random.below(7)) {
    case 0:
      bytes[first + random.below(4)] ^= 1 << random.below(8);
      break;
    case 1:
      view.setUint32(first, random.pick(WORDS), true);
      break;
    case 2:
      view.setUint32(first, view.getUint32(first, true) + random.pick([-1, 1, 64, 2 ** 30]), true);
      break;
    case 3:
      view.setFloat64(first - (first % 8), random.pick(NUMBERS), true);
      break;
    case 4: {
      const before = view.getUint32(first, true);
      view.setUint32(first, view.getUint32(second, true), true);
      view.setUint32(second, before, true);
      break;
    }
    case 5:
      bytes.copyWithin(at + size * random.below(count), at + size * random.below(count), at + size);
      break;
    default:
      return withCount(bytes, random);
  }
  return bytes;
}

/** A file with another count in its header, and the length that belongs to that count. */
function withCount(bytes: Uint8Array<ArrayBuffer>, random: Random): Uint8Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer);
  const { meshes } = sectionsOfSlabFile(bytes);
  const counts = [24, 28, 32, 36, 40, 44, 48];
  if (meshes.count > 0) counts.push(160, 164, ...[0, 4, 8, 12, 16].map((word) => meshes.at + word));
  const at = random.pick(counts.filter((offset) => offset + 4 <= bytes.length));
  view.setUint32(at, view.getUint32(at, true) + random.pick([-1, 1, 8, 2 ** 25]), true);
  if (random.chance(0.5)) {
    const [other, by] = [random.pick([24, 28, 32, 36, 40]), random.pick([-1, 1])];
    view.setUint32(other, view.getUint32(other, true) + by, true);
  }
  const { end } = sectionsOfSlabFile(bytes);
  view.setBigUint64(16, BigInt(end.at), true);
  if (end.at > LONGEST) return bytes;
  const resized = new Uint8Array(end.at);
  resized.set(bytes.subarray(0, end.at));
  return resized;
}
