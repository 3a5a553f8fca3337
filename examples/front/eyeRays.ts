import { type PerspectiveCamera, Vector3 } from 'three';
import type { Pointer } from 'slabtree';
import { seededRandom } from '../site/seededRandom';

/** The share of rays that go to the surroundings of a point, and how wide these are, in heights of the picture. */
const SHARE = 0.25;
const SPREAD = 0.5;

/** The steps of an even sequence across and up, R2: Martin Roberts, "The Unreasonable Effectiveness of Quasirandom Sequences". */
const ACROSS = 0.7548776662466927;
const UP = 0.5698402909980532;
/** How far a ray is from its place in the sequence, in steps between rays: without that, the dots make stripes. */
const JITTER = 0.7;

const right = new Vector3();
const up = new Vector3();
const back = new Vector3();

/** Rays from a camera through points all over its picture. More go to the surroundings of one point. */
export class EyeRays {
  readonly #random = seededRandom(7);
  #sample = 0;

  /** Returns 6 numbers a ray, in world units. */
  through(camera: PerspectiveCamera, at: Pointer, count: number): Float32Array {
    const rays = new Float32Array(6 * count);
    const { x, y, z } = camera.position;
    const half = Math.tan((camera.fov * Math.PI) / 360);
    const [atX, atY] = [(2 * at.x) / at.width - 1, 1 - (2 * at.y) / at.height];
    camera.matrixWorld.extractBasis(right, up, back);
    const jitter = JITTER / Math.sqrt(count);
    for (let i = 0; i < count; i++) {
      let toX: number;
      let toY: number;
      if (this.#random() < SHARE) {
        toX = atX + (SPREAD / camera.aspect) * this.#bell();
        toY = atY + SPREAD * this.#bell();
      } else {
        this.#sample++;
        toX = 2 * ((this.#sample * ACROSS) % 1) - 1 + jitter * (this.#random() - 0.5);
        toY = 2 * ((this.#sample * UP) % 1) - 1 + jitter * (this.#random() - 0.5);
      }
      toX *= half * camera.aspect;
      toY *= half;
      const ray = 6 * i;
      rays[ray] = x;
      rays[ray + 1] = y;
      rays[ray + 2] = z;
      rays[ray + 3] = toX * right.x + toY * up.x - back.x;
      rays[ray + 4] = toX * right.y + toY * up.y - back.y;
      rays[ray + 5] = toX * right.z + toY * up.z - back.z;
    }
    return rays;
  }

  /** A number from -1 to 1, most often near 0. */
  #bell(): number {
    return (2 * (this.#random() + this.#random() + this.#random())) / 3 - 1;
  }
}
