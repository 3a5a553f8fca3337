/** Adds all numbers of an answer to a list, in their order in the answer. */
export function addNumbers(answer: unknown, numbers: number[]): void {
  if (typeof answer === 'number') numbers.push(answer);
  else if (typeof answer === 'boolean') numbers.push(answer ? 1 : 0);
  else if (answer === null) numbers.push(NaN);
  else if (isIterable(answer)) for (const part of answer) addNumbers(part, numbers);
  else if (typeof answer === 'object') for (const part of Object.values(answer)) addNumbers(part, numbers);
  else throw new TypeError(`an answer must consist of numbers, got ${typeof answer}`);
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}
