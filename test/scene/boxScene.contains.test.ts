import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoxScene, overlaps, signedCrossing } from 'slabtree';
import { backends } from '../support/compare';
import { cornersOf, cubes, icosphere, knot, mapped } from '../support/closedMeshes';
import { untyped } from '../support/errors';
import { IDENTITY, placed, transform } from '../support/matrices';
import { type LoopInstance, worldTriangles } from '../support/meshLoop';
import { matrixAmong, meshAmong, meshKinds, trianglesOf } from '../support/meshScenes';
import { Random } from '../support/random';
import { search } from '../support/runs';
import { each, type Triple, vec } from '../support/triple';
import { step } from '../support/ulps';
import { ExactMesh } from '../support/windingNumber';

/** A cube from 0 to 2. */
const cubeCorners = Float32Array.from({ length: 24 }, (_, i) => 2 * ((Math.floor(i / 3) >> (i % 3)) & 1));
const cubeIndex = Uint16Array.of(
  ...[0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4],
  ...[2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5],
);
const MIRROR = placed([-1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 0, 0]);
/** x + y/2, and y and z as they are. */
const SHEAR = placed([1, 0, 0, 0.5, 1, 0, 0, 0, 1], [0, 0, 0]);

/** The rule of meshes: the sum over the triangles as the instance places them in the world. */
function isInLoop(instance: LoopInstance, isClosed: boolean, point: Triple): boolean {
  const sum = (total: number, [a, b, c]: readonly [Triple, Triple, Triple]) =>
    total + signedCrossing({ a: vec(a), b: vec(b), c: vec(c) }, vec(point));
  return isClosed && worldTriangles(instance).reduce(sum, 0) !== 0;
}

