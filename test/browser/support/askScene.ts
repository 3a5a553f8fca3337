import type * as Slabtree from 'slabtree';
import { Random } from '../../support/random';

/** Boxes and rays as plain numbers, which can be sent to a page. */
export interface Questions {
  readonly backend: 'auto' | 'wasm' | 'js';
  /** 6 numbers per box. */
  readonly aabbs: readonly number[];
  /** 16 numbers per box. Each box is the image of a cube from -1 to 1. */
  readonly matrices: readonly number[];
  /** 6 numbers per ray. */
  readonly rays: readonly number[];
  readonly planes: readonly Slabtree.Plane[];
}

export interface Answers {
  readonly backend: 'wasm' | 'js';
  readonly hits: readonly (readonly [id: number, t: number] | null)[];
  readonly sides: readonly (readonly [front: number[], crossing: number[], back: number[]])[];
}

export function someQuestions(backend: Questions['backend']): Questions {
  const random = new Random(5);
  const numbers = (count: number, make: () => number[]) => Array.from({ length: count }, make).flat();
  return {
    backend,
    aabbs: numbers(1500, () => {
      const [x, y, z] = random.triple(-50, 50);
      return [x, y, z, x + random.between(0, 4), y + random.between(0, 4), z + random.between(0, 4)];
    }),
    matrices: numbers(1500, () => [
      ...[...random.triple(-1, 1), 0, ...random.triple(-1, 1), 0, ...random.triple(-1, 1), 0],
      ...[...random.triple(-50, 50), 1],
    ]),
    rays: numbers(500, () => [...random.triple(-60, 60), ...random.direction()]),
    planes: Array.from({ length: 5 }, () => {
      const [x, y, z] = random.direction();
      return { normal: { x, y, z }, constant: random.between(-30, 30) };
    }),
  };
}

/** Queries a scene of the package. Runs in the page too, so it uses nothing from outside. */
export function askScene({
  slabtree: { BoxScene },
  questions: { backend, aabbs, matrices, rays, planes },
}: {
  readonly slabtree: Pick<typeof Slabtree, 'BoxScene'>;
  readonly questions: Questions;
}): Answers {
  const scene = new BoxScene({ backend });
  scene.addAabbs(Float64Array.from(aabbs));
  scene.addObbs({ min: { x: -1, y: -1, z: -1 }, max: { x: 1, y: 1, z: 1 } }, Float64Array.from(matrices));
  const hits: Answers['hits'][number][] = [];
  for (let at = 0; at < rays.length; at += 6) {
    const [originX, originY, originZ, x, y, z] = rays.slice(at, at + 6);
    const hit = scene.raycast({ origin: { x: originX, y: originY, z: originZ }, direction: { x, y, z } });
    hits.push(hit && [hit.id, hit.t]);
  }
  const sides = planes.map((plane) => {
    const { front, crossing, back } = scene.split(plane);
    const [inFront, cut, behind] = [front, crossing, back].map((ids) => Array.from(ids).sort((a, b) => a - b));
    return [inFront, cut, behind] as const;
  });
  return { backend: scene.backend, hits, sides };
}
