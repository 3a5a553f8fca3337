import type { NameRun } from 'slabtree';
import { InputError } from '../text/errors';

/** What names of boxes may take for each byte of a file: one of them may stand for many boxes, and is written for each run. */
const BYTES_A_BYTE = 16;
/** What they may take in any case, as a small file may name much with few bytes. */
const FREE_BYTES = 1 << 16;
/** As many as fit in a Map. */
const MAX_COPIES = 1 << 24;

/** Gathers the names of boxes as they are added, in the order of their ids. */
export class NameList {
  readonly runs: NameRun[] = [];
  /** Of each name one, as many boxes may be called the same. */
  readonly #copies = new Map<string, string>();
  #length = 0;

  /**
   * @param name null where the box has none.
   * @param instance which one it is, where it is one of several instances of what the name stands for.
   */
  add(id: number, name: string | null, instance?: number): void {
    if (this.#goesOn(id, name, instance)) return;
    const copy = name === null ? null : this.#copyOf(name);
    this.#length += name?.length ?? 0;
    this.runs.push(instance === undefined ? [id, copy] : [id, copy, instance]);
  }

  /** Throws where the names would take much more in the scene's file than the file that they come from. */
  checkLength(fileBytes: number): void {
    const most = FREE_BYTES + BYTES_A_BYTE * fileBytes;
    if (this.#length <= most) return;
    throw new InputError(
      `the names of its boxes have ${this.#length} characters or more, too many for ${fileBytes} bytes: shorten the names that many nodes share`,
    );
  }

  /** A copy: of a text that is cut out of another, engines keep that whole. */
  #copyOf(name: string): string {
    const known = this.#copies.get(name);
    if (known !== undefined) return known;
    const copy = Buffer.from(name, 'utf16le').toString('utf16le');
    if (this.#copies.size < MAX_COPIES) this.#copies.set(copy, copy);
    return copy;
  }

  /** Whether the last run says that already. */
  #goesOn(id: number, name: string | null, instance: number | undefined): boolean {
    const last = this.runs.at(-1);
    if (last === undefined) return name === null;
    const [firstId, lastName, firstInstance] = last;
    return name === lastName && instance === (firstInstance === undefined ? undefined : firstInstance + id - firstId);
  }
}

/** A name as it is kept: without spaces around it, and null where that leaves nothing. */
export function trimmedName(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}
