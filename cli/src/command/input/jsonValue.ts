import { InputError } from '../text/errors';
import { shown } from '../text/showText';

/**
 * An unchecked value of a JSON document, and the path to it. Each method states what the reader expects, and throws an
 * InputError if the value is something else: `nodes[3].mesh is "7", expected an index less than 2`.
 */
export class JsonValue {
  readonly #value: unknown;
  readonly #parent: JsonValue | null;
  readonly #key: string | number;

  constructor(value: unknown, parent: JsonValue | null = null, key: string | number = 'the JSON') {
    this.#value = value;
    this.#parent = parent;
    this.#key = key;
  }

  /** The path to the value, in the syntax of JavaScript: `nodes[3].mesh`. */
  get name(): string {
    const key = this.#key;
    const parent = this.#parent;
    if (typeof key === 'number') return `${parent?.name ?? ''}[${key}]`;
    return parent === null || parent.#parent === null ? key : `${parent.name}.${key}`;
  }

  /** Returns a member of an object. Undefined if the object has no member with this key. */
  optional(key: string): JsonValue | undefined {
    const members = this.#members();
    return Object.hasOwn(members, key) ? new JsonValue(members[key], this, key) : undefined;
  }

  required(key: string): JsonValue {
    const member = this.optional(key);
    if (member === undefined) throw new InputError(`${new JsonValue(undefined, this, key).name} is missing`);
    return member;
  }

  elements(): JsonValue[] {
    if (!Array.isArray(this.#value)) this.#reject('an array');
    return this.#value.map((element: unknown, index) => new JsonValue(element, this, index));
  }

  /** Returns the elements of a member that is an array. Empty if the object has no member with this key. */
  list(key: string): JsonValue[] {
    return this.optional(key)?.elements() ?? [];
  }

  /** Returns this value as an index into a list of the given length. Throws if it is anything else. */
  index(length: number): number {
    const index = this.#value;
    if (typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < length) return index;
    return this.#reject(`an index less than ${length}`);
  }

  /** Returns the element of a list to which this value, an index, refers. */
  elementOf<Element>(list: readonly Element[]): Element {
    return list[this.index(list.length)];
  }

  number(): number {
    return typeof this.#value === 'number' && Number.isFinite(this.#value)
      ? this.#value
      : this.#reject('a finite number');
  }

  /** Returns this value as an array of finite numbers. It must have `count` numbers if that is given. */
  numbers(count?: number): number[] {
    const elements = this.elements();
    if (count !== undefined && elements.length !== count) this.#reject(`${count} numbers`);
    return elements.map((element) => element.number());
  }

  /** Returns this value as an integer from `least` to `most`, both included. */
  integer(least: number, most = Infinity): number {
    const value = this.#value;
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most) return value;
    return this.#reject(most === Infinity ? `an integer of ${least} or more` : `an integer from ${least} to ${most}`);
  }

  boolean(): boolean {
    return typeof this.#value === 'boolean' ? this.#value : this.#reject('true or false');
  }

  string(): string {
    return typeof this.#value === 'string' ? this.#value : this.#reject('a string');
  }

  oneOf<Value extends string | number>(values: readonly Value[]): Value {
    const found = values.find((value) => value === this.#value);
    return found ?? this.#reject(values.map((value) => JSON.stringify(value)).join(' or '));
  }

  /** Returns the path and the value, for the beginning of a message: `nodes[3].mesh is "7"`. */
  toString(): string {
    return `${this.name} is ${shown(this.#value)}`;
  }

  #members(): Record<string, unknown> {
    if (typeof this.#value !== 'object' || this.#value === null || Array.isArray(this.#value))
      this.#reject('an object');
    return this.#value as Record<string, unknown>;
  }

  #reject(expected: string): never {
    throw new InputError(`${this.toString()}, expected ${expected}`);
  }
}
