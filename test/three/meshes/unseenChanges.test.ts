import {
  BatchedMesh,
  type BufferGeometry,
  DoubleSide,
  Group,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  PerspectiveCamera,
  Points,
  PointsMaterial,
  Raycaster,
  TorusKnotGeometry,
  Vector3,
} from 'three';
import { SceneIndex } from 'slabtree/three';
import {
  computeBatchedBoundsTree,
  computeBoundsTree,
  disposeBatchedBoundsTree,
  disposeBoundsTree,
  LineSegmentsBVH,
  PointsBVH,
  SAH,
} from 'three-mesh-bvh';
import { describe, expect, it } from 'vitest';
import { Random } from '../../support/random';
import { requireSame, requireSameHits } from '../../support/three/compare';

/** Numbers that change though three.js is told of no new version. */

const knot = () => new TorusKnotGeometry(1, 0.4, 64, 12);

function knotMesh(geometry: BufferGeometry = knot()): Mesh {
  return new Mesh(geometry, new MeshBasicMaterial({ side: DoubleSide }));
}

/** Compares the hits of rays from all around with those of three.js. */
function compareRays(index: SceneIndex, seed: number, threshold = 0): void {
  const random = new Random(seed);
  const { root } = index;
  index.update();
  let hitCount = 0;
  for (let i = 0; i < 40; i++) {
    const origin = new Vector3(...random.direction()).multiplyScalar(6);
    const raycaster = new Raycaster(origin, new Vector3(...random.triple(-1.2, 1.2)).sub(origin).normalize());
    raycaster.params.Line.threshold = raycaster.params.Points.threshold = threshold;
    const expected = raycaster.intersectObject(root, true);
    requireSame(index.raycast(raycaster, { precise: true }), expected.at(0), raycaster, { i });
    requireSameHits(index.raycastAll(raycaster), expected, raycaster, { i });
    hitCount += expected.length;
  }
  expect(hitCount).toBeGreaterThan(10);
}

