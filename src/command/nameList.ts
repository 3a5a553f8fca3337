import type { NameRun } from 'slabtree';

/** What stands in a text for bytes that were not UTF-8. */
const REPLACEMENT = '\ufffd';

/** Gathers the names of boxes as they are added, in the order of their ids. */
export class NameList {
  readonly runs: NameRun[] = [];

  /**
   * @param name null where the box has none.
   * @param instance which one it is, where it is one of several instances of what the name stands for.
   */
  add(id: number, name: string | null, instance?: number): void {
    if (this.#goesOn(id, name, instance)) return;
    // A copy: of a text that is cut out of another, engines keep that whole.
    const copy = name === null ? null : Buffer.from(name, 'utf16le').toString('utf16le');
    this.runs.push(instance === undefined ? [id, copy] : [id, copy, instance]);
  }

  /** Whether the last run says that already. */
  #goesOn(id: number, name: string | null, instance: number | undefined): boolean {
    const last = this.runs.at(-1);
    if (last === undefined) return name === null;
    const [firstId, lastName, firstInstance] = last;
    return name === lastName && instance === (firstInstance === undefined ? undefined : firstInstance + id - firstId);
  }
}

/**
 * A name as it is kept: without spaces around it, and null where that leaves nothing.
 *
 * @throws RangeError where the text was not UTF-8.
 */
export function trimmedName(text: string): string | null {
  if (text.includes(REPLACEMENT)) throw new RangeError('expected a name in UTF-8: save the file as UTF-8');
  return text.trim() === '' ? null : text.trim();
}
