import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoxScene, type SceneClosestPoints, closestPoints, distance, type Shape } from 'slabtree';
import { icosphere } from '../support/closedMeshes';
import { backends } from '../support/compare';
import { expectComplaint, untyped } from '../support/errors';
import { boxesOf, wildFamilyNames } from '../support/scenes';
import { placed, translation } from '../support/matrices';
import { type MeshLoop, worldTriangles } from '../support/meshLoop';
import { meshKinds, meshScenesOf } from '../support/meshScenes';
import { Random } from '../support/random';
import { search } from '../support/runs';
import { boxOf } from '../support/shapes';
import { vec } from '../support/triple';

/** A box as it is, or the triangles of an instance. */
function partsOf({ boxes, instances }: MeshLoop, id: number): Shape[] {
  const instance = instances.get(id);
  const box = boxes.get(id);
  if (instance === undefined) return box === undefined ? [] : [boxOf(box)];
  return worldTriangles(instance).map(([a, b, c]) => ({ a: vec(a), b: vec(b), c: vec(c) }));
}

/** The plain loop: the definition. */
function closestOf(loop: MeshLoop, idA: number, idB: number, maxDistance = Infinity): SceneClosestPoints | null {
  const [partsA, partsB] = [partsOf(loop, idA), partsOf(loop, idB)];
  let best: SceneClosestPoints | null = null;
  for (const [i, a] of partsA.entries()) {
    for (const [j, b] of partsB.entries()) {
      const found = closestPoints(a, b);
      if (found.distance > maxDistance || (best !== null && found.distance >= best.distance)) continue;
      best = { ...found, triangles: [loop.instances.has(idA) ? i : -1, loop.instances.has(idB) ? j : -1] };
    }
  }
  return best;
}

describe('closestPoints and the plain loop', () => {
  it.each(meshKinds)('closestPoints finds the points of the plain loop: %s', async (kind) => {
    await search(
      0.4,
      fc.property(fc.nat(), fc.constantFrom(...wildFamilyNames), (seed, family) => {
        const random = new Random(seed);
        const made = meshScenesOf(random, kind);
        for (const box of boxesOf(family, { count: 3, seed })) {
          for (const scene of made.scenes) {
            const id =
              box.matrix === null ? scene.addAabb(boxOf(box)) : scene.addObb({ ...boxOf(box), matrix: box.matrix });
            made.loop.boxes.set(id, box);
          }
        }
        const ids = [...made.loop.instances.keys(), ...made.loop.boxes.keys()];
        for (let i = 0; i < 4; i++) {
          const [idA, idB] = [random.pick(ids), random.pick(ids)];
          const expected = closestOf(made.loop, idA, idB);
          const maxDistance = random.pick([0, 1, expected?.distance ?? 0, Infinity]);
          for (const scene of made.scenes) {
            expect(scene.closestPoints(idA, idB)).toEqual(expected);
            expect(scene.closestPoints(idA, idB, { maxDistance })).toEqual(
              expected !== null && expected.distance <= maxDistance ? expected : null,
            );
          }
        }
      }),
    );
  });
});

/** A square of two triangles in the plane z = 0, from 0 to 1. */
const SQUARE = {
  positions: Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0),
  index: Uint16Array.of(0, 1, 2, 0, 2, 3),
};

