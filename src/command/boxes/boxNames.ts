import type { NameRun } from 'slabtree';
import { InputError } from '../text/errors';
import Papa from 'papaparse';
import { escaped, shortened } from '../text/showText';

/** The names of boxes: all names of a scene, or the names of some hits. */
export interface BoxNames {
  nameOf: (id: number) => string | undefined;
  instanceOf: (id: number) => number | undefined;
}

/**
 * Returns the name of a box, to be read by people: `Crate`, or `Lamp, instance 3`. A long name is shortened. Undefined if the
 * box has no name.
 */
export function boxLabel(names: BoxNames, id: number): string | undefined {
  return labelOf(names, id, shortened);
}

/** Returns the whole name of a box as a field of a CSV. Empty if the box has no name. */
export function labelField(names: BoxNames, id: number): string {
  return Papa.unparse([[labelOf(names, id, escaped) ?? '']]);
}

function labelOf(names: BoxNames, id: number, show: (name: string) => string): string | undefined {
  const name = names.nameOf(id);
  if (name === undefined) return undefined;
  const instance = names.instanceOf(id);
  return instance === undefined ? show(name) : `${show(name)}, instance ${instance}`;
}

/**
 * The names may take this many characters for each byte of the input. A name is stored once for every run of boxes, so a small
 * file whose boxes share a long name could otherwise make a huge scene file.
 */
const CHARACTERS_PER_BYTE = 16;
/** The names may take this many characters even if the input is tiny. */
const FREE_CHARACTERS = 1 << 16;
/** The most entries of a Map. */
const MAX_COPIES = 1 << 24;

/** Collects the names of boxes as they are added, in the order of their ids. */
export class NameList {
  /** The runs of names. Empty if the constructor got a function that takes the runs. */
  readonly runs: NameRun[] = [];
  readonly #pass: ((run: NameRun) => void) | null;
  /** One copy of each name, which all boxes with the name share. */
  readonly #copies = new Map<string, string>();
  #last: NameRun | null = null;
  #length = 0;

  /** @param pass called with each run. By default, runs are stored in {@link runs}. */
  constructor(pass: ((run: NameRun) => void) | null = null) {
    this.#pass = pass;
  }

  /** The number of characters in all runs. */
  get length(): number {
    return this.#length;
  }

  /**
   * @param name null if the box has none.
   * @param instance the number of the instance, if the name stands for several instances.
   */
  add(id: number, name: string | null, instance?: number): void {
    if (this.#continuesRun(id, name, instance)) return;
    const copy = name === null || this.#pass !== null ? name : this.#copyOf(name);
    this.#length += name?.length ?? 0;
    this.#last = instance === undefined ? [id, copy] : [id, copy, instance];
    if (this.#pass === null) this.runs.push(this.#last);
    else this.#pass(this.#last);
  }

  /**
   * Throws if the names would take much more space in the scene file than the input does.
   *
   * @param before the {@link length} before this input.
   */
  checkLength(inputBytes: number, before = 0): void {
    const most = FREE_CHARACTERS + CHARACTERS_PER_BYTE * inputBytes;
    const length = this.#length - before;
    if (length <= most) return;
    throw new InputError(
      `the names of the boxes have ${length} characters or more, too many for ${inputBytes} bytes: ` +
        'shorten the names that many nodes share',
    );
  }

  /** Returns a copy of a name: engines would keep the whole text from which the name was cut in memory. */
  #copyOf(name: string): string {
    const known = this.#copies.get(name);
    if (known !== undefined) return known;
    const copy = Buffer.from(name, 'utf16le').toString('utf16le');
    if (this.#copies.size < MAX_COPIES) this.#copies.set(copy, copy);
    return copy;
  }

  /** Whether the last run already has this name and instance for the box. */
  #continuesRun(id: number, name: string | null, instance: number | undefined): boolean {
    const last = this.#last;
    if (last === null) return name === null;
    const [firstId, lastName, firstInstance] = last;
    return name === lastName && instance === (firstInstance === undefined ? undefined : firstInstance + id - firstId);
  }
}

/** Returns a name without the spaces around it. Null if nothing is left. */
export function trimmedName(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}
