import {
  BufferGeometry,
  Line,
  LineBasicMaterial,
  Points,
  PointsMaterial,
  Raycaster,
  Sprite,
  SpriteMaterial,
  Vector3,
} from 'three';
import { SceneIndex } from 'slabtree/three';
import { describe, expect, it } from 'vitest';
import { stillHeld } from '../../support/collectGarbage';
import type { Random } from '../../support/random';
import { search } from '../../support/runs';
import { compareRaycast } from '../../support/three/compare';
import { rayAt, rootOf } from '../../support/three/cubes';
import { seeds } from '../../support/three/seeds';

/** A line between two points. */
function lineFrom(from: Vector3, to: Vector3): Line {
  return new Line(new BufferGeometry().setFromPoints([from, to]), new LineBasicMaterial());
}

it.each([0, 1e-9, 1e-3])(
  'a precise ray hits the lines of three.js, rounding included, with a threshold of %d',
  async (threshold) => {
    let hitCount = 0;
    await search(
      2,
      seeds((random, context) => {
        const along = new Vector3().setComponent(random.axis(), 1);
        const line = lineFrom(along.clone().negate(), along);
        const index = SceneIndex.from(rootOf(line));
        for (let i = 0; i < 20; i++) {
          const raycaster = rayFromFar(random, along, 10 ** random.between(3, 6));
          raycaster.params.Line.threshold = threshold;
          compareRaycast(index, raycaster, context);
          if (raycaster.intersectObject(line).length > 0) hitCount++;
        }
      }),
    );
    expect(hitCount).toBeGreaterThan(0);
  },
);

/** A ray that passes the middle of a line as closely as three.js's rounding at that distance. */
function rayFromFar(random: Random, along: Vector3, distance: number): Raycaster {
  const direction = new Vector3(...random.direction());
  const beside = new Vector3().crossVectors(direction, along).normalize();
  const target = beside
    .multiplyScalar(distance * 1e-8 * random.between(-1, 1))
    .addScaledVector(along, random.between(-0.5, 0.5));
  return new Raycaster(target.addScaledVector(direction, -distance), direction);
}

describe('objects with a threshold', () => {
  it('rays hit points like three.js with params that leave out lines', () => {
    const points = new Points(new BufferGeometry().setFromPoints([new Vector3()]), new PointsMaterial());
    const raycaster = rayAt(0.4, 0);
    for (const threshold of [0.5, 0.3, 0.45]) {
      Object.assign(raycaster, { params: { Points: { threshold } } });
      compareRaycast(SceneIndex.from(rootOf(points)), raycaster, { threshold });
    }
  });

  it('rays without a camera hit points and lines like three.js, also if the field is undefined', () => {
    const points = new Points(new BufferGeometry().setFromPoints([new Vector3()]), new PointsMaterial());
    const index = SceneIndex.from(rootOf(points, lineFrom(new Vector3(1, -1, 0), new Vector3(1, 1, 0))));
    for (const x of [0.4, 0.9]) {
      const raycaster = Object.assign(rayAt(x, 0), { camera: undefined });
      expect(index.raycast(raycaster, { precise: true })).not.toBeNull();
      compareRaycast(index, raycaster, { x });
    }
  });

  it('rays hit a sprite where it is drawn after its size has begun or ceased to depend on the distance', () => {
    const sprite = new Sprite(new SpriteMaterial());
    const index = SceneIndex.from(rootOf(sprite));
    for (const sizeAttenuation of [true, false, true]) {
      sprite.material.sizeAttenuation = sizeAttenuation;
      index.update();
      const raycaster = rayAt(3, 0);
      expect(index.raycast(raycaster, { precise: true }) !== null).toBe(!sizeAttenuation);
      compareRaycast(index, raycaster, { sizeAttenuation });
    }
  });

  it.each([
    ['points', (at: BufferGeometry) => new Points(at, new PointsMaterial())],
    ['a line', (at: BufferGeometry) => new Line(at, new LineBasicMaterial())],
  ])('rays hit %s like three.js after a scale has changed that the matrix does not have', (_, make) => {
    const object = make(new BufferGeometry().setFromPoints([new Vector3(), new Vector3(0, 1, 0)]));
    object.matrixAutoUpdate = false;
    const index = SceneIndex.from(rootOf(object));
    for (const scale of [10, 1, 10]) {
      // three.js divides the threshold by it.
      object.scale.setScalar(scale);
      index.update();
      expect(index.raycast(rayAt(0.5, 0), { precise: true }) !== null).toBe(scale === 1);
      compareRaycast(index, rayAt(0.5, 0), { scale });
    }
  });

  it("a line's raycast may call the index that called it, elsewhere and with another threshold", () => {
    const [line, beside, elsewhere] = [0, 1, 1000].map((x) => lineFrom(new Vector3(x, -1, 0), new Vector3(x, 1, 0)));
    const index = SceneIndex.from(rootOf(line, beside, elsewhere));
    line.raycast = (_, hits) => {
      const found = [0, 0.01, 0.4].map((threshold) => {
        const other = rayAt(1000.3, 0);
        other.params.Line.threshold = threshold;
        return index.raycast(other, { precise: true })?.object;
      });
      expect(found).toEqual([undefined, undefined, elsewhere]);
      hits.push({ distance: 11, point: new Vector3(), object: line });
    };
    const raycaster = rayAt(0.5, 0);
    // The ray is as near to both lines, and hits the other one sooner.
    raycaster.params.Line.threshold = 0.7;
    expect(index.raycast(raycaster, { precise: true })?.object).toBe(beside);
    beside.visible = false;
    index.update();
    expect(index.raycast(raycaster, { precise: true })).toMatchObject({ object: line, distance: 11 });
  });

  it('removed lines are freed', async () => {
    const root = rootOf();
    const index = SceneIndex.from(root);
    const removed = addAndRemove();
    expect(await stillHeld([removed])).toEqual([]);

    function addAndRemove(): WeakRef<Line> {
      const line = lineFrom(new Vector3(-1, 0, 0), new Vector3(1, 0, 0));
      root.add(line);
      index.update();
      expect(index.raycast(rayAt(0, 0), { precise: true })?.object).toBe(line);
      root.remove(line);
      index.update();
      expect(index.raycast(rayAt(0, 0), { precise: true })).toBeNull();
      return new WeakRef(line);
    }
  });
});
