import { InputError } from '../text/errors';
import { shown } from '../text/showText';

/**
 * A value of a JSON document that nobody has checked, with the way that leads to it. Each method says what the reader
 * expects, and throws an InputError where the value is something else: `nodes[3].mesh is "7", expected an index less than 2`.
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

  /** The way to the value, as JavaScript writes it. */
  get name(): string {
    const key = this.#key;
    const parent = this.#parent;
    if (typeof key === 'number') return `${parent?.name ?? ''}[${key}]`;
    return parent === null || parent.#parent === null ? key : `${parent.name}.${key}`;
  }

  /** A member of an object; undefined where the object has none of that name. */
  optional(key: string): JsonValue | undefined {
    const members = this.#members();
    return Object.hasOwn(members, key) ? new JsonValue(members[key], this, key) : undefined;
  }

  required(key: string): JsonValue {
    const member = this.optional(key);
    if (member === undefined) throw new InputError(`${new JsonValue(undefined, this, key).name} is missing`);
    return member;
  }

  /** The elements of an array. */
  elements(): JsonValue[] {
    if (!Array.isArray(this.#value)) this.#refuse('an array');
    return this.#value.map((element: unknown, index) => new JsonValue(element, this, index));
  }

  /** The elements of a member that is an array; none where there is no such member. */
  list(key: string): JsonValue[] {
    return this.optional(key)?.elements() ?? [];
  }

  /** An index of a list that is so long. */
  index(length: number): number {
    const index = this.#value;
    if (typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < length) return index;
    return this.#refuse(`an index less than ${length}`);
  }

  /** What the value, an index, stands for. */
  elementOf<Element>(list: readonly Element[]): Element {
    return list[this.index(list.length)];
  }

  number(): number {
    return typeof this.#value === 'number' && Number.isFinite(this.#value)
      ? this.#value
      : this.#refuse('a finite number');
  }

  /** An array of finite numbers, so many where a count is given. */
  numbers(count?: number): number[] {
    const elements = this.elements();
    if (count !== undefined && elements.length !== count) this.#refuse(`${count} numbers`);
    return elements.map((element) => element.number());
  }

  /** An integer that is neither less than `least` nor greater than `most`. */
  integer(least: number, most = Infinity): number {
    const value = this.#value;
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most) return value;
    return this.#refuse(most === Infinity ? `an integer of ${least} or more` : `an integer from ${least} to ${most}`);
  }

  boolean(): boolean {
    return typeof this.#value === 'boolean' ? this.#value : this.#refuse('true or false');
  }

  string(): string {
    return typeof this.#value === 'string' ? this.#value : this.#refuse('a string');
  }

  oneOf<Value extends string | number>(values: readonly Value[]): Value {
    const found = values.find((value) => value === this.#value);
    return found ?? this.#refuse(values.map((value) => JSON.stringify(value)).join(' or '));
  }

  /** The name and the value, as messages begin. */
  toString(): string {
    return `${this.name} is ${shown(this.#value)}`;
  }

  #members(): Record<string, unknown> {
    if (typeof this.#value !== 'object' || this.#value === null || Array.isArray(this.#value))
      this.#refuse('an object');
    return this.#value as Record<string, unknown>;
  }

  #refuse(expected: string): never {
    throw new InputError(`${this.toString()}, expected ${expected}`);
  }
}
