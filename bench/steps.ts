import { randomHalfSize } from './scenes';

/** What moves: a world of boxes, with three numbers a box. */
export interface World {
  readonly centers: Float64Array;
  readonly halfSizes: Float64Array;
  /** Boxes stay in a cube of this width, which begins at 0. */
  readonly width: number;
  readonly random: () => number;
}

/** One frame of a motion, for the boxes with these ids. */
export type Step = (ids: Uint32Array) => void;

/** Each box goes somewhere near, up to `reach` along each axis, and elsewhere in the next frame. It bounces off the walls. */
export function walk({ centers, width, random }: World, reach: number): Step {
  return (ids) => {
    for (const id of ids) {
      for (let k = 3 * id; k < 3 * id + 3; k++) {
        const there = Math.abs(centers[k] + (2 * random() - 1) * reach);
        centers[k] = there > width ? 2 * width - there : there;
      }
    }
  };
}

/** Each box is replaced by another one somewhere else. */
export function replace({ centers, halfSizes, width, random }: World): Step {
  return (ids) => {
    for (const id of ids) {
      halfSizes.set(randomHalfSize(random), 3 * id);
      for (let k = 3 * id; k < 3 * id + 3; k++) centers[k] = random() * width;
    }
  };
}

/** Each box flies straight on at its own speed, up to `speed` along each axis, and bounces off the walls. */
export function fly({ centers, width, random }: World, speed: number): Step {
  const velocities = centers.map(() => (2 * random() - 1) * speed);
  return (ids) => {
    for (const id of ids) for (let k = 3 * id; k < 3 * id + 3; k++) bounce(centers, velocities, k, width);
  };
}

/** The boxes are in 50 flocks. Each flock flies like a box, and its boxes change their places in it a little. */
export function flock({ centers, width, random }: World, speed: number): Step {
  const flocks = 50;
  const middles = new Float64Array(3 * flocks).map(() => random() * width);
  const velocities = middles.map(() => (2 * random() - 1) * speed);
  const places = centers.map(() => (random() + random() + random() - 1.5) * 0.08 * width);
  return (ids) => {
    for (let k = 0; k < 3 * flocks; k++) bounce(middles, velocities, k, width);
    for (const id of ids) {
      for (let axis = 0; axis < 3; axis++) {
        const k = 3 * id + axis;
        places[k] += (2 * random() - 1) * 0.2 * speed;
        centers[k] = middles[3 * (id % flocks) + axis] + places[k];
      }
    }
  };
}

/** The boxes gather at ten points and scatter again, in 400 frames. */
export function gather({ centers, width, random }: World): Step {
  const homes = centers.slice();
  const points = new Float64Array(30).map(() => random() * width);
  const goals = centers.map((_, k) => points[(3 * Math.floor(k / 3) + (k % 3)) % 30] + (random() - 0.5) * 0.06 * width);
  let frame = 0;
  return (ids) => {
    frame++;
    const share = 0.5 - 0.5 * Math.cos((frame * Math.PI) / 200);
    for (const id of ids) {
      for (let k = 3 * id; k < 3 * id + 3; k++) centers[k] = homes[k] + (goals[k] - homes[k]) * share;
    }
  };
}

/** The boxes drive along a grid of 20 by 20 roads on the ground. At the end of a road, they are back at its beginning. */
export function drive({ centers, width, random }: World, speed: number): Step {
  const count = centers.length / 3;
  const axes = Uint8Array.from({ length: count }, () => (random() < 0.5 ? 0 : 1));
  const velocities = Float64Array.from(
    { length: count },
    () => (random() < 0.5 ? -1 : 1) * speed * (0.25 + 0.75 * random()),
  );
  const roads = Float64Array.from({ length: count }, () => (Math.floor(20 * random()) * width) / 20);
  return (ids) => {
    for (const id of ids) {
      const along = 3 * id + axes[id];
      centers[along] = (centers[along] + velocities[id] + width) % width;
      centers[3 * id + 1 - axes[id]] = roads[id] + Math.sign(velocities[id]);
      centers[3 * id + 2] = 1;
    }
  };
}

function bounce(centers: Float64Array, velocities: Float64Array, k: number, width: number): void {
  const there = centers[k] + velocities[k];
  if (there < 0 || there > width) velocities[k] = -velocities[k];
  centers[k] = there < 0 ? -there : there > width ? 2 * width - there : there;
}
