import { expect } from 'vitest';

/** The answers to a batch: one typed array for each part, such as ids and ts. */
type Answers = { readonly [part: string]: ArrayBufferView };

/** Fails unless two answers are the same bit for bit. Fast if they are. */
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
