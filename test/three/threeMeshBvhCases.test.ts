import {
  BackSide,
  BatchedMesh,
  BoxGeometry,
  BufferGeometry,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  InstancedMesh,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  Line,
  LineLoop,
  LineSegments,
  type Material,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  Points,
  Raycaster,
  SphereGeometry,
  TorusGeometry,
} from 'three';
import { IndexRaycaster, SceneIndex } from 'slabtree/three';
import { describe, it } from 'vitest';
import { Random } from '../support/random';
import { runsOf } from '../support/runs';
import { requireSame, requireSameHits } from '../support/three/compare';

/**
 * What the tests of three-mesh-bvh (https://github.com/gkjohnson/three-mesh-bvh, MIT) cast rays at, made anew: each of these was a
 * bug there once, or might have been one.
 */

const RAYS = runsOf(0.8);

/** Compares every kind of answer with that of three.js, for rays from all around through the middle. */
function compareRays(root: Object3D, random: Random, set: (raycaster: Raycaster) => void = () => undefined): void {
  root.updateMatrixWorld();
  const index = SceneIndex.from(root);
  for (let i = 0; i < RAYS; i++) {
    const raycaster = new Raycaster();
    raycaster.ray.origin.set(...random.direction()).multiplyScalar(random.between(0, 10));
    const { origin, direction } = raycaster.ray;
    direction.set(...random.direction());
    // Through the middle, where many triangles of a torus meet; or past it.
    if (random.chance(0.7)) direction.copy(origin).negate().normalize();
    set(raycaster);
    compareRay(root, index, raycaster);
  }
}

function compareRay(root: Object3D, index: SceneIndex, raycaster: Raycaster): void {
  const expected = raycaster.intersectObject(root, true);
  requireSame(index.raycast(raycaster, { precise: true }), expected.at(0), raycaster, {});
  requireSameHits(index.raycastAll(raycaster), expected, raycaster, {});
  const indexed = Object.assign(new IndexRaycaster(index), raycaster);
  requireSameHits(indexed.intersectObject(root, true), expected, raycaster, {});
}

function turned<Turned extends Object3D>(object: Turned, random: Random, reach = 1): Turned {
  object.position.set(...random.triple(-reach, reach));
  object.rotation.set(...random.triple(0, 10));
  return object;
}

/** Its tube meets itself in the middle: triangles there have no area, or nearly none. */
const hornTorus = () => new TorusGeometry(1, 1, 40, 10);

const seeds = [1, 2, 3];

