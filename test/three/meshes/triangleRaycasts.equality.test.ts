import {
  BackSide,
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Float16BufferAttribute,
  FrontSide,
  Group,
  InstancedMesh,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  type Material,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Raycaster,
  Sphere,
  SphereGeometry,
  TorusKnotGeometry,
  Vector3,
} from 'three';
import { computeBoundsTree, disposeBoundsTree } from 'three-mesh-bvh';
import { describe, expect, it } from 'vitest';
import { SceneIndex } from 'slabtree/three';
import type { Random } from '../../support/random';
import { search } from '../../support/runs';
import { requireSame, requireSameHits } from '../../support/three/compare';
import { raycasterAmong } from '../../support/three/rays';
import { seeds } from '../../support/three/seeds';

describe('precise rays through meshes of many triangles', () => {
  it('precise rays hit what three.js hits, however the numbers are stored, after every change', async () => {
    await search(
      0.6,
      seeds((random, context) => {
        const root = new Group();
        const geometries = [geometryAmong(random), geometryAmong(random)];
        for (let i = 0; i < 4; i++) root.add(meshAmong(random, random.pick(geometries)));
        const index = SceneIndex.from(root, { backend: random.pick(['js', 'wasm']) });
        const changes: string[] = [];
        for (let round = 0; round < 3; round++) {
          for (let i = 0; i < 12; i++) {
            const raycaster = raycasterAmong(random, root);
            const expected = raycaster.intersectObject(root, true);
            // Where rounding lets three.js hit a triangle that is a line, the index need not: see docs/limits.md.
            if (expected.some(({ face }) => face?.normal.lengthSq() === 0)) continue;
            requireSame(index.raycast(raycaster, { precise: true }), expected.at(0), raycaster, {
              ...context,
              changes,
            });
            requireSameHits(index.raycastAll(raycaster), expected, raycaster, { ...context, changes });
          }
          changes.push(changeGeometry(random, random.pick(geometries)));
          index.update();
        }
      }),
      1.2,
    );
  });

  it('precise rays hit what three.js hits at a distance that is beyond all numbers', () => {
    const mesh = new Mesh(new SphereGeometry(1, 16, 12), new MeshBasicMaterial({ side: DoubleSide }));
    mesh.scale.x = 1e160;
    const index = SceneIndex.from(mesh);
    const raycaster = new Raycaster(new Vector3(-3, 0.1, 0.05), new Vector3(1, 0, 0));
    const expected = raycaster.intersectObject(mesh);
    expect(expected.map(({ distance }) => distance)).toEqual([Infinity]);
    expect(index.raycastAll(raycaster)).toEqual(expected);
    expect(index.raycast(raycaster, { precise: true })).toEqual(expected[0]);
  });
});

function geometryAmong(random: Random): BufferGeometry {
  const made: BufferGeometry = random.pick([
    () => new SphereGeometry(0.8, 4 + random.below(8), 3 + random.below(6)),
    () => new TorusKnotGeometry(0.6, 0.3, 8 + random.below(16), 3 + random.below(5)),
    () => soup(random, random.pick([1, 0.1])),
  ])();
  const geometry = made.index !== null && random.chance(0.3) ? made.toNonIndexed() : made;
  const { position } = geometry.attributes;
  if (random.chance(0.4)) geometry.setAttribute('position', storedAnew(random, position as BufferAttribute));
  if (geometry.index !== null && random.chance(0.3)) {
    geometry.setIndex(new BufferAttribute(Uint32Array.from(geometry.index.array), 1));
  }
  geometry.setAttribute('uv1', geometry.attributes.position);
  setGroups(random, geometry);
  if (random.chance(0.3)) setRange(random, geometry);
  return geometry;
}

/** Triangles that overlap, touch and coincide. */
function soup(random: Random, size: number): BufferGeometry {
  const count = random.pick([1 + random.below(15), 20 + random.below(60)]);
  const corners = Array.from({ length: count }, () => {
    const middle = random.triple(-1, 1);
    return [0, 1, 2].flatMap(() => random.triple(-size, size).map((x, k) => x + middle[k]));
  });
  for (let i = 0; i < count / 10; i++) {
    const [a, b, c] = [0, 3, 6].map((at) => random.pick(corners).slice(at, at + 3));
    corners.push([...a, ...b, ...c], random.pick([a, b, c].map(() => [...b, ...a, ...c])), [...a, ...b, ...c]);
  }
  return new BufferGeometry().setAttribute('position', new BufferAttribute(Float32Array.from(corners.flat()), 3));
}

