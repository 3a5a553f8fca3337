import { deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const EIGHT_BITS = 8;
const RGB = 2;

/** Encodes a picture as a PNG file (RFC 2083). The picture has 3 bytes a pixel, row by row from the top. */
export function encodePng(width: number, height: number, rgb: Uint8Array): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([EIGHT_BITS, RGB], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(filterRows(height, rgb), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Each row as the number of a filter and the filtered bytes. As the RFC advises, takes the filter with the smallest. */
function filterRows(height: number, rgb: Uint8Array): Buffer {
  const stride = rgb.length / height;
  const rows: Uint8Array[] = [];
  let above = new Uint8Array(stride);
  for (let y = 0; y < height; y++) {
    const row = rgb.slice(y * stride, (y + 1) * stride);
    let best = new Uint8Array(0);
    let bestSum = Infinity;
    FILTERS.forEach((predict, filter) => {
      const filtered = new Uint8Array(stride + 1);
      filtered[0] = filter;
      let sum = 0;
      for (let i = 0; i < stride; i++) {
        const left = i < 3 ? 0 : row[i - 3];
        const aboveLeft = i < 3 ? 0 : above[i - 3];
        const difference = (row[i] - predict(left, above[i], aboveLeft)) & 255;
        filtered[i + 1] = difference;
        sum += Math.min(difference, 256 - difference);
      }
      if (sum < bestSum) [best, bestSum] = [filtered, sum];
    });
    rows.push(best);
    above = row;
  }
  return Buffer.concat(rows);
}

/** The prediction of each filter for a byte, given the bytes to the left, above, and above on the left. */
const FILTERS: ((left: number, above: number, aboveLeft: number) => number)[] = [
  () => 0,
  (left) => left,
  (_left, above) => above,
  (left, above) => (left + above) >> 1,
  paeth,
];

function paeth(left: number, above: number, aboveLeft: number): number {
  const estimate = left + above - aboveLeft;
  const toLeft = Math.abs(estimate - left);
  const toAbove = Math.abs(estimate - above);
  const toAboveLeft = Math.abs(estimate - aboveLeft);
  if (toLeft <= toAbove && toLeft <= toAboveLeft) return left;
  return toAbove <= toAboveLeft ? above : aboveLeft;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++) remainder = remainder & 1 ? (remainder >>> 1) ^ 0xedb88320 : remainder >>> 1;
  return remainder;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ CRC_TABLE[(crc ^ byte) & 255];
  return (crc ^ 0xffffffff) >>> 0;
}
