import { seededRandom } from '../site/seededRandom';

/** The numbers of a member of the swarm: its angle, its place across the ribbon (2), its pace, and half its size. */
const MEMBER = 5;

/** Boxes that fly around the towers in a ribbon. */
export class Swarm {
  /** The boxes now, 6 numbers a box, in metres. */
  readonly boxes: Float32Array;
  readonly #members: Float32Array;

  constructor(readonly count: number) {
    this.boxes = new Float32Array(6 * count);
    this.#members = new Float32Array(MEMBER * count);
    const random = seededRandom(5);
    const spread = () => (random() + random() + random() - 1.5) * 1.3;
    for (let i = 0; i < count; i++) {
      const member = [2 * Math.PI * random(), spread(), spread(), 0.8 + 0.4 * random(), 0.3 + 0.4 * random()];
      this.#members.set(member, MEMBER * i);
    }
    this.flyTo(0);
  }

  /** Puts each member where it is at a time, in seconds. */
  flyTo(time: number): void {
    const { boxes } = this;
    const members = this.#members;
    for (let i = 0; i < this.count; i++) {
      const at = MEMBER * i;
      const angle = members[at] + 0.09 * time * members[at + 3];
      const half = members[at + 4];
      // The ribbon rises and sinks. It is narrow in some places, and wide in others.
      const width = 7 + 6 * Math.sin(3 * angle + 0.4 * time);
      const radius = 128 + 44 * Math.sin(2 * angle + 0.11 * time) + width * members[at + 1];
      const x = radius * Math.cos(angle);
      const y = 92 + 46 * Math.sin(3 * angle - 0.23 * time) + width * members[at + 2];
      const z = radius * Math.sin(angle);
      const box = 6 * i;
      boxes[box] = x - half;
      boxes[box + 1] = y - half;
      boxes[box + 2] = z - half;
      boxes[box + 3] = x + half;
      boxes[box + 4] = y + half;
      boxes[box + 5] = z + half;
    }
  }
}
