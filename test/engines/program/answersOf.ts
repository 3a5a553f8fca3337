import { addNumbers } from './addNumbers';
import { kinds } from './kinds';

/** All answers of a kind as one list of numbers. */
export interface Answers {
  readonly numbers: Float64Array;
  /** The index at which the numbers of each part begin. */
  readonly parts: readonly { readonly name: string; readonly begin: number }[];
}

/** Asks all questions of a kind. */
export function answersOf(kind: string): Answers {
  const numbers: number[] = [];
  const parts: { name: string; begin: number }[] = [];
  for (const { name, answers } of kinds[kind]()) {
    parts.push({ name, begin: numbers.length });
    for (const answer of answers) addNumbers(answer, numbers);
  }
  return { numbers: Float64Array.from(numbers), parts };
}
