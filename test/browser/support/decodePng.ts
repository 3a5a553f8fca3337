import { inflateSync } from 'node:zlib';

/** Pixels as red, green, blue and alpha, 0 to 255, row by row from the top. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8ClampedArray;
}

/** The bytes of a PNG before its first chunk. Each chunk is a length, a name, its data and a checksum. */
const SIGNATURE = 8;

/** Decodes a PNG as browsers write it: RGB or RGBA, 8 bits each, not interlaced. */
export function decodePng(png: Buffer): Pixels {
  const parts: Buffer[] = [];
  for (let at = SIGNATURE; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const data = at + 8;
    if (png.toString('latin1', at + 4, data) === 'IDAT') parts.push(png.subarray(data, data + png.readUInt32BE(at)));
  }
  // The first chunk has the size and the format.
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const [depth, colorType, , , interlaced] = png.subarray(24, 29);
  if (depth !== 8 || (colorType !== 2 && colorType !== 6) || interlaced !== 0) {
    throw new Error(`expected a PNG of RGB or RGBA, got ${depth} bits of color type ${colorType}`);
  }
  const channels = colorType === 2 ? 3 : 4;
  const rows = inflateSync(Buffer.concat(parts));
  const stride = 1 + width * channels;
  const rgba = new Uint8ClampedArray(4 * width * height).fill(255);
  for (let y = 0; y < height; y++) {
    undoFilter(rows, y * stride, stride, channels);
    for (let x = 0; x < width; x++) {
      const from = y * stride + 1 + x * channels;
      for (let k = 0; k < channels; k++) rgba[4 * (y * width + x) + k] = rows[from + k];
    }
  }
  return { width, height, rgba };
}

/** Adds to each byte of a row what its filter predicts from the bytes to the left, above, and above to the left. */
function undoFilter(rows: Buffer, start: number, stride: number, channels: number): void {
  const filter = rows[start];
  const first = start + 1;
  for (let at = first; at < start + stride; at++) {
    const hasLeft = at - channels >= first;
    const left = hasLeft ? rows[at - channels] : 0;
    const up = start > 0 ? rows[at - stride] : 0;
    const upLeft = hasLeft && start > 0 ? rows[at - stride - channels] : 0;
    rows[at] += predicted(filter, left, up, upLeft);
  }
}

function predicted(filter: number, left: number, up: number, upLeft: number): number {
  if (filter === 4) return paeth(left, up, upLeft);
  if (filter === 3) return (left + up) >> 1;
  return filter === 2 ? up : filter === 1 ? left : 0;
}

/** The one of three neighbours that is nearest to left + up - upLeft. */
function paeth(left: number, up: number, upLeft: number): number {
  const toLeft = Math.abs(up - upLeft);
  const toUp = Math.abs(left - upLeft);
  const toUpLeft = Math.abs(left + up - 2 * upLeft);
  if (toLeft <= toUp && toLeft <= toUpLeft) return left;
  return toUp <= toUpLeft ? up : upLeft;
}