function storedAnew(random: Random, position: BufferAttribute): BufferAttribute | InterleavedBufferAttribute {
  const { count, array } = position;
  const numbers = Array.from(array);
  return random.pick([
    () =>
      new BufferAttribute(
        Float64Array.from(numbers, (x) => x * (1 + 2 ** -40)),
        3,
      ),
    () =>
      new BufferAttribute(
        Int16Array.from(numbers, (x) => 8000 * x),
        3,
        true,
      ),
    () => new Float16BufferAttribute(numbers, 3).copyArray(numbers.map(() => random.pick([0, 0x3c00, 0xb800, 0x2e66]))),
    () => {
      const wide = new Float32Array(5 * count);
      for (let i = 0; i < count; i++) wide.set(numbers.slice(3 * i, 3 * i + 3), 5 * i + 1);
      return new InterleavedBufferAttribute(new InterleavedBuffer(wide, 5), 3, 1);
    },
  ])();
}

function setGroups(random: Random, geometry: BufferGeometry): void {
  geometry.clearGroups();
  const { count } = geometry.index ?? geometry.attributes.position;
  for (let i = 0; i < 1 + random.below(3); i++) {
    // A few begin in the middle of a triangle, or overlap.
    const start = 3 * random.below(count / 3) + (random.chance(0.05) ? 1 : 0);
    geometry.addGroup(start, lengthFrom(random, start, count), random.below(2));
  }
}

function setRange(random: Random, geometry: BufferGeometry): void {
  const { count } = geometry.index ?? geometry.attributes.position;
  const start = random.below(count / 2);
  geometry.setDrawRange(start, lengthFrom(random, start, count));
}

/** Leaves a triangle at the end. three.js hits half triangles there anywhere, at a distance of NaN. */
function lengthFrom(random: Random, start: number, count: number): number {
  return 3 * Math.max(0, random.below((count - start) / 3) - 1);
}

function meshAmong(random: Random, geometry: BufferGeometry): Mesh {
  const side = () => random.pick([FrontSide, FrontSide, BackSide, DoubleSide]);
  const material = (): Material => new MeshBasicMaterial({ side: side() });
  const materials = random.chance(0.3) ? [material(), material()] : material();
  if (random.chance(0.3)) {
    const mesh = new InstancedMesh(geometry, materials, 3);
    for (let i = 0; i < 3; i++) mesh.setMatrixAt(i, matrixAmong(random));
    mesh.boundingSphere = new Sphere(new Vector3(), Infinity);
    return mesh;
  }
  const mesh = new Mesh(geometry, materials);
  mesh.matrixAutoUpdate = false;
  mesh.matrix.copy(matrixAmong(random));
  return mesh;
}

/** Huge, tiny, sheared, mirrored, far away. */
function matrixAmong(random: Random): Matrix4 {
  const matrix = new Matrix4().makeTranslation(...random.triple(-4, 4));
  const turn = new Matrix4().makeRotationAxis(new Vector3(...random.direction()), random.between(0, 6));
  const size = random.pick([1, 1, 2, random.magnitude(1e-3, 1e3)]);
  const scale = new Matrix4().makeScale(size * random.sign(), size * random.pick([1, 0.1]), size);
  matrix.multiply(turn).multiply(scale);
  if (random.chance(0.3)) matrix.multiply(new Matrix4().makeShear(...random.triple(-2, 2), ...random.triple(-2, 2)));
  if (random.chance(0.1)) matrix.premultiply(new Matrix4().makeTranslation(1e5, 0, 0));
  return matrix;
}

/** Changes a geometry as applications do. Returns what has changed. */
function changeGeometry(random: Random, geometry: BufferGeometry): string {
  const { position } = geometry.attributes;
  return random.pick([
    () => {
      setGroups(random, geometry);
      return 'groups';
    },
    () => {
      setRange(random, geometry);
      return 'draw range';
    },
    () => {
      for (let i = 0; i < position.count; i++) position.setX(i, 0.9 * position.getX(i));
      position.needsUpdate = true;
      geometry.computeBoundingBox();
      geometry.computeBoundingSphere();
      return 'positions';
    },
    () => {
      geometry.boundingSphere?.set(new Vector3(0.2, 0, 0), 0.3);
      return 'a wrong bounding sphere';
    },
    () => {
      geometry.setAttribute('position', position.clone());
      return 'another attribute';
    },
    () => {
      const holder = 'data' in position ? position.data : position;
      Object.assign(holder, { array: holder.array.slice() });
      return 'another array';
    },
    () => {
      // It makes none of a geometry that draws nothing.
      geometry.clearGroups();
      geometry.setDrawRange(0, Infinity);
      computeBoundsTree.call(geometry, { indirect: random.chance(0.2), targetLeafSize: 1 });
      setGroups(random, geometry);
      return 'a tree of three-mesh-bvh';
    },
    () => {
      disposeBoundsTree.call(geometry);
      return 'no tree of three-mesh-bvh';
    },
    () => {
      geometry.dispose();
      return 'disposed';
    },
  ])();
}
