import { expect } from 'vitest';

/** Answers to many questions, a typed array for each part of them. */
type Answers = { readonly [part: string]: ArrayBufferView };

/** Fails unless two answers are the same to the last bit: at once where they are, however many there are. */
export function expectSameBits(actual: object, expected: object): void {
  const [actualParts, expectedParts] = [actual as Answers, expected as Answers];
  expect(Object.keys(actualParts)).toEqual(Object.keys(expectedParts));
  for (const [part, array] of Object.entries(actualParts)) {
    if (bytesOf(array).equals(bytesOf(expectedParts[part]))) continue;
    expect(array).toEqual(expectedParts[part]);
    throw new Error(`${part} differ in the sign of a zero`);
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