describe.each(backends)('BoxScene.contains (%s)', (backend) => {
  const cubeAt = (matrix = placed(IDENTITY, [0, 0, 0]), index = cubeIndex) => {
    const scene = new BoxScene({ backend });
    const mesh = scene.addMesh(cubeCorners, index);
    return { scene, mesh, id: scene.addInstance(mesh, matrix) };
  };

  it.each<readonly [string, Triple, boolean]>([
    ['in the middle', [1, 1, 1], true],
    ['near a corner', [0.01, 1.99, 0.01], true],
    ['on the face at the least x', [0, 1, 0.5], true],
    ['on the face at the greatest x', [2, 1, 0.5], true],
    ['on the face at the least y', [0.5, 0, 1.25], true],
    ['on the face at the greatest z', [0.5, 1.25, 2], true],
    ['on an edge along x', [1, 2, 2], true],
    ['on an edge along z', [0, 0, 1], true],
    ['on the diagonal of a face', [1, 1, 2], true],
    ['on the least corner', [0, 0, 0], true],
    ['on the greatest corner', [2, 2, 2], true],
    ['before it, in line with a vertex', [-1, 0, 0], false],
    ['before it, in line with an upper edge', [-1, 1, 2], false],
    ['before it, in line with the middle', [-5, 1, 1], false],
    ['behind it', [3, 1, 1], false],
    ['above it', [1, 1, 3], false],
    ['a step outside a face', [step(2, 1), 1, 0.5], false],
    ['a step outside an edge', [1, step(2, 1), 2], false],
    ['a step inside a face', [step(2, -1), 1, 0.5], true],
    ['the least number outside', [1, 1, -Number.MIN_VALUE], false],
  ])('a point %s of a cube', (_, point, expected) => {
    const { scene, id } = cubeAt();
    expect(scene.contains(id, vec(point))).toBe(expected);
    expect(scene.containing(vec(point))).toEqual(expected ? [id] : []);
    // Inside out, mirrored and moved far away, it contains the same.
    const insideOut = cubeAt(undefined, cubeIndex.slice().reverse());
    expect(insideOut.scene.contains(insideOut.id, vec(point))).toBe(expected);
    const mirrored = cubeAt(MIRROR);
    expect(mirrored.scene.contains(mirrored.id, vec([-point[0], point[1], point[2]]))).toBe(expected);
  });

  it('a sheared instance contains what its shear places inside', () => {
    const { scene, id } = cubeAt(SHEAR);
    expect(scene.contains(id, vec([2.5, 1.75, 1]))).toBe(true);
    expect(scene.contains(id, vec([0.5, 1.75, 1]))).toBe(false);
    expect(scene.contains(id, vec([0.75, 1.5, 1]))).toBe(true);
  });

  it('a hollow in a mesh is not inside it, and a part within a part that looks the same way is', () => {
    const inner = cubeCorners.map((value) => 0.5 + value / 2);
    const positions = Float32Array.of(...cubeCorners, ...inner);
    const withInner = (index: Uint16Array) => {
      const scene = new BoxScene({ backend });
      const id = scene.addInstance(scene.addMesh(positions, Uint16Array.of(...cubeIndex, ...index.map((i) => i + 8))));
      return [0.25, 0.5, 1, 1.75].map((x) => scene.contains(id, vec([x, 1, 1.25])));
    };
    expect(withInner(cubeIndex.slice().reverse())).toEqual([true, true, false, true]);
    expect(withInner(cubeIndex)).toEqual([true, true, true, true]);
  });

  it('a mesh that is not closed contains nothing, not even what is on it', () => {
    const { scene, id } = cubeAt(undefined, cubeIndex.slice(3));
    for (const point of [vec([1, 1, 1]), vec([2, 1, 1]), vec([0, 0, 0])]) expect(scene.contains(id, point)).toBe(false);
    expect(scene.containing(vec([1, 1, 1]))).toEqual([]);
  });

  it('contains follows moves of the instance, of the vertices, and masks', () => {
    const { scene, mesh, id } = cubeAt();
    const box = scene.addAabb({ min: vec([0, 0, 0]), max: vec([9, 9, 9]) }, 0b10);
    scene.setMask(id, 0b01);
    const point = vec([1, 1, 1]);
    expect(scene.containing(point)).toEqual([id, box]);
    expect(scene.containing(point, { mask: 0b01 })).toEqual([id]);
    expect(scene.containing(point, { mask: 0b10 })).toEqual([box]);
    expect(scene.containing(point, { mask: 0b100 })).toEqual([]);
    scene.setMatrix(id, placed(IDENTITY, [5, 0, 0]));
    expect(scene.containing(point)).toEqual([box]);
    expect(scene.contains(id, vec([6, 1, 1]))).toBe(true);
    scene.setPositions(
      mesh,
      cubeCorners.map((value) => 4 * value),
    );
    expect(scene.contains(id, vec([12, 7, 7]))).toBe(true);
    scene.setPositions(
      mesh,
      cubeCorners.map((value, i) => (i === 0 ? -1 : value)),
    );
    expect(scene.contains(id, vec([6, 1, 1]))).toBe(true);
    scene.remove(id);
    expect(scene.containing(vec([6, 1, 1]))).toEqual([box]);
  });

  it('boxes contain what they overlap, and so do instances that were replaced by boxes', () => {
    const { scene, id } = cubeAt();
    const flat = scene.addAabb({ min: vec([0, 0, 1]), max: vec([2, 2, 1]) });
    const turned = scene.addObb({ min: vec([-1, -1, -1]), max: vec([1, 1, 1]), matrix: SHEAR });
    expect(scene.containing(vec([1, 1, 1]))).toEqual([id, flat, turned]);
    expect(scene.containing(vec([-1.25, -1, 0]))).toEqual([turned]);
    scene.setAabb(id, { min: vec([0, 0, 0]), max: vec([9, 9, 9]) });
    expect(scene.contains(id, vec([8, 8, 8]))).toBe(true);
  });

  it('an attached scene contains what the last commit does', () => {
    const city = new BoxScene({ backend, shared: true });
    const id = city.addInstance(city.addMesh(cubeCorners, cubeIndex));
    const reader = BoxScene.attach(city.handle(), { backend });
    expect(reader.containing(vec([1, 1, 1]))).toEqual([id]);
    city.setMatrix(id, placed(IDENTITY, [5, 0, 0]));
    expect(reader.contains(id, vec([1, 1, 1]))).toBe(true);
    city.commit();
    expect(reader.contains(id, vec([1, 1, 1]))).toBe(false);
  });

  it('contains names the argument that is wrong', () => {
    const { scene, id } = cubeAt();
    expect(() => scene.contains(7, vec([0, 0, 0]))).toThrow(/^id must be/);
    expect(() => scene.contains(id, untyped([1, 2, 3]))).toThrow(/^point must be/);
    expect(() => scene.containing(vec([0, NaN, 0]))).toThrow(/^point\.y must be/);
    expect(() => scene.containing(vec([0, 0, 0]), untyped({ maks: 1 }))).toThrow(/maks/);
  });

  it('contains and containing are the loop over all triangles and boxes, for every kind of mesh', async () => {
    await search(
      2,
      fc.property(fc.integer(), (seed) => {
        const random = new Random(seed);
        const scene = new BoxScene({ backend });
        const instances = new Map<number, readonly [LoopInstance, boolean]>();
        for (let i = 1 + random.below(6); i > 0; i--) {
          const isClosed = random.chance(0.8);
          const made = isClosed ? closedAmong(random) : meshAmong(random, random.pick(meshKinds));
          const mesh = scene.addMesh(made.positions, made.index);
          const matrix = random.chance(0.3)
            ? placed(
                IDENTITY,
                each(() => random.below(3)),
              )
            : matrixAmong(random);
          const loop = { triangles: trianglesOf(made.positions, made.index) };
          instances.set(scene.addInstance(mesh, matrix), [{ mesh: loop, matrix, mask: -1 }, mesh.isClosed]);
        }
        const box = { min: vec([-1, -1, -1]), max: vec(random.triple(-1, 5)), matrix: matrixAmong(random) };
        const boxId = scene.addObb(box);
        for (let i = 0; i < 12; i++) {
          const point = pointNear(
            random,
            [...instances.values()].map(([instance]) => instance),
          );
          const expected = [...instances].filter(([, [instance, isClosed]]) => isInLoop(instance, isClosed, point));
          const ids = [...expected.map(([id]) => id), ...(overlaps(vec(point), box) ? [boxId] : [])];
          expect(scene.containing(vec(point))).toEqual(ids);
          const found = [...instances.keys(), boxId].filter((id) => scene.contains(id, vec(point)));
          expect(found).toEqual(ids);
        }
      }),
    );
  });

  it('contains is what the exact winding number says, where meshes are placed and overlap themselves', async () => {
    await search(
      0.5,
      fc.property(fc.integer(), (seed) => {
        const random = new Random(seed);
        const scene = new BoxScene({ backend });
        const made = closedAmong(random);
        const matrix = matrixAmong(random);
        const id = scene.addInstance(scene.addMesh(made.positions, made.index), matrix);
        const instance = { mesh: { triangles: trianglesOf(made.positions, made.index) }, matrix, mask: -1 };
        const exact = new ExactMesh(worldTriangles(instance));
        const points = Array.from({ length: 40 }, () => pointNear(random, [instance]));
        const wrong = points.filter(
          (point) => scene.contains(id, vec(point)) === (exact.windingOf(point, random) === 0),
        );
        expect(wrong).toEqual([]);
      }),
    );
  });
});

