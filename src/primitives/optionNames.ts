import { isObject, show } from './check';

/** The options of a call without options. */
export const NO_OPTIONS = {};

/**
 * The names of the options that a call takes. Any other name is rejected: JavaScript would ignore a misspelt option, and
 * the caller would get the default without a word.
 *
 * The names are given as an object, so that the compiler reports a name that is missing. A name with `false` is let through,
 * and the call refuses it with a reason of its own.
 */
export class OptionNames<Options extends object> {
  readonly #names: Readonly<Record<string, boolean>>;
  /**
   * The names of the last options, in their order. A loop gives the same names at each call. Comparing them with these
   * costs 3 ns a name, which a ray does not feel; looking them up in the set costs 10.
   */
  readonly #last: string[] = [];

  constructor(names: Record<keyof Options & string, boolean>) {
    this.#names = names;
  }

  /**
   * Checks an object of options. It must not be iterable: an array's methods, such as `filter`, would be read as options.
   *
   * @param name what the argument is called in the error.
   * @throws TypeError if it is not an object of options, or has an option that the call does not take.
   */
  check(name: string, options: object): void {
    if (options === NO_OPTIONS) return;
    if (!isObject(options)) throw notOptions(name, options);
    const last = this.#last;
    let i = 0;
    for (const key in options) {
      if (key !== last[i]) this.#look(name, options, key, i);
      i++;
    }
    // Only without names: looking for an iterator costs more than comparing a few of them.
    if (i === 0 && Symbol.iterator in options) throw notOptions(name, options);
  }

  #look(name: string, options: object, key: string, i: number): void {
    if ('x' in options && 'y' in options) {
      const remedy = 'a ray { origin, direction } is one argument, and so is a box { min, max }';
      throw new TypeError(`${name} must be an object of options, got a vector: ${remedy}`);
    }
    if (Symbol.iterator in options) throw notOptions(name, options);
    // What somebody has added to all objects is no option.
    const isOfAllObjects = !Object.hasOwn(options, key) && Object.hasOwn(Object.prototype, key);
    if (!Object.hasOwn(this.#names, key) && !isOfAllObjects) {
      const taken = Object.keys(this.#names).filter((each) => this.#names[each]);
      throw new TypeError(`${name} has no option ${show(key)}; the options are ${taken.join(', ')}`);
    }
    this.#last[i] = key;
  }
}

function notOptions(name: string, value: unknown): TypeError {
  return new TypeError(`${name} must be an object of options, got ${show(value)}`);
}
