import type { NameRun } from 'slabtree';
import { InputError } from '../text/errors';
import Papa from 'papaparse';
import { escaped, shortened } from '../text/showText';

/** Looks up names of boxes by id: all names of a scene, or only the names of some hits. */
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
 * How many characters the names of boxes may take for each byte of the input. A name is stored once for every run of boxes, so a
 * small file whose boxes share a long name could otherwise make a huge scene file.
 */
const CHARACTERS_PER_BYTE = 16;
/** How many characters the names of boxes may take even if the input is tiny. */
const FREE_CHARACTERS = 1 << 16;
/** The most entries that a JavaScript Map holds. */
const MAX_COPIES = 1 << 24;

/** Collects the names of boxes as the boxes are added, in the order of their ids. */
export class NameList {
  /** The names, in runs of boxes that share a name. Empty if the constructor got a function that takes the runs. */
  readonly runs: NameRun[] = [];
  readonly #pass: ((run: NameRun) => void) | null;
  /** For each name, the stored copy of it, which all boxes with this name share. */
  readonly #copies = new Map<string, string>();
  #last: NameRun | null = null;
  #length = 0;

  /** @param pass called with each run of equal names. By default, the runs are stored in {@link runs}. */
  constructor(pass: ((run: NameRun) => void) | null = null) {
    this.#pass = pass;
  }

  /** The number of characters in the names of all runs. */
  get length(): number {
    return this.#length;
  }

  /**
   * Adds the name of a box.
   *
   * @param name null if the box has no name.
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
   * @param before the {@link length} of the names before this input was read.
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

  /** Returns a copy of a name that was cut from a text: with the name itself, engines would keep the whole text in memory. */
  #copyOf(name: string): string {
    const known = this.#copies.get(name);
    if (known !== undefined) return known;
    const copy = Buffer.from(name, 'utf16le').toString('utf16le');
    if (this.#copies.size < MAX_COPIES) this.#copies.set(copy, copy);
    return copy;
  }

  /** Whether a box has the name and instance of the last run, so that it needs no run of its own. */
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