/** One or two closed meshes as one, which may overlap or be inside out. */
function closedAmong(random: Random) {
  const shells = Array.from({ length: 1 + random.below(2) }, () => {
    const by = random.triple(-1, 1);
    const shell = random.pick([
      () => icosphere(random.below(2), random),
      () => knot(6, 3, random),
      () => cubes(3, random),
    ])();
    const corners = cornersOf(mapped(shell, (point) => each((k) => point[k] + by[k])));
    return random.chance(0.3) ? corners.map(([a, b, c]) => [a, c, b]) : corners;
  });
  const Positions = random.chance(0.5) ? Float64Array : Float32Array;
  return { positions: Positions.from(shells.flat(3)), index: undefined };
}

/** A point at a corner, on an edge or a face of an instance in the world, or a step or more beside it. */
function pointNear(random: Random, instances: readonly LoopInstance[]): Triple {
  const instance = random.pick(instances);
  const [a, b, c] = random.pick(worldTriangles(instance));
  const inMesh = random.pick(instance.mesh.triangles)[0];
  const middle = transform(
    instance.matrix,
    each((k) => 0.9 * inMesh[k]),
  );
  const size = Math.max(...each((k) => Math.abs(b[k] - a[k])));
  const at = random.pick<() => Triple>([
    () => a,
    () => each((k) => (a[k] + b[k]) / 2),
    () => each((k) => a[k] / 2 + (b[k] + c[k]) / 4),
    () => each((k) => random.pick([a, b, c, middle])[k]),
    () => middle,
  ])();
  const before = size * random.pick([0, 0, 0.25, 1, 3]);
  const steps = random.pick([0, 0, 1, -1]);
  const axis = random.axis();
  return each((k) => step(at[k] - (k === 0 ? before : 0), k === axis ? steps : 0));
}
