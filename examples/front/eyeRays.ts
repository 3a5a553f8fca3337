import { type PerspectiveCamera, Vector3 } from 'three';
import type { Pointer } from 'slabtree';
import { seededRandom } from '../site/seededRandom';

/** The share of rays that go to the surroundings of a point, and how wide these are, in heights of the picture. */
const SHARE = 0.35;
const SPREAD = 0.5;

const right = new Vector3();
const up = new Vector3();
const back = new Vector3();

/** Rays from a camera through random points of its picture. More go to the surroundings of one point. */
export class EyeRays {
  readonly #random = seededRandom(7);

  /** Returns 6 numbers a ray, in world units. */
  through(camera: PerspectiveCamera, at: Pointer, count: number): Float32Array {
    const rays = new Float32Array(6 * count);
    const { x, y, z } = camera.position;
    const half = Math.tan((camera.fov * Math.PI) / 360);
    const [atX, atY] = [(2 * at.x) / at.width - 1, 1 - (2 * at.y) / at.height];
    camera.matrixWorld.extractBasis(right, up, back);
    for (let i = 0; i < count; i++) {
      let [toX, toY] = [2 * this.#random() - 1, 2 * this.#random() - 1];
      if (this.#random() < SHARE) {
        toX = atX + (SPREAD / camera.aspect) * this.#bell();
        toY = atY + SPREAD * this.#bell();
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