describe('a tree of three-mesh-bvh, which reorders the index of a geometry', () => {
  const ways: [name: string, change: (geometry: BufferGeometry) => void][] = [
    ['appears', (geometry) => computeBoundsTree.call(geometry)],
    ['appears beside the index', (geometry) => computeBoundsTree.call(geometry, { indirect: true })],
    [
      'replaces another',
      (geometry) => {
        computeBoundsTree.call(geometry);
        computeBoundsTree.call(geometry, { strategy: SAH, targetLeafSize: 1 });
      },
    ],
    [
      'appears and disappears',
      (geometry) => {
        computeBoundsTree.call(geometry);
        disposeBoundsTree.call(geometry);
      },
    ],
    [
      'is fitted to vertices that have moved',
      (geometry) => {
        computeBoundsTree.call(geometry);
        geometry.scale(1.1, 0.9, 1);
        geometry.boundsTree?.refit();
      },
    ],
  ];

  it.each(ways)('rays stay right if a tree of three-mesh-bvh %s after a ray', (_, change) => {
    const mesh = knotMesh();
    const index = SceneIndex.from(mesh);
    compareRays(index, 1);
    change(mesh.geometry);
    compareRays(index, 2);
  });

  it.each(ways)(
    'rays stay right if a tree of three-mesh-bvh %s between rays, one change after the other',
    (_, change) => {
      const mesh = knotMesh();
      const index = SceneIndex.from(mesh);
      for (let round = 0; round < 3; round++) {
        change(mesh.geometry);
        compareRays(index, round);
      }
    },
  );

  it('rays stay right if the tree is there first, goes, and comes again in another order', () => {
    const { geometry } = knotMesh();
    computeBoundsTree.call(geometry);
    const index = SceneIndex.from(knotMesh(geometry));
    compareRays(index, 1);
    disposeBoundsTree.call(geometry);
    compareRays(index, 2);
    computeBoundsTree.call(geometry, { strategy: SAH });
    compareRays(index, 3);
  });

  it('rays stay right if the tree gives an index to a geometry that had none', () => {
    const mesh = knotMesh(knot().toNonIndexed());
    const index = SceneIndex.from(mesh);
    compareRays(index, 1);
    computeBoundsTree.call(mesh.geometry);
    compareRays(index, 2);
  });

  it('rays stay right if the tree appears on one geometry of a batch, and on all', () => {
    const batch = new BatchedMesh(4, 5000, 15000, new MeshBasicMaterial({ side: DoubleSide }));
    const parts = [knot(), new TorusKnotGeometry(0.8, 0.3, 40, 8)].map((geometry) => batch.addGeometry(geometry));
    for (const [i, x] of [-1, 1].entries()) {
      batch.setMatrixAt(batch.addInstance(parts[i]), new Matrix4().makeTranslation(x, 0, 0));
    }
    const index = SceneIndex.from(batch);
    compareRays(index, 1);
    computeBatchedBoundsTree.call(batch, 1);
    compareRays(index, 2);
    computeBatchedBoundsTree.call(batch);
    compareRays(index, 3);
    disposeBatchedBoundsTree.call(batch);
    compareRays(index, 4);
  });

  it('rays stay right if the tree appears on a posed geometry, before the next pose', () => {
    const mesh = knotMesh();
    mesh.geometry.morphAttributes.position = [mesh.geometry.attributes.position.clone()];
    mesh.updateMorphTargets();
    const index = SceneIndex.from(mesh, { autoPose: true });
    index.update();
    compareRays(index, 1);
    computeBoundsTree.call(mesh.geometry);
    compareRays(index, 2);
    index.update();
    compareRays(index, 3);
  });

  it.each([
    ['points', PointsBVH, (geometry: BufferGeometry) => new Points(geometry, new PointsMaterial())],
    ['segments', LineSegmentsBVH, (geometry: BufferGeometry) => new LineSegments(geometry, new LineBasicMaterial())],
  ])('rays stay right if the tree appears on %s', (_, type, make) => {
    const object = make(knot());
    const index = SceneIndex.from(object);
    compareRays(index, 1, 0.05);
    object.geometry.boundsTree = new type(object.geometry);
    compareRays(index, 2, 0.05);
  });

  it('the tree changes no snap and no precise selection', () => {
    const mesh = knotMesh();
    const index = SceneIndex.from(mesh);
    askAll(index, () => null);
    computeBoundsTree.call(mesh.geometry);
    // Another backend has trees of its own, and makes them only now.
    const fresh = SceneIndex.from(mesh, { backend: 'js' });
    const expected: unknown[] = [];
    askAll(fresh, (answer) => expected.push(answer));
    const found: unknown[] = [];
    askAll(index, (answer) => found.push(answer));
    expect(found).toEqual(expected);
    expect(expected.filter((answer) => answer !== null).length).toBeGreaterThan(20);
  });
});

/** Snaps, and selects what is touched, all over the picture. */
function askAll(index: SceneIndex, take: (answer: unknown) => void): void {
  const element = { getBoundingClientRect: () => ({ left: 0, top: 0, width: 400, height: 400 }) };
  const camera = new PerspectiveCamera(40, 1, 0.1, 50);
  camera.position.z = 5;
  camera.updateMatrixWorld();
  for (let x = 50; x < 400; x += 60) {
    for (let y = 50; y < 400; y += 60) {
      take(index.snap({ clientX: x, clientY: y }, camera, element, { to: 'vertex', radius: 8 }));
      const area = { from: { clientX: x, clientY: y }, to: { clientX: x + 9, clientY: y + 9 } };
      take(index.select(area, camera, element, { precise: true }).size);
    }
  }
}

