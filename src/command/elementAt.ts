/**
 * What an index in a JSON file stands for.
 *
 * @param name where the index is.
 */
export function elementAt<Element>(list: readonly Element[], index: number, name: string): Element {
  if (Number.isInteger(index) && index >= 0 && index < list.length) return list[index];
  throw new RangeError(`${name} is ${JSON.stringify(index)}, expected an index less than ${list.length}`);
}