describe("precise rays in the cases of three-mesh-bvh's tests", () => {
  it.each(seeds)("a precise ray equals three.js's among horn tori, some of ten groups, that intersect: %i", (seed) => {
    const random = new Random(seed);
    const [plain, grouped] = [hornTorus(), hornTorus()];
    const size = grouped.index ? grouped.index.count / 10 : 0;
    for (let i = 0; i < 10; i++) grouped.addGroup(i * size, size, 0);
    const root = new Group();
    for (let i = 0; i < 10; i++) {
      root.add(turned(new Mesh(i % 2 === 0 ? plain : grouped, new MeshBasicMaterial()), random));
    }
    compareRays(root, random);
  });

  it.each(seeds)(
    "a precise ray equals three.js's among meshes, instances and batches, turned and scaled: %i",
    (seed) => {
      const random = new Random(seed);
      const root = new Group();
      const geometries = [new SphereGeometry(0.5, 8, 8), new BoxGeometry(0.8, 0.8, 0.8), new SphereGeometry(0.3, 6, 6)];
      const material = new MeshBasicMaterial();
      for (let i = 0; i < 20; i++) {
        const mesh = turned(new Mesh(random.pick(geometries), material), random, 2);
        mesh.scale.set(...random.triple(0.5, 2));
        root.add(mesh);
      }
      const instances = new InstancedMesh(geometries[1], material, 20);
      const batch = new BatchedMesh(20, 2000, 2000, material);
      const parts = geometries.map((geometry) => batch.addGeometry(geometry));
      for (let i = 0; i < 20; i++) {
        instances.setMatrixAt(i, placeAmong(random));
        batch.setMatrixAt(batch.addInstance(random.pick(parts)), placeAmong(random));
      }
      compareRays(root.add(instances, batch), random);
    },
  );

  it.each<[string, (count: number) => [start: number, count: number, material: number][], number]>([
    ['one material and no groups', () => [], 1],
    ['two materials and no groups', () => [], 2],
    [
      'one material and two groups',
      (count) => [
        [0, count / 2, 0],
        [count / 2, count / 2, 0],
      ],
      1,
    ],
    [
      'two materials and two groups',
      (count) => [
        [0, count / 2, 0],
        [count / 2, count / 2, 1],
      ],
      2,
    ],
    [
      'two materials and groups that overlap',
      (count) => [
        [0, count, 0],
        [0, count, 1],
      ],
      2,
    ],
    ['a group beyond the triangles', (count) => [[count / 2, count, 1]], 2],
  ])("a precise ray equals three.js's on a sphere with %s, from pole to pole too", (_, groupsOf, materials) => {
    const geometry = new SphereGeometry(1, 40, 40);
    for (const [start, count, material] of groupsOf(geometry.index?.count ?? 0)) {
      geometry.addGroup(start, count, material);
    }
    const list: Material[] = Array.from({ length: materials }, () => new MeshBasicMaterial());
    const mesh = new Mesh(geometry, materials === 1 ? list[0] : list);
    compareRays(mesh, new Random(4));
    const alongPoles = new Raycaster();
    alongPoles.ray.origin.set(0, -10, 0);
    alongPoles.ray.direction.set(0, 1, 0);
    compareRay(mesh, SceneIndex.from(mesh), alongPoles);
  });

  it.each([
    ['without an index', (geometry: BufferGeometry) => geometry.toNonIndexed()],
    ['with interleaved vertices', interleaved],
    ['with a draw range', (geometry: BufferGeometry) => (geometry.setDrawRange(300, 900), geometry)],
    ['with a draw range beyond its end', (geometry: BufferGeometry) => (geometry.setDrawRange(600, 1e6), geometry)],
    ['with nothing to draw', (geometry: BufferGeometry) => (geometry.setDrawRange(0, 0), geometry)],
  ])("a precise ray equals three.js's on a geometry %s", (_, change) => {
    compareRays(new Mesh(change(hornTorus()), new MeshBasicMaterial()), new Random(5));
  });

  it.each([
    ['back', { side: BackSide }],
    ['both', { side: DoubleSide }],
  ])("a precise ray equals three.js's on a mesh with side %s, mirrored or not", (_, sides) => {
    const root = new Group();
    for (const x of [-1, 1]) {
      const mesh = new Mesh(hornTorus(), new MeshBasicMaterial(sides));
      mesh.scale.set(x, 1, 1);
      mesh.position.set(x, 0, 0);
      root.add(mesh);
    }
    compareRays(root, new Random(6));
  });

  it.each([
    [0, 3],
    [3, Infinity],
    [4, 4.5],
    [5, 5],
    [2, 1],
  ])("a precise ray equals three.js's between near and far: %d and %d", (near, far) => {
    const random = new Random(7);
    compareRays(turned(new Mesh(hornTorus(), new MeshBasicMaterial()), random), random, (raycaster) => {
      Object.assign(raycaster, { near, far });
    });
  });

  it("a precise ray equals three.js's on a terrain far from its own middle, straight down", () => {
    // Numbers of a map, which float32 keeps to the centimeter.
    const random = new Random(8);
    const positions: number[] = [];
    for (let i = 0; i < 2000; i++) {
      const [x, y] = [101_000 + random.between(0, 100), 99_400 + random.between(0, 100)];
      for (const [dx, dy] of [
        [0, 0],
        [5, 0],
        [0, 5],
      ])
        positions.push(x + dx, y + dy, random.between(0, 3));
    }
    const geometry = new BufferGeometry().setAttribute('position', new Float32BufferAttribute(positions, 3));
    const mesh = new Mesh(geometry, new MeshBasicMaterial({ side: DoubleSide }));
    mesh.position.set(-101_000, -99_400, 0);
    mesh.updateMatrixWorld();
    const index = SceneIndex.from(mesh);
    for (let i = 0; i < RAYS; i++) {
      const raycaster = new Raycaster();
      raycaster.ray.origin.set(random.between(0, 100), random.between(0, 100), 1000);
      raycaster.ray.direction.set(0, 0, -1);
      compareRay(mesh, index, raycaster);
    }
  });

  const indexedOrNot = (count: number) => [undefined, Array.from({ length: count }, (_, i) => i)];

  it.each(indexedOrNot(500).flatMap((index) => [0.01, 0.1].map((threshold) => [threshold, index] as const)))(
    "a precise ray equals three.js's on points, with a threshold of %d",
    (threshold, index) => {
      const random = new Random(10);
      const places = Array.from({ length: 500 }, () => placeInBall(random, 5));
      compareThin(new Points(thinGeometry(places, index)), random, threshold);
    },
  );

  it.each(
    [Line, LineLoop, LineSegments].flatMap((kind) =>
      indexedOrNot(10).flatMap((index) => [0.01, 0.1].map((threshold) => [kind, threshold, index] as const)),
    ),
  )("a precise ray equals three.js's on short segments as a %o, with a threshold of %d", (kind, threshold, index) => {
    const random = new Random(11);
    const places = Array.from({ length: 5 }, () => {
      const from = placeInBall(random, 5);
      return [from, from.map((x) => x + random.between(-0.5, 0.5))];
    }).flat();
    compareThin(new kind(thinGeometry(places, index)), random, threshold);
  });

  it("a precise ray equals three.js's after vertices have moved", () => {
    const random = new Random(9);
    const mesh = new Mesh(hornTorus(), new MeshBasicMaterial());
    compareRays(mesh, random);
    const { position } = mesh.geometry.attributes;
    for (let i = 0; i < position.count; i++) position.setX(i, 2 * position.getX(i));
    position.needsUpdate = true;
    mesh.geometry.computeBoundingBox();
    mesh.geometry.computeBoundingSphere();
    compareRays(mesh, random);
  });
});