describe('arrays that are replaced', () => {
  it('rays follow an array of positions that another replaces in the same attribute', () => {
    const mesh = knotMesh();
    const index = SceneIndex.from(mesh);
    compareRays(index, 1);
    const { position } = mesh.geometry.attributes;
    Object.assign(position, { array: position.array.map((x) => 0.8 * x) });
    mesh.geometry.computeBoundingBox();
    mesh.geometry.computeBoundingSphere();
    compareRays(index, 2);
  });

  it('rays follow an array of an index that another replaces in the same attribute', () => {
    const mesh = knotMesh();
    const index = SceneIndex.from(mesh);
    compareRays(index, 1);
    const attribute = mesh.geometry.index;
    if (attribute === null) throw new Error('there is an index');
    const { array } = attribute;
    Object.assign(attribute, { array: Uint16Array.from(array, (_, i) => array[(i + 600) % array.length]) });
    compareRays(index, 2);
  });

  it('rays follow an array of interleaved numbers that another replaces in the same buffer', () => {
    const { geometry } = knotMesh();
    const buffer = new InterleavedBuffer(geometry.attributes.position.array.slice(), 3);
    geometry.setAttribute('position', new InterleavedBufferAttribute(buffer, 3, 0));
    const index = SceneIndex.from(knotMesh(geometry));
    compareRays(index, 1);
    Object.assign(buffer, { array: buffer.array.map((x) => 0.8 * x) });
    geometry.computeBoundingBox();
    geometry.computeBoundingSphere();
    compareRays(index, 2);
  });

  it('rays follow positions and weights that others replace under a posed mesh', () => {
    const mesh = knotMesh();
    const target = mesh.geometry.attributes.position.clone();
    mesh.geometry.morphAttributes.position = [target];
    mesh.updateMorphTargets();
    mesh.morphTargetInfluences = [0.5];
    const index = SceneIndex.from(mesh, { autoPose: true });
    index.update();
    compareRays(index, 1);
    for (const attribute of [mesh.geometry.attributes.position, target]) {
      Object.assign(attribute, { array: attribute.array.map((x) => 0.9 * x) });
      mesh.geometry.computeBoundingBox();
      mesh.geometry.computeBoundingSphere();
      index.update();
      compareRays(index, 2);
    }
  });
});

describe('arrays that are transferred to another thread', () => {
  const attributes = ['position', 'index'] as const;
  const kinds: [name: string, make: (geometry: BufferGeometry) => Mesh | Points | LineSegments][] = [
    ['a mesh', knotMesh],
    ['points', (geometry) => new Points(geometry, new PointsMaterial())],
    ['segments', (geometry) => new LineSegments(geometry, new LineBasicMaterial())],
  ];
  const cases = attributes.flatMap((attribute) => kinds.map(([name, make]) => [attribute, name, make] as const));

  it.each(cases)(
    'rays hit nothing and throw nothing without the %s of %s, before there is a tree and after',
    (attribute, _, make) => {
      for (const isTreeFirst of [false, true]) {
        const object = make(knot());
        const { geometry } = object;
        geometry.computeBoundingSphere();
        const index = SceneIndex.from(new Group().add(object));
        if (isTreeFirst) compareRays(index, 1, 0.05);
        const taken = attribute === 'index' ? geometry.index : geometry.attributes.position;
        if (taken === null) throw new Error('there is an index');
        structuredClone(taken.array, { transfer: [taken.array.buffer as ArrayBuffer] });
        expect(taken.array).toHaveLength(0);
        for (let i = 0; i < 3; i++) {
          const raycaster = new Raycaster(new Vector3(0.9, 0.3, 6), new Vector3(0, 0, -1));
          raycaster.params.Line.threshold = raycaster.params.Points.threshold = 0.2;
          expect(index.raycast(raycaster, { precise: true })).toBeNull();
          // three.js hits vertices that are NaN at a distance of NaN.
          expect(index.raycastAll(raycaster).filter(({ distance }) => distance >= 0)).toEqual([]);
        }
      }
    },
  );
});
