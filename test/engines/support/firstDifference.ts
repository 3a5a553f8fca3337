import type { Answers } from '../program/answersOf';

/**
 * The first place where numbers differ from the expected ones, with the bits. Null if they are the same. Any NaN equals any
 * other, as the language does not define its bits.
 */
export function firstDifference(expected: Answers, numbers: Float64Array): string | null {
  const { length } = expected.numbers;
  for (let at = 0; at < Math.max(length, numbers.length); at++) {
    if (Object.is(expected.numbers[at], numbers[at])) continue;
    const part = expected.parts.filter(({ begin }) => begin <= at).at(-1);
    const place = part === undefined ? `number ${at}` : `number ${at - part.begin} of the part '${part.name}'`;
    const count = length === numbers.length ? '' : `; there are ${numbers.length} numbers, ${length} expected`;
    return `${place} is ${show(numbers[at])}, ${show(expected.numbers[at])} expected${count}`;
  }
  return null;
}

function show(number: number | undefined): string {
  if (number === undefined) return 'missing';
  const bits = new BigUint64Array(Float64Array.of(number).buffer)[0].toString(16).padStart(16, '0');
  return `${Object.is(number, -0) ? '-0' : String(number)} (0x${bits})`;
}
