import type { IdSet } from 'slabtree';
import { BufferAttribute, Color, InstancedBufferAttribute } from 'three';

export type SideName = 'back' | 'crossing' | 'front';

/** Told apart by people who see no red or no green as well, on a globe that is dark by day and by night. */
export const SIDE_COLORS: Record<SideName, string> = { front: '#ffad42', crossing: '#ff3b64', back: '#38c6e0' };

const NAMES: readonly SideName[] = ['back', 'crossing', 'front'];

/** On which side of the plane each place is: a byte each, which is all that is sent to the graphics card when the plane moves. */
export class Sides {
  readonly #bytes: Uint8Array;
  readonly forInstances: InstancedBufferAttribute;
  readonly forPoints: BufferAttribute;
  /** The color of each byte. */
  readonly colors = NAMES.map((name) => new Color(SIDE_COLORS[name]));

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
