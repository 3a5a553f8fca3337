import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoxScene, contact, distanceToBox } from 'slabtree';
import { backends } from '../support/compare';
import { cornersOf, cubes, icosphere } from '../support/closedMeshes';
import { untyped } from '../support/errors';
import { IDENTITY, placed } from '../support/matrices';
import { matrixAmong, meshAmong } from '../support/meshScenes';
import { Random } from '../support/random';
import { search } from '../support/runs';
import { triple, vec } from '../support/triple';

describe.each(backends)('BoxScene.nearest with signed (%s)', (backend) => {
  const tetrahedron = Float32Array.of(0, 0, 0, 8, 0, 0, 0, 8, 0, 0, 0, 8);
  const faces = Uint16Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3);

  it('the distance to a closed mesh is negative inside, positive outside and 0 on it', () => {
    const scene = new BoxScene({ backend });
    scene.addInstance(scene.addMesh(tetrahedron, faces), placed([-1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 0, 0]));
    const [inside] = scene.nearest(vec([-2, 1, 2]), { signed: true });
    expect(inside.distance).toBe(-1);
    expect(triple(inside.point)).toEqual([-2, 0, 2]);
    expect(scene.nearest(vec([-2, -1, 2]), { signed: true })[0].distance).toBe(1);
    expect(scene.nearest(vec([-2, 0, 2]), { signed: true })[0].distance).toBe(0);
    expect(scene.nearest(vec([-2, 1, 2]), { signed: false })[0].distance).toBe(1);
  });

  it('the distance to a mesh that is not closed is NaN', () => {
    const scene = new BoxScene({ backend });
    const id = scene.addInstance(scene.addMesh(tetrahedron, faces.slice(3)));
    const [near] = scene.nearest(vec([2, 1, 2]), { signed: true });
    expect(near).toMatchObject({ id, distance: NaN });
    // Where it counts as its box, its box decides.
    expect(scene.nearest(vec([2, 1, 2]), { signed: true, boxesOnly: true })[0].distance).toBe(-1);
  });

  it('inside a box, the distance and the point are those of its surface', () => {
    const scene = new BoxScene({ backend });
    scene.addAabb({ min: vec([0, 0, 0]), max: vec([8, 6, 8]) });
    const [near] = scene.nearest(vec([7, 3, 4]), { signed: true });
    expect(near.distance).toBe(-1);
    expect(triple(near.point)).toEqual([8, 3, 4]);
    expect(scene.nearest(vec([8, 3, 4]), { signed: true })[0].distance).toBe(0);
    expect(scene.nearest(vec([9, 3, 4]), { signed: true })[0].distance).toBe(1);
  });

  it('what is found, and in which order, does not change', () => {
    const scene = new BoxScene({ backend });
    const deep = scene.addAabb({ min: vec([-9, -9, -9]), max: vec([9, 9, 9]) });
    const mesh = scene.addInstance(scene.addMesh(tetrahedron, faces), placed(IDENTITY, [-1, -1, -1]));
    const found = scene.nearest(vec([0, 0, 0]), { signed: true, count: 2, maxDistance: 1 });
    expect(found.map(({ id, distance }) => [id, distance])).toEqual([
      [deep, -9],
      [mesh, -1],
    ]);
  });

  it('signed needs a point, and must be true or false', () => {
    const scene = new BoxScene({ backend });
    const ball = { center: vec([0, 0, 0]), radius: 1 };
    expect(() => scene.nearest(ball, { signed: true })).toThrow('options.signed needs a point { x, y, z }');
    expect(scene.nearest(ball, { signed: false })).toEqual([]);
    expect(() => scene.nearest(vec([0, 0, 0]), { signed: untyped(1) })).toThrow('options.signed must be true or false');
  });

  it('signed distances are those of nearest, with the sign of contains, and of contact inside boxes', async () => {
    await search(
      1,
      fc.property(fc.integer(), (seed) => {
        const random = new Random(seed);
        const scene = new BoxScene({ backend });
        for (let i = 0; i < 4; i++) {
          const closed = cornersOf(random.chance(0.5) ? icosphere(1, random) : cubes(4, random));
          scene.addInstance(scene.addMesh(Float64Array.from(closed.flat(2))), matrixAmong(random));
        }
        const { positions, index } = meshAmong(random, 'a soup');
        const open = scene.addInstance(scene.addMesh(positions, index));
        const box = { min: vec([-2, -1, -1]), max: vec([2, 1, 3]), matrix: matrixAmong(random) };
        const boxId = scene.addObb(box);
        for (let i = 0; i < 10; i++) {
          const point = vec(random.triple(-3, 3));
          const plain = scene.nearest(point, { count: Infinity });
          const signed = scene.nearest(point, { count: Infinity, signed: true });
          const expected = plain.map(({ id, distance, ...rest }) => {
            if (id === boxId) {
              const { depth } = contact(point, box);
              return { id, distance: depth > 0 ? -depth : distanceToBox(box, point) };
            }
            if (id === open && !scene.meshes[4].isClosed) return { id, distance: NaN, ...rest };
            return { id, distance: scene.contains(id, point) ? 0 - distance : distance, ...rest };
          });
          expect(signed).toMatchObject(expected);
        }
      }),
    );
  });
});