describe.each(backends)('closestPoints (%s)', (backend) => {
  const withSquares = (...matrices: number[][]) => {
    const scene = new BoxScene({ backend });
    const mesh = scene.addMesh(SQUARE.positions, SQUARE.index);
    return { scene, ids: matrices.map((matrix) => scene.addInstance(mesh, matrix)) };
  };
  const at = (x: number, y: number, z: number) => translation([x, y, z]);

  it('two boxes: the points of the pair function', () => {
    const scene = new BoxScene({ backend });
    const a = scene.addAabb({ min: vec([0, 0, 0]), max: vec([1, 1, 1]) });
    const b = scene.addAabb({ min: vec([4, 0, 0]), max: vec([5, 1, 1]) });
    expect(scene.closestPoints(a, b)?.distance).toBe(3);
    expect(scene.closestPoints(a, b)?.triangles).toEqual([-1, -1]);
    expect(scene.closestPoints(b, a)?.a.x).toBe(4);
  });

  it('a box is solid: what is in it is at no distance', () => {
    const { scene, ids } = withSquares(at(0, 0, 0));
    const hall = scene.addAabb({ min: vec([-9, -9, -9]), max: vec([9, 9, 9]) });
    expect(scene.closestPoints(ids[0], hall)).toMatchObject({ distance: 0, triangles: [0, -1] });
    expect(scene.closestPoints(hall, ids[0])).toMatchObject({ distance: 0, triangles: [-1, 0] });
  });

  it('an instance is its triangles: in a hollow ball, the distance is to the nearest wall', () => {
    const { scene, ids } = withSquares(translation([0, 0, 0]));
    const ball = icosphere(2, new Random(1));
    const mesh = scene.addMesh(Float64Array.from(ball.vertices.flat()), Uint16Array.from(ball.triangles.flat()));
    const wall = scene.addInstance(mesh, placed([10, 0, 0, 0, 10, 0, 0, 0, 10], [0, 0, 0]));
    expect(scene.closestPoints(ids[0], wall)?.distance).toBeGreaterThan(5);
  });

  it('two squares side by side, one above the other, and one turned', () => {
    const { scene, ids } = withSquares(
      at(0, 0, 0),
      at(3, 0, 0),
      at(0, 0, 2),
      placed([1, 0, 0, 0, 0, 1, 0, -1, 0], [0, 0.5, 1]),
    );
    expect(scene.closestPoints(ids[0], ids[1])?.distance).toBe(2);
    expect(scene.closestPoints(ids[0], ids[2])?.distance).toBe(2);
    expect(scene.closestPoints(ids[0], ids[3])?.distance).toBeCloseTo(1, 12);
    expect(scene.closestPoints(ids[0], ids[1], { maxDistance: 1.9 })).toBeNull();
    expect(scene.closestPoints(ids[0], ids[1], { maxDistance: 2 })?.distance).toBe(2);
  });

  it('touching counts as no distance, and the smallest triangles are named', () => {
    const { scene, ids } = withSquares(at(0, 0, 0), at(1, 0, 0), at(0, 0, 0));
    expect(scene.closestPoints(ids[0], ids[1])).toMatchObject({ distance: 0, triangles: [0, 0] });
    expect(scene.closestPoints(ids[0], ids[2])).toMatchObject({ distance: 0, triangles: [0, 0] });
    expect(scene.closestPoints(ids[0], ids[0])).toMatchObject({ distance: 0, triangles: [0, 0] });
  });

  it('it follows moves, and deformed meshes', () => {
    const { scene, ids } = withSquares(at(0, 0, 0), at(3, 0, 0));
    scene.setMatrix(ids[1], at(5, 0, 0));
    expect(scene.closestPoints(ids[0], ids[1])?.distance).toBe(4);
    scene.setPositions(
      scene.meshOf(ids[0]) ?? expect.fail(),
      SQUARE.positions.map((value) => 2 * value),
    );
    expect(scene.closestPoints(ids[0], ids[1])?.distance).toBe(3);
  });

  it('large meshes: the loop over some triangles is no closer, and the points are that far apart', () => {
    const random = new Random(7);
    const scene = new BoxScene({ backend });
    const soup = (shift: number) =>
      Float32Array.from(
        { length: 9 * 3000 },
        (_, i) => random.between(0, 1) + (i % 3 === 0 ? shift : 0) + (i % 9 < 3 ? 0.01 : 0),
      );
    const meshes = [soup(0), soup(1.2)];
    const [a, b] = meshes.map((positions) => scene.addInstance(scene.addMesh(positions)));
    const found = scene.closestPoints(a, b) ?? expect.fail();
    const triangleOf = (positions: Float32Array, i: number): Shape => {
      const [x, y, z] = [0, 3, 6].map((k) =>
        vec([positions[9 * i + k], positions[9 * i + k + 1], positions[9 * i + k + 2]]),
      );
      return { a: x, b: y, c: z };
    };
    expect(distance(triangleOf(meshes[0], found.triangles[0]), triangleOf(meshes[1], found.triangles[1]))).toBe(
      found.distance,
    );
    for (let i = 0; i < 20_000; i++) {
      const [one, other] = [triangleOf(meshes[0], random.below(3000)), triangleOf(meshes[1], random.below(3000))];
      expect(distance(one, other)).toBeGreaterThanOrEqual(found.distance);
    }
  });

  it('ids and options are checked', () => {
    const { scene, ids } = withSquares(at(0, 0, 0));
    expectComplaint(() => scene.closestPoints(ids[0], 7), RangeError, [
      'idB must be the id of a box in the scene, got 7',
    ]);
    expectComplaint(() => scene.closestPoints(-1, ids[0]), RangeError, [
      'idA must be the id of a box in the scene, got -1',
    ]);
    expectComplaint(() => scene.closestPoints(ids[0], ids[0], { maxDistance: -1 }), RangeError, [
      'options.maxDistance must be 0 or more',
    ]);
    expect(() => scene.closestPoints(ids[0], ids[0], untyped({ maxdistance: 1 }))).toThrow(
      'the options are maxDistance',
    );
  });
});
