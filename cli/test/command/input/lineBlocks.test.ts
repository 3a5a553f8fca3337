import { describe, expect, it } from 'vitest';
import { readWithMargin } from '../../../src/command/input/chunkMargin';
import { lineBlocks } from '../../../src/command/input/lineBlocks';
import { Random } from '../../../../test/support/random';

const encoder = new TextEncoder();

/** Yields a text in chunks of a size. @param hasMargin whether they are read as chunks of files are. */
async function* chunksOf(text: string, size: number, hasMargin: boolean): AsyncGenerator<Uint8Array> {
  const bytes = encoder.encode(text);
  for (let at = 0; at < bytes.length; at += size) {
    const part = bytes.slice(at, at + size);
    const read = (into: Uint8Array) => {
      into.set(part);
      return Promise.resolve(part.length);
    };
    yield hasMargin ? await readWithMargin(size, read) : part;
  }
}

const random = new Random(5);
const lineOf = (length: number) => `${'x'.repeat(length)}\n`;
const texts: [string, string][] = [
  ['short lines', Array.from({ length: 500 }, () => lineOf(Math.floor(random.between(0, 40)))).join('')],
  [
    'a last line without a line break',
    `${Array.from({ length: 99 }, () => lineOf(Math.floor(random.between(0, 9)))).join('')}end`,
  ],
  ['lines longer than a margin', [5000, 3, 9000, 4096, 4095, 0, 12_000].map(lineOf).join('')],
];

describe('blocks of lines', () => {
  for (const [name, text] of texts) {
    for (const hasMargin of [true, false]) {
      it(`blocks of lines have all bytes of ${name} ${hasMargin ? 'from a file' : 'from a pipe'}`, async () => {
        for (const size of [1, 7, 100, 4096, 5000, 100_000]) {
          let read = '';
          for await (const { bytes, firstLine, end } of lineBlocks(chunksOf(text, size, hasMargin))) {
            expect(firstLine).toBe(read.split('\n').length);
            read += new TextDecoder().decode(bytes);
            expect(end.byte).toBe(read.length);
            expect(end.line - firstLine).toBe(new TextDecoder().decode(bytes).replace(/\n$/, '').split('\n').length);
            // A block's memory may be moved to a thread.
            structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
          }
          expect(read).toBe(text);
        }
      });
    }
  }

  it('a block of lines has memory of its own, also at the end of a pipe', async () => {
    const chunks = [Buffer.from('one\ntw'), Buffer.from('o\nthree')];
    async function* pipe(): AsyncGenerator<Uint8Array> {
      yield* await Promise.resolve(chunks);
    }
    const lines: string[] = [];
    for await (const { bytes } of lineBlocks(pipe())) {
      lines.push(new TextDecoder().decode(bytes));
      expect(chunks.some(({ buffer }) => buffer === bytes.buffer)).toBe(false);
    }
    expect(lines).toEqual(['one\n', 'two\n', 'three']);
  });
});
