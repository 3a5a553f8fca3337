import {
  BufferAttribute,
  BufferGeometry,
  Group,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  Line,
  LineLoop,
  LineSegments,
  type Object3D,
  Plane,
  Points,
  Raycaster,
  Vector3,
} from 'three';
import { SceneIndex } from 'slabtree/three';
import { describe, expect, it } from 'vitest';
import type { Random } from '../../support/random';
import { search } from '../../support/runs';
import { requireSame } from '../../support/three/compare';
import { seeds } from '../../support/three/seeds';

type Drawn = Points | Line;

const kinds: ((geometry: BufferGeometry) => Drawn)[] = [
  (geometry) => new Points(geometry),
  (geometry) => new Points(geometry),
  (geometry) => new Line(geometry),
  (geometry) => new LineSegments(geometry),
  (geometry) => new LineLoop(geometry),
];

/** Places that are hard on a tree: many at once, on a grid, along a line, or with a few far from all others. */
function placesAmong(random: Random, count: number): Float32Array {
  const kind = random.pick(['cloud', 'grid', 'plane', 'walk', 'outliers', 'one place'] as const);
  const places = new Float32Array(3 * count);
  for (let i = 0; i < count; i++) {
    let place: readonly number[] = random.triple(-4, 4);
    if (kind === 'grid') place = place.map(Math.round);
    if (kind === 'plane') place = [place[0], 1, place[2]];
    if (kind === 'walk') place = place.map((part, axis) => (i === 0 ? 0 : places[3 * i - 3 + axis]) + part / 20);
    if (kind === 'outliers' && random.chance(0.01)) place = place.map((part) => part * 1e5);
    if (kind === 'one place') place = [1, 2, random.chance(0.1) ? 1 : 3];
    places.set(place, 3 * i);
  }
  return places;
}

function geometryAmong(random: Random): BufferGeometry {
  const count = 200 + random.below(1500);
  const places = placesAmong(random, count);
  const geometry = new BufferGeometry();
  if (random.chance(0.2)) {
    const both = new Float32Array(5 * count);
    for (let i = 0; i < count; i++) both.set(places.subarray(3 * i, 3 * i + 3), 5 * i + 2);
    geometry.setAttribute('position', new InterleavedBufferAttribute(new InterleavedBuffer(both, 5), 3, 2));
  } else {
    geometry.setAttribute('position', new BufferAttribute(places, 3));
  }
  if (random.chance(0.3)) {
    const index = Uint16Array.from({ length: 300 + random.below(600) }, () => random.below(count));
    geometry.setIndex(new BufferAttribute(index, 1));
  }
  if (random.chance(0.3)) geometry.setDrawRange(random.below(40), random.pick([Infinity, 400, 401]));
  return geometry;
}

function sceneAmong(random: Random): { root: Group; drawn: Drawn[] } {
  const root = new Group();
  const drawn = Array.from({ length: 1 + random.below(3) }, () => {
    const geometry = geometryAmong(random);
    const object = random.pick(kinds)(geometry);
    object.position.set(...random.triple(-2, 2));
    object.rotation.set(...random.triple(-3, 3));
    if (random.chance(0.5)) object.scale.set(...random.triple(0.3, 2));
    if (random.chance(0.1)) object.scale.x *= -1;
    root.add(object);
    return object;
  });
  root.scale.setScalar(random.pick([1, 1, 100]));
  return { root, drawn };
}

function rayAmong(random: Random, root: Object3D, drawn: readonly Drawn[]): Raycaster {
  root.updateMatrixWorld();
  const target = new Vector3(...random.triple(-4, 4)).applyMatrix4(random.pick(drawn).matrixWorld);
  const origin = new Vector3(...random.triple(-9, 9)).multiplyScalar(root.scale.x * random.pick([1, 1, 30]));
  const raycaster = new Raycaster(origin, target.sub(origin).normalize());
  const unit = random.pick([0, 0.001, 0.01, 0.1]) * root.scale.x;
  raycaster.params.Line.threshold = unit;
  raycaster.params.Points.threshold = 3 * unit;
  if (random.chance(0.2)) raycaster.near = random.between(0, 10) * root.scale.x;
  if (random.chance(0.2)) raycaster.far = raycaster.near + random.between(0, 6) * root.scale.x;
  return raycaster;
}

