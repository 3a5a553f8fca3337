import type { IdSet } from 'slabtree';
import { BufferAttribute, Color, InstancedBufferAttribute } from 'three';

export type SideName = 'back' | 'crossing' | 'front';

/** People who cannot see red or green can tell them apart too, on a globe that is dark in both themes. */
export const SIDE_COLORS: Record<SideName, string> = { front: '#ffad42', crossing: '#ff3b64', back: '#38c6e0' };

const NAMES: readonly SideName[] = ['back', 'crossing', 'front'];

/** The colors of the sides, in the order of their bytes: behind the plane, crossing it, and in front of it. */
export function sideColors(): Color[] {
  return NAMES.map((name) => new Color(SIDE_COLORS[name]));
}

/**
 * The side of the plane for each place, one byte each. When the plane moves, only these bytes go to the graphics card.
 */
export class Sides {
  readonly #bytes: Uint8Array;
  readonly forInstances: InstancedBufferAttribute;
  readonly forPoints: BufferAttribute;
  /** The color for each value of a byte. */
  readonly colors = sideColors();

  constructor(count: number) {
    this.#bytes = new Uint8Array(count);
    this.forInstances = new InstancedBufferAttribute(this.#bytes, 1);
    this.forPoints = new BufferAttribute(this.#bytes, 1);
  }

  set(split: Record<SideName, IdSet>): void {
    NAMES.forEach((name, byte) => {
      split[name].forEach((id) => {
        this.#bytes[id] = byte;
      });
    });
    this.forInstances.needsUpdate = true;
    this.forPoints.needsUpdate = true;
  }
}
