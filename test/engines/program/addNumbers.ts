/** Adds all numbers of an answer to a list, in their order in the answer. The characters of a string count as numbers. */
export function addNumbers(answer: unknown, numbers: number[]): void {
  if (typeof answer === 'number') numbers.push(answer);
  else if (typeof answer === 'boolean') numbers.push(answer ? 1 : 0);
  else if (typeof answer === 'string') for (let i = 0; i < answer.length; i++) numbers.push(answer.charCodeAt(i));
  else if (answer === null) numbers.push(NaN);
  else if (isIterable(answer)) for (const part of answer) addNumbers(part, numbers);
  else if (typeof answer === 'object') for (const part of Object.values(answer)) addNumbers(part, numbers);
  else throw new TypeError(`an answer must consist of numbers and strings, got ${typeof answer}`);
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}