describe('many points and segments', () => {
  it('rays hit points and segments as in three.js, the closest and all', async () => {
    let hitCount = 0;
    await search(
      0.15,
      seeds((random, context) => {
        const { root, drawn } = sceneAmong(random);
        const index = SceneIndex.from(root, { backend: 'js' });
        for (let i = 0; i < 25; i++) {
          const raycaster = rayAmong(random, root, drawn);
          const expected = raycaster.intersectObject(root);
          requireSame(index.raycast(raycaster, { precise: true }), expected.at(0), raycaster, context);
          const all = index.raycastAll(raycaster);
          expect(all.length).toBe(expected.length);
          for (let k = 0; k < all.length; k++) requireSame(all[k], expected[k], raycaster, context);
          hitCount += all.length;
        }
      }),
      1.2,
    );
    expect(hitCount).toBeGreaterThan(0);
  });

  it('rays hit points and segments behind what is clipped or filtered out', async () => {
    await search(
      0.2,
      seeds((random, context) => {
        const { root, drawn } = sceneAmong(random);
        const index = SceneIndex.from(root, { backend: 'js' });
        for (let i = 0; i < 20; i++) {
          const raycaster = rayAmong(random, root, drawn);
          const clipping = { clippingPlanes: [new Plane(new Vector3(...random.direction()), 0)] };
          const filter = (object: Object3D) => object !== drawn[1];
          // All hits are found without a look at what counts.
          const [expected] = index.raycastAll(raycaster, { clipping, filter });
          const found = index.raycast(raycaster, { precise: true, clipping, filter });
          requireSame(found, expected, raycaster, context);
        }
      }),
      1.2,
    );
  });

  it('a filter may cast another ray at the same points, with another threshold', () => {
    const places = Float32Array.from({ length: 3000 }, (_, i) => (i % 3 === 0 ? i / 300 : 0));
    const points = new Points(new BufferGeometry().setAttribute('position', new BufferAttribute(places, 3)));
    const index = SceneIndex.from(points);
    const down = (x: number, threshold: number) => {
      const raycaster = new Raycaster(new Vector3(x, 1, 0), new Vector3(0, -1, 0));
      raycaster.params.Points.threshold = threshold;
      return raycaster;
    };
    for (let i = 0; i < 3; i++) {
      const asked: (number | undefined)[] = [];
      const hit = index.raycast(down(5, 0.001), {
        precise: true,
        filter: () => {
          asked.push(index.raycast(down(7.004, 0.3), { precise: true })?.index);
          return true;
        },
      });
      expect(hit?.index).toBe(500);
      expect(new Set(asked)).toEqual(new Set([down(7.004, 0.3).intersectObject(points)[0].index]));
    }
  });

  it('rays hit points and segments where they are now, after any change that three.js is notified of', async () => {
    await search(
      0.2,
      seeds((random, context) => {
        const { root, drawn } = sceneAmong(random);
        const index = SceneIndex.from(root, { backend: 'js' });
        for (let round = 0; round < 6; round++) {
          for (let i = 0; i < 6; i++) {
            const raycaster = rayAmong(random, root, drawn);
            requireSame(
              index.raycast(raycaster, { precise: true }),
              raycaster.intersectObject(root).at(0),
              raycaster,
              context,
            );
          }
          change(random, random.pick(drawn));
          index.update();
        }
      }),
      1.2,
    );
  });
});

function change(random: Random, object: Drawn): void {
  const { geometry } = object;
  const { position } = geometry.attributes;
  const changes = [
    () => {
      for (let i = 0; i < position.count; i++) position.setX(i, position.getX(i) + 0.2);
      position.needsUpdate = true;
    },
    () => {
      geometry.setDrawRange(random.below(100), 300);
    },
    () => {
      geometry.setIndex(Array.from({ length: 500 }, () => random.below(position.count)));
    },
    () => {
      geometry.setAttribute('position', new BufferAttribute(placesAmong(random, position.count), 3));
    },
    () => {
      object.geometry = geometryAmong(random);
    },
  ];
  random.pick(changes)();
  object.geometry.computeBoundingBox();
  object.geometry.computeBoundingSphere();
}
