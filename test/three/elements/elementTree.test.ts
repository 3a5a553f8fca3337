import {
  BufferAttribute,
  BufferGeometry,
  Group,
  type Intersection,
  LineSegments,
  type Object3D,
  OrthographicCamera,
  Points,
  Raycaster,
  Vector3,
} from 'three';
import { BoxScene } from 'slabtree';
import { IndexRaycaster, SceneIndex } from 'slabtree/three';
import { beforeEach, describe, expect, it, vi } from 'vitest';

const add = vi.spyOn(BoxScene.prototype, 'addMesh');
const move = vi.spyOn(BoxScene.prototype, 'setPositions');
const visit = vi.spyOn(BoxScene.prototype, 'visitTriangles');

beforeEach(() => {
  for (const spy of [add, move, visit]) spy.mockClear();
});

/** Returns how many trees over points or segments have been built or fitted. */
const trees = () => add.mock.calls.length + move.mock.calls.length;

/** Enough vertices for a tree over points, and over segments. */
const COUNT = 600;

/** Vertices along the x axis, of which one is under the pointer in the middle of the picture. */
function geometryOf(count: number): BufferGeometry {
  const places = Float32Array.from({ length: 3 * count }, (_, i) => (i % 3 === 0 ? (i / 3 - 100) / 50 : 0));
  return new BufferGeometry().setAttribute('position', new BufferAttribute(places, 3));
}

function change({ attributes: { position } }: BufferGeometry): void {
  for (let i = 0; i < position.count; i++) position.setY(i, position.getY(i) + 1e-4);
  position.needsUpdate = true;
}

const camera = new OrthographicCamera(-4, 4, 4, -4, 0.1, 100);
camera.position.z = 9;
camera.updateMatrixWorld();
const canvas = { getBoundingClientRect: () => ({ left: 0, top: 0, width: 200, height: 200 }) };
const pointer = { clientX: 100, clientY: 100 };

function rayAt(x = 0): Raycaster {
  const raycaster = new Raycaster(new Vector3(x, 0, 9), new Vector3(0, 0, -1));
  raycaster.params.Points.threshold = raycaster.params.Line.threshold = 0.1;
  return raycaster;
}

const kinds: Record<string, (geometry: BufferGeometry) => Object3D> = {
  points: (geometry) => new Points(geometry),
  segments: (geometry) => new LineSegments(geometry),
};

/** Queries that find the points or the line. Each takes another ray or place at each call. */
const queries: Record<string, (index: SceneIndex, root: Object3D, round: number) => unknown> = {
  raycast: (index, _, round) => index.raycast(rayAt(round / 1000)),
  raycastAll: (index, _, round) => index.raycastAll(rayAt(round / 1000))[0],
  raycastAny: (index, _, round) => index.raycastAny(rayAt(round / 1000)) || null,
  pick: (index) => index.pick(pointer, camera, canvas, { raycaster: rayAt() }),
  'pick in view': (index) => index.pick(pointer, camera, canvas, { raycaster: rayAt(), inView: true }),
  'a ray of an IndexRaycaster': (index, root, round) => {
    const raycaster = Object.assign(new IndexRaycaster(index), { params: rayAt().params });
    raycaster.ray.copy(rayAt(round / 1000).ray);
    return raycaster.intersectObjects([root, root])[0];
  },
  // The place is found in the last of several searches, each with a larger radius.
  snap: (index) => index.snap({ clientX: 100, clientY: 107 }, camera, canvas, { radius: 9, to: ['edge', 'vertex'] }),
  select: (index) =>
    index
      .select({ from: { clientX: 99, clientY: 0 }, to: { clientX: 101, clientY: 200 } }, camera, canvas, {
        precise: true,
      })
      .toArray()[0],
  overlap: (index) => index.overlap({ center: { x: 0, y: 0, z: 0 }, radius: 0.1 })[0],
  nearest: (index) => index.nearest({ x: 0, y: 0, z: 1 })[0],
};

