import { type Triple, randomDirection, seededRandom } from './random';
import { type Scene, cross, normalize } from './scenes';

/** 6 numbers a ray: origin, and direction of length 1. They are float32, so that no contender has to round them. */
export type Rays = Float32Array;

/** Random origins and directions, as in ambient occlusion or a simulation. Above a city they look down at a slant. */
export function incoherentRays(scene: Scene, count: number): Rays {
  const random = seededRandom(4);
  const rays = new Float32Array(6 * count);
  for (let ray = 0; ray < count; ray++) {
    const origin: Triple = [random() * scene.width, random() * scene.width, random() * scene.height];
    let direction = randomDirection(random);
    if (scene.kind === 'city') {
      origin[2] = scene.height + 20 * random();
      direction = normalize([direction[0], direction[1], -0.3 * Math.abs(direction[2])]);
    }
    rays.set([...origin, ...direction], 6 * ray);
  }
  return rays;
}

/** One camera outside the scene, and a square picture row by row. Neighbouring rays take nearly the same path. */
export function coherentRays(scene: Scene, count: number): Rays {
  const { width, height } = scene;
  const isCity = scene.kind === 'city';
  const eye: Triple = [-0.2 * width, -0.2 * width, isCity ? 0.25 * width : 1.2 * height];
  const target: Triple = [width / 2, width / 2, isCity ? 0 : height / 2];
  const forward = normalize([target[0] - eye[0], target[1] - eye[1], target[2] - eye[2]]);
  const right = normalize([forward[1], -forward[0], 0]);
  const up = cross(right, forward);

  const rays = new Float32Array(6 * count);
  const rows = Math.ceil(Math.sqrt(count));
  for (let ray = 0; ray < count; ray++) {
    const x = 1.1 * ((ray % rows) / rows - 0.5);
    const y = 1.1 * (Math.floor(ray / rows) / rows - 0.5);
    const direction = normalize([
      forward[0] + x * right[0] + y * up[0],
      forward[1] + x * right[1] + y * up[1],
      forward[2] + x * right[2] + y * up[2],
    ]);
    rays.set([...eye, ...direction], 6 * ray);
  }
  return rays;
}

/** A share of the rays, for contenders that would take minutes over all: one of every `of` runs of `run` neighbours. */
export interface Share {
  readonly run: number;
  readonly of: number;
}

/** The numbers of the rays in a share, spread evenly over `count`. */
export function raysInShare(count: number, { run, of }: Share): number[] {
  // The middle run stands for the runs on both sides of it.
  const middle = Math.floor(of / 2);
  return Array.from({ length: count }, (_, ray) => ray).filter((ray) => Math.floor(ray / run) % of === middle);
}

export function pickRays(rays: Rays, chosen: readonly number[]): Rays {
  const picked = new Float32Array(6 * chosen.length);
  chosen.forEach((ray, index) => {
    picked.set(rays.subarray(6 * ray, 6 * ray + 6), 6 * index);
  });
  return picked;
}