function placeAmong(random: Random): Matrix4 {
  const { position, quaternion } = turned(new Group(), random, 2);
  return new Matrix4().compose(position, quaternion, position.clone().set(...random.triple(0.5, 2)));
}

/** Of any scale on each axis, mirroring ones too. */
function compareThin(object: Points | Line, random: Random, threshold: number): void {
  turned(object, random).scale.set(...random.triple(-1, 1));
  compareRays(object, random, ({ params, ray }) => {
    params.Points.threshold = params.Line.threshold = threshold;
    // Through the middle there are few.
    ray.direction.add(ray.direction.clone().set(...random.triple(-0.2, 0.2))).normalize();
  });
}

function placeInBall(random: Random, radius: number): number[] {
  const distance = radius * Math.cbrt(random.next());
  return random.direction().map((x) => distance * x);
}

function thinGeometry(places: readonly number[][], index?: number[]): BufferGeometry {
  const geometry = new BufferGeometry().setAttribute('position', new Float32BufferAttribute(places.flat(), 3));
  return index === undefined ? geometry : geometry.setIndex(index);
}

/** Positions with two numbers of something else after each. */
function interleaved(geometry: BufferGeometry): BufferGeometry {
  const { position } = geometry.attributes;
  const buffer = new InterleavedBuffer(new Float32Array(5 * position.count).fill(7), 5);
  const mixed = new InterleavedBufferAttribute(buffer, 3, 0);
  for (let i = 0; i < position.count; i++) mixed.setXYZ(i, position.getX(i), position.getY(i), position.getZ(i));
  return new BufferGeometry().setIndex(geometry.index).setAttribute('position', mixed);
}