describe('the tree over points or segments', () => {
  for (const [kind, make] of Object.entries(kinds)) {
    for (const [name, query] of Object.entries(queries)) {
      it(`${name} of ${kind} builds a tree when it is the second query after a change, and not before`, () => {
        const geometry = geometryOf(COUNT);
        const object = make(geometry);
        const index = SceneIndex.from(object);
        for (let frame = 0; frame < 3; frame++) {
          change(geometry);
          index.update();
          expect(query(index, object, 3 * frame)).toEqual(expect.anything());
          expect(trees()).toBe(frame);
          expect(query(index, object, 3 * frame + 1)).toEqual(expect.anything());
          expect(trees()).toBe(frame + 1);
          query(index, object, 3 * frame + 2);
          expect(trees()).toBe(frame + 1);
        }
      });
    }
  }

  it('a tree over points is never built if each change is followed by one ray', () => {
    const geometry = geometryOf(COUNT);
    const points = new Points(geometry);
    const index = SceneIndex.from(points);
    for (let frame = 0; frame < 5; frame++) {
      change(geometry);
      index.update();
      expect(index.raycast(rayAt())).toEqual(rayAt().intersectObject(points)[0]);
    }
    expect(trees()).toBe(0);
  });

  it('a tree over points is not built by one ray at several objects with one geometry', () => {
    const geometry = geometryOf(COUNT);
    const root = new Group();
    for (let z = 0; z < 3; z++) root.add(new Points(geometry));
    const index = SceneIndex.from(root);
    expect(index.raycastAll(rayAt()).length).toBe(rayAt().intersectObject(root).length);
    expect(trees()).toBe(0);
    index.raycast(rayAt());
    expect(trees()).toBe(1);
  });

  it('a tree over points is not built if the raycast of an object passes its ray on to the index', () => {
    const points = new Points(geometryOf(COUNT));
    const root = new Group();
    let index: SceneIndex | null = null;
    root.raycast = (raycaster: Raycaster, hits: Intersection[]) => {
      const hit = index?.raycast(raycaster, { within: points });
      if (hit) hits.push({ ...hit, distance: hit.distance / 2 });
    };
    root.add(points);
    index = SceneIndex.from(root);
    expect(index.raycast(rayAt())?.distance).toBe(4.5);
    expect(trees()).toBe(0);
    index.raycast(rayAt());
    expect(trees()).toBe(1);
  });

  it('a tree over points stays in one scene, whatever changes', () => {
    const geometry = geometryOf(COUNT);
    const points = new Points(geometry);
    const index = SceneIndex.from(points);
    const changes: (() => void)[] = [
      () => {
        change(geometry);
      },
      () => {
        geometry.setDrawRange(3, 500);
      },
      () => {
        geometry.setIndex(Array.from({ length: COUNT }, (_, i) => (i * 7) % COUNT));
      },
      () => {
        geometry.setAttribute('position', geometryOf(COUNT + 5).attributes.position);
      },
      () => {
        const { array } = geometry.attributes.position;
        geometry.setAttribute(
          'position',
          new BufferAttribute(
            Float64Array.from(array, (x) => x + 1e-9),
            3,
          ),
        );
      },
    ];
    for (const each of [() => undefined, ...changes]) {
      each();
      index.update();
      for (let i = 0; i < 3; i++) {
        expect(index.raycast(rayAt(i / 9))).toEqual(rayAt(i / 9).intersectObject(points)[0]);
      }
    }
    expect(new Set(visit.mock.contexts).size).toBe(1);
    const [scene] = visit.mock.contexts as BoxScene[];
    expect(scene.meshes.length).toBe(1);
    expect(trees()).toBe(changes.length + 1);
  });

  it('a tree over points is fitted to vertices that have moved, which takes less time than building it', () => {
    const geometry = geometryOf(COUNT);
    const index = SceneIndex.from(new Points(geometry));
    for (let frame = 0; frame < 3; frame++) {
      change(geometry);
      index.update();
      for (let i = 0; i < 3; i++) index.raycast(rayAt());
    }
    expect(add).toHaveBeenCalledTimes(1);
    expect(move).toHaveBeenCalledTimes(2);
    expect(new Set(move.mock.contexts).size).toBe(1);
  });

  it('a tree over points is built again once numbers that are not finite are gone', () => {
    const geometry = geometryOf(COUNT);
    const { position } = geometry.attributes;
    const points = new Points(geometry);
    const index = SceneIndex.from(points);
    for (const x of [1.5, NaN, 1.5]) {
      position.setX(COUNT - 1, x);
      position.needsUpdate = true;
      index.update();
      for (let i = 0; i < 3; i++) expect(index.raycast(rayAt())).toEqual(rayAt().intersectObject(points)[0]);
    }
    expect(visit.mock.calls.length).toBe(4);
  });

  it('a filter may move the points and cast rays at them while their tree is searched', () => {
    const geometry = geometryOf(COUNT);
    const points = new Points(geometry);
    const index = SceneIndex.from(points);
    for (let i = 0; i < 2; i++) index.raycast(rayAt());
    let calls = 0;
    const filter = () => {
      calls++;
      change(geometry);
      for (let i = 0; i < 2; i++) expect(index.raycast(rayAt())).toEqual(rayAt().intersectObject(points)[0]);
      return true;
    };
    const before = rayAt().intersectObject(points)[0];
    expect(index.raycast(rayAt(), { filter })?.index).toBe(before.index);
    expect(calls).toBeGreaterThan(0);
  });
});
