import { InputError } from '../../text/errors';
import type { OpenFiles } from '../bytes/openFiles';

/**
 * More vertices and corners of triangles than this for each byte of the files are not a real model, but a mistake or an attack.
 * Primitives may share bytes, and compressed triangles take less than a byte each.
 */
const CORNERS_PER_BYTE = 16;
/** There may be as many in any case. */
const FREE_CORNERS = 1 << 16;

/** Limits how many vertices and corners of triangles a glTF makes of its bytes. */
export class Budget {
  readonly #files: OpenFiles;
  #spent = 0;

  constructor(files: OpenFiles) {
    this.#files = files;
  }

  /** Call it before there is room for them in memory. */
  spend(corners: number, name: string): void {
    this.#spent += corners;
    const { byteLength } = this.#files;
    if (this.#spent <= FREE_CORNERS + CORNERS_PER_BYTE * byteLength) return;
    throw new InputError(
      `there are ${this.#spent} vertices and corners up to ${name}, too many for ${byteLength} bytes`,
    );
  }
}
