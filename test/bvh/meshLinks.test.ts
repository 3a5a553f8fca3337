import fc from 'fast-check';
import { BoxScene } from 'slabtree';
import { Ray, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { MeshLinks } from '../../src/bvh/meshes/meshLinks';
import type { CandidateVisitor } from '../../src/bvh/meshes/rayVisitor';
import { INTERNALS } from '../../src/scene/internals';
import { backends } from '../support/compare';
import {
  addLinked,
  type LinkedBox,
  linkedSceneOf,
  LISTED,
  NO_MASK,
  placeAmong,
  questionAmong,
  requireAll,
  requireClosest,
} from '../support/linkedScenes';
import { obb } from '../support/loop';
import { placed, translation } from '../support/matrices';
import { meshAmong, meshKinds, trianglesOf } from '../support/meshScenes';
import { fillScene, queryCalls } from '../support/publicCalls';
import { Random } from '../support/random';
import { search } from '../support/runs';
import { vec } from '../support/triple';

const RAYS = 8;

describe.each(backends)('triangles of linked boxes along a ray (%s)', (backend) => {
  it.each(meshKinds)('no triangle that three.js hits is missing from the candidates over %s', async (kind) => {
    let lists = 0;
    await search(
      1,
      fc.property(fc.nat(), (seed) => {
        const random = new Random(seed);
        const made = linkedSceneOf(random, kind, backend);
        for (let i = 0; i < RAYS; i++) lists += requireAll(made, questionAmong(random, made));
      }),
    );
    expect(lists).toBeGreaterThan(0);
  });

  it.each(meshKinds)('walks find the closest accepted triangle of the loop over %s', async (kind) => {
    let lists = 0;
    await search(
      1,
      fc.property(fc.nat(), (seed) => {
        const random = new Random(seed);
        const made = linkedSceneOf(random, kind, backend);
        for (let i = 0; i < RAYS; i++) lists += requireClosest(made, questionAmong(random, made));
      }),
    );
    // Only the kernel lists triangles.
    if (backend === 'wasm') expect(lists).toBeGreaterThan(0);
    else expect(lists).toBe(0);
  });

  it('walks find the closest accepted triangle if some visits run other queries', async () => {
    await search(
      1,
      fc.property(fc.nat(), fc.constantFrom(...meshKinds), (seed, kind) => {
        const random = new Random(seed);
        const made = linkedSceneOf(random, kind, backend);
        for (let i = 0; i < RAYS; i++) {
          const other = questionAmong(random, made);
          requireClosest(made, questionAmong(random, made), () => {
            if (random.chance(0.3)) made.scene.raycast(other.ray);
            if (random.chance(0.3)) requireClosest(made, other);
          });
        }
      }),
    );
  });
});

/** A square in the plane z = 0 from (0, 0) to (1, 1): two triangles. */
const SQUARE = Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0);
const SQUARE_INDEX = Uint16Array.of(0, 1, 2, 0, 2, 3);

/** A ray down the z axis, at t = 5 in the plane z = 0. */
function down(x: number, y: number, z = 5): Ray {
  return new Ray(new Vector3(x, y, z), new Vector3(0, 0, -1));
}

/** A visit of a walk. `triangles` is null for a visit of a box. */
interface Visit {
  readonly id: number;
  readonly triangles: number[] | null;
}

/** Returns all visits of a walk, by id. */
function visitsOf(scene: BoxScene, ray: Ray, mask = NO_MASK, follows = true): Visit[] {
  const internals = scene[INTERNALS];
  const visits: Visit[] = [];
  const visitor: CandidateVisitor = {
    isFirstEnough: false,
    listsAll: false,
    links: follows ? internals.links : null,
    renewLink: () => false,
    visit: (id) => {
      visits.push({ id, triangles: null });
      return Infinity;
    },
    visitTriangles: (id, numbers, first, count) => {
      visits.push({ id, triangles: [...numbers.subarray(first, first + count)].sort((a, b) => a - b) });
      return Infinity;
    },
  };
  internals.visitCandidates(ray, 0, Infinity, mask, visitor);
  return visits.sort((a, b) => a.id - b.id);
}

function candidatesOf(scene: BoxScene, id: number, ray: Ray): number[] | undefined {
  const along = scene[INTERNALS].linkedTrianglesAlong(id, ray, 0, Infinity, false);
  return along?.candidates.map(({ triangle }) => triangle).sort((a, b) => a - b);
}

describe.each(backends)('links and their meshes (%s)', (backend) => {
  /** What a walk passes to the visitor of a linked box: the kernel lists triangles, JavaScript lists none. */
  const listed = (id: number, triangles: number[]): Visit => ({ id, triangles: backend === 'wasm' ? triangles : null });
  const boxOnly = (id: number): Visit => ({ id, triangles: null });

  it('a walk visits a linked box with the triangles that the ray may hit', () => {
    const scene = new BoxScene({ backend });
    const { links } = scene[INTERNALS];
    const square = links.addMesh(SQUARE, SQUARE_INDEX);
    const id = addLinked(scene, square, translation([0, 0, 0]));
    const above = addLinked(scene, square, translation([0, 0, 1]));
    expect(links.meshOf(id)).toBe(square);
    expect(visitsOf(scene, down(0.75, 0.25))).toEqual([listed(id, [0]), listed(above, [0])]);
    expect(visitsOf(scene, down(0.25, 0.75))).toEqual([listed(id, [1]), listed(above, [1])]);
    // The ray hits the edge between the two.
    expect(visitsOf(scene, down(0.5, 0.5))).toEqual([listed(id, [0, 1]), listed(above, [0, 1])]);
    expect(visitsOf(scene, down(2, 2))).toEqual([]);
    expect(scene[INTERNALS].linkedTrianglesAlong(id, down(0.75, 0.25), 0, Infinity, false)).toMatchObject({
      candidates: [{ triangle: 0, low: expect.closeTo(5, 6) as number }],
      bound: Number.MAX_VALUE,
    });
    expect(scene[INTERNALS].linkedTrianglesAlong(id, down(0.75, 0.25), 0, Infinity, true)).toMatchObject({
      candidates: [{ triangle: 0 }],
      bound: expect.closeTo(5, 6) as number,
    });
    expect(scene[INTERNALS].linkedTrianglesAlong(id, down(0.75, 0.25), 0, 4, false)).toEqual({
      candidates: [],
      bound: 4,
    });
    expect(scene[INTERNALS].linkedTrianglesAlong(id, down(0.75, 0.25), 6, 7, false)).toEqual({
      candidates: [],
      bound: 7,
    });
  });

  it('a walk skips linked boxes that share no bit with the mask', () => {
    const scene = new BoxScene({ backend });
    const square = scene[INTERNALS].links.addMesh(SQUARE, SQUARE_INDEX);
    const first = addLinked(scene, square, translation([0, 0, 0]), 1);
    const second = addLinked(scene, square, translation([0, 0, 1]), 2);
    expect(visitsOf(scene, down(0.75, 0.25), 1)).toEqual([listed(first, [0])]);
    expect(visitsOf(scene, down(0.75, 0.25), 2)).toEqual([listed(second, [0])]);
    expect(visitsOf(scene, down(0.75, 0.25), 4)).toEqual([]);
  });

  it('a walk without links visits linked boxes as boxes', () => {
    const scene = new BoxScene({ backend });
    const square = scene[INTERNALS].links.addMesh(SQUARE, SQUARE_INDEX);
    const id = addLinked(scene, square, translation([0, 0, 0]));
    const other = addLinked(scene, square, translation([0, 0, 1]));
    expect(visitsOf(scene, down(0.75, 0.25), NO_MASK, false)).toEqual([boxOnly(id), boxOnly(other)]);
  });

  it('setPositions moves the triangles of all linked boxes', () => {
    const scene = new BoxScene({ backend });
    const { links } = scene[INTERNALS];
    const square = links.addMesh(SQUARE, SQUARE_INDEX);
    const ids = [0, 1].map((z) => {
      const id = scene.addObb({ min: vec([0, 0, 0]), max: vec([4, 1, 0]), matrix: translation([0, 0, -z]) });
      links.reserve(scene[INTERNALS].boxes.idLimit);
      links.link(id, square);
      return id;
    });
    links.verify(square);
    const moved = SQUARE.map((value, at) => (at % 3 === 0 ? value + 2 : value));
    expect(visitsOf(scene, down(0.75, 0.25))).toEqual(ids.map((id) => listed(id, [0])));
    links.setPositions(square, moved);
    expect(candidatesOf(scene, ids[0], down(0.75, 0.25))).toEqual([]);
    expect(candidatesOf(scene, ids[0], down(2.75, 0.25))).toEqual([0]);
    expect(visitsOf(scene, down(2.75, 0.25))).toEqual(ids.map((id) => listed(id, [0])));
    // JavaScript visits boxes alone, without a search of their triangles.
    expect(visitsOf(scene, down(0.75, 0.25))).toEqual(backend === 'wasm' ? [] : ids.map(boxOnly));
  });

  it('a walk visits the boxes of a mesh without its triangles, until the mesh is verified', () => {
    const scene = new BoxScene({ backend });
    const { links } = scene[INTERNALS];
    const [square, other] = [links.addMesh(SQUARE, SQUARE_INDEX), links.addMesh(SQUARE, SQUARE_INDEX)];
    const id = addLinked(scene, square, translation([0, 0, 1]));
    const below = addLinked(scene, other, translation([0, 0, 0]));
    const ray = down(0.75, 0.25);
    const lists = [listed(id, [0]), listed(below, [0])];
    expect(visitsOf(scene, ray)).toEqual(lists);
    links.invalidate();
    expect([square, other].map((mesh) => links.isVerified(mesh))).toEqual([false, false]);
    expect(visitsOf(scene, ray)).toEqual([boxOnly(id), boxOnly(below)]);
    links.verify(other);
    expect(visitsOf(scene, ray)).toEqual([boxOnly(id), listed(below, [0])]);
    links.setPositions(other, SQUARE);
    expect(visitsOf(scene, ray)).toEqual([boxOnly(id), listed(below, [0])]);
    links.verify(square);
    expect(visitsOf(scene, ray)).toEqual(lists);
    const again = links.addMesh(SQUARE, SQUARE_INDEX, square);
    expect(links.isVerified(again)).toBe(false);
    expect(links.meshOf(id)).toBe(again);
    expect(visitsOf(scene, ray)).toEqual([boxOnly(id), listed(below, [0])]);
    links.verify(again);
    expect(visitsOf(scene, ray)).toEqual(lists);
  });

  it('a walk verifies each mesh once, and follows the link as it is then', () => {
    const scene = new BoxScene({ backend });
    const { links } = scene[INTERNALS];
    const [square, other] = [links.addMesh(SQUARE, SQUARE_INDEX), links.addMesh(SQUARE, null)];
    const ids = [3, 2, 1].map((z) => addLinked(scene, square, translation([0, 0, z])));
    links.invalidate();
    const verified: number[] = [];
    const visited: [number, boolean][] = [];
    const visitor: CandidateVisitor = {
      isFirstEnough: false,
      listsAll: false,
      links,
      renewLink: (id) => {
        verified.push(id);
        if (id === ids[0]) return false;
        // The memory moves.
        for (let i = 0; i < 100; i++) links.addMesh(SQUARE, SQUARE_INDEX);
        links.link(id, other);
        links.verify(other);
        links.verify(square);
        return true;
      },
      visit: (id) => {
        visited.push([id, false]);
        return Infinity;
      },
      visitTriangles: (id) => {
        visited.push([id, true]);
        return Infinity;
      },
    };
    scene[INTERNALS].visitCandidates(down(0.75, 0.25), 0, Infinity, NO_MASK, visitor);
    if (backend === 'wasm') {
      expect(verified).toEqual(ids.slice(0, 2));
      expect(visited).toEqual(ids.map((id) => [id, id !== ids[0]]));
    } else {
      expect(verified).toEqual([]);
      expect(visited.map(([id]) => id).sort()).toEqual(ids);
    }
  });

  it('a list goes on after a certain hit if the visitor wants all triangles', () => {
    const scene = new BoxScene({ backend });
    const { links } = scene[INTERNALS];
    const layers = Float32Array.from({ length: 9 * 5 }, (_, i) =>
      i % 3 === 2 ? -Math.floor(i / 9) : SQUARE[3 * SQUARE_INDEX[Math.floor(i / 3) % 3] + (i % 3)],
    );
    const id = addLinked(scene, links.addMesh(layers, null), translation([0, 0, 0]));
    const lists: number[] = [];
    const walk = (listsAll: boolean) => {
      const visitor: CandidateVisitor = {
        isFirstEnough: false,
        listsAll,
        links,
        renewLink: () => false,
        visit: () => Infinity,
        visitTriangles: (_, __, ___, count) => {
          lists.push(count);
          return Infinity;
        },
      };
      scene[INTERNALS].visitCandidates(down(0.75, 0.25), 0, Infinity, NO_MASK, visitor);
    };
    walk(false);
    walk(true);
    expect(lists).toEqual(backend === 'wasm' ? [1, 5] : []);
    expect(candidatesOf(scene, id, down(0.75, 0.25))).toEqual([0, 1, 2, 3, 4]);
  });

  it('a mesh that replaces another gets its number and its links', () => {
    const scene = new BoxScene({ backend });
    const { links } = scene[INTERNALS];
    const meshes = [0, 1, 2].map(() => links.addMesh(SQUARE, SQUARE_INDEX));
    const ids = meshes.map((mesh, z) => addLinked(scene, mesh, translation([0, 0, -z])));
    const { number } = meshes[1];
    const flipped = links.addMesh(
      Float64Array.of(0, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 1, 0, 0),
      null,
      meshes[1],
    );
    expect(flipped.number).toBe(number);
    links.verify(flipped);
    expect(ids.map((id) => links.meshOf(id))).toEqual([meshes[0], flipped, meshes[2]]);
    expect(visitsOf(scene, down(0.75, 0.25))).toEqual([listed(ids[0], [0]), listed(ids[1], [1]), listed(ids[2], [0])]);
  });

  it('a mesh whose tree cannot be built leaves no links to the mesh that it was to replace', () => {
    const { backend: operations, tree } = new BoxScene({ backend })[INTERNALS];
    let isFull = false;
    const links = new MeshLinks(operations.memory, {
      ...tree.triangleOperations,
      build: (mesh) => {
        if (isFull) throw new RangeError('no room');
        return tree.triangleOperations.build(mesh);
      },
    });
    const [square, other] = [links.addMesh(SQUARE, SQUARE_INDEX), links.addMesh(SQUARE, SQUARE_INDEX)];
    links.reserve(3);
    links.link(0, square);
    links.link(1, other);
    links.link(2, square);
    isFull = true;
    expect(() => links.addMesh(SQUARE, SQUARE_INDEX)).toThrow('no room');
    expect([0, 1, 2].map((id) => links.meshOf(id))).toEqual([square, other, square]);
    expect(() => links.addMesh(SQUARE, SQUARE_INDEX, square)).toThrow('no room');
    expect([0, 1, 2].map((id) => links.meshOf(id))).toEqual([null, other, null]);
    expect([...links.meshes.inOrder]).toEqual([other]);
    isFull = false;
    // The numbers are free again. No link is left.
    const numbers = [links.addMesh(SQUARE, SQUARE_INDEX), links.addMesh(SQUARE, SQUARE_INDEX)].map(
      ({ number }) => number,
    );
    expect(new Set([...numbers, other.number])).toHaveProperty('size', 3);
    expect([0, 1, 2].map((id) => links.meshOf(id))).toEqual([null, other, null]);
  });

  it('the removal of a mesh ends its links and no others', () => {
    const scene = new BoxScene({ backend });
    const { links } = scene[INTERNALS];
    const [square, other] = [links.addMesh(SQUARE, SQUARE_INDEX), links.addMesh(SQUARE, SQUARE_INDEX)];
    const ids = [square, other, square].map((mesh, z) => addLinked(scene, mesh, translation([0, 0, -z])));
    links.removeMesh(square);
    expect(ids.map((id) => links.meshOf(id))).toEqual([null, other, null]);
    expect(visitsOf(scene, down(0.75, 0.25))).toEqual([boxOnly(ids[0]), listed(ids[1], [0]), boxOnly(ids[2])]);
    expect(scene[INTERNALS].linkedTrianglesAlong(ids[0], down(0.75, 0.25), 0, Infinity, false)).toBeNull();
    // The number is free. A mesh that gets it has no links.
    expect(links.addMesh(SQUARE, SQUARE_INDEX).number).toBe(square.number);
    expect(ids.map((id) => links.meshOf(id))).toEqual([null, other, null]);
  });

  it('a box that is linked again keeps its last link when the mesh before is removed', () => {
    const { links } = new BoxScene({ backend })[INTERNALS];
    const [square, other] = [links.addMesh(SQUARE, SQUARE_INDEX), links.addMesh(SQUARE, SQUARE_INDEX)];
    links.reserve(3);
    links.link(0, square);
    links.link(0, square);
    links.link(1, square);
    links.link(0, other);
    links.unlink(2);
    links.removeMesh(square);
    expect([0, 1, 2].map((id) => links.meshOf(id))).toEqual([other, null, null]);
    links.unlink(0);
    links.unlink(0);
    links.link(2, other);
    links.removeMesh(other);
    expect([...links.numbers].every((number) => number === 0)).toBe(true);
  });

  it('a box without its link is a box again, and so is a box with a reused id', () => {
    const scene = new BoxScene({ backend });
    const internals = scene[INTERNALS];
    const { links } = internals;
    const square = links.addMesh(SQUARE, SQUARE_INDEX);
    const ids = [0, 1].map((z) => addLinked(scene, square, translation([0, 0, -z])));
    internals.unlink(ids[0]);
    expect(links.meshOf(ids[0])).toBeNull();
    expect(visitsOf(scene, down(0.75, 0.25))).toEqual([boxOnly(ids[0]), listed(ids[1], [0])]);
    internals.unlink(ids[1]);
    scene.remove(ids[1]);
    const reused = scene.addAabb({ min: vec([0, 0, -3]), max: vec([1, 1, -2]) });
    expect(reused).toBe(ids[1]);
    expect(visitsOf(scene, down(0.75, 0.25))).toEqual([boxOnly(ids[0]), boxOnly(reused)]);
    scene.remove(reused);
    expect(addLinked(scene, square, translation([0, 0, -1]))).toBe(reused);
    expect(visitsOf(scene, down(0.75, 0.25))).toEqual([boxOnly(ids[0]), listed(reused, [0])]);
  });

  it('an unlink does nothing for ids without room, and makes no links', () => {
    const internals = new BoxScene({ backend })[INTERNALS];
    internals.unlink(7);
    internals.links.unlink(7);
    expect(internals.links.meshOf(7)).toBeNull();
    expect(internals.links.numbers).toHaveLength(0);
  });

  it('reserve keeps links, and makes room for ids without links', () => {
    const scene = new BoxScene({ backend });
    const { links } = scene[INTERNALS];
    const square = links.addMesh(SQUARE, SQUARE_INDEX);
    const id = addLinked(scene, square, translation([0, 0, 0]));
    links.reserve(1000);
    expect(links.numbers.length).toBeGreaterThanOrEqual(1000);
    links.reserve(10);
    expect(links.numbers.length).toBeGreaterThanOrEqual(1000);
    expect([...links.numbers].filter((number) => number !== 0)).toEqual([square.number + 1]);
    expect(links.meshOf(id)).toBe(square);
    expect(links.meshOf(1e9)).toBeNull();
    // A walk makes room for boxes that have been added since.
    const others = Array.from({ length: 2000 }, (_, i) =>
      scene.addObb({ min: vec([0, 0, 0]), max: vec([1, 1, 0]), matrix: translation([0, 0, -1 - i]) }),
    );
    expect(visitsOf(scene, down(0.75, 0.25))).toEqual([listed(id, [0]), ...others.map(boxOnly)]);
  });

  it('a copied mesh has the triangles of the mesh of the other scene', () => {
    const from = new BoxScene({ backend });
    from.addMesh(SQUARE, SQUARE_INDEX);
    from.commit();
    const [built] = from[INTERNALS].meshes.inOrder;
    const scene = new BoxScene({ backend });
    const copy = scene[INTERNALS].links.copyMesh(built);
    expect(copy.bounds).toEqual(built.bounds);
    const id = addLinked(scene, copy, translation([0, 0, 0]));
    expect(visitsOf(scene, down(0.75, 0.25))).toEqual([listed(id, [0])]);
    expect(candidatesOf(scene, id, down(0.25, 0.75))).toEqual([1]);
  });

  it('walks find the closest triangle after every change of links and meshes', async () => {
    await search(
      1,
      fc.property(fc.nat(), fc.constantFrom(...meshKinds), (seed, kind) => {
        const random = new Random(seed);
        const made = linkedSceneOf(random, kind, backend);
        const { scene, boxes } = made;
        const { links } = scene[INTERNALS];
        for (let i = 0; i < 12; i++) {
          const id = random.pick([...boxes.keys()]);
          const { matrix, mask, mesh } = boxes.get(id) ?? { matrix: [], mask: 0, mesh: null };
          const stored = links.meshOf(id);
          if (stored === null || mesh === null) throw new Error('all boxes are linked');
          random.pick([
            () => {
              const positions = stored.isFloat32
                ? new Float32Array(3 * stored.vertexCount)
                : new Float64Array(3 * stored.vertexCount);
              const index = new Uint32Array(stored.isIndexed ? 3 * stored.triangleCount : 0);
              stored.copyGiven(positions, index);
              // Stays in the bounds, and so in the boxes.
              links.setPositions(
                stored,
                positions.map((value, at) => (at % 3 === 0 ? stored.bounds[0] + stored.bounds[3] - value : value)),
              );
              stored.copyGiven(positions, index);
              mesh.triangles.splice(0, Infinity, ...trianglesOf(positions, stored.isIndexed ? index : undefined));
            },
            () => {
              links.invalidate();
            },
            () => {
              links.verify(stored);
            },
            () => {
              const linked = [...boxes.keys()].filter((other) => links.meshOf(other) === stored);
              const { positions, index = null, loop } = meshAmong(random, kind);
              const [minX, minY, minZ, maxX, maxY, maxZ] = links.addMesh(positions, index, stored).bounds;
              for (const other of linked) {
                const place = boxes.get(other)?.matrix ?? matrix;
                const isBox = obb([minX, minY, minZ], [maxX, maxY, maxZ], place) !== null;
                const now = isBox ? place : translation([0, 0, 0]);
                scene.setObb(other, { min: vec([minX, minY, minZ]), max: vec([maxX, maxY, maxZ]), matrix: now });
                boxes.set(other, { matrix: now, mask: boxes.get(other)?.mask ?? mask, mesh: loop });
              }
            },
            () => {
              const now = placeAmong(random, stored, 1);
              scene.setMatrix(id, now);
              boxes.set(id, { matrix: now, mask, mesh });
            },
            () => {
              if (boxes.size === 1) return;
              links.unlink(id);
              scene.remove(id);
              boxes.delete(id);
              scene.addAabb({ min: vec([0, 0, 0]), max: vec([1, 1, 1]) });
            },
            () => boxes.set(addLinked(scene, stored, matrix, mask), { matrix, mask, mesh }),
          ])();
          const question = questionAmong(random, made);
          requireAll(made, question);
          requireClosest(made, question);
        }
      }),
    );
  });

  it('a box with more triangles at one place than the kernel lists is visited as a box', () => {
    for (const count of [LISTED, LISTED + 1, 100]) {
      const scene = new BoxScene({ backend });
      const { links } = scene[INTERNALS];
      const triangle = [0, 0, 0, 1, 0, 0, 0, 1, 0];
      const mesh = links.addMesh(
        Float32Array.from({ length: 9 * count }, (_, i) => triangle[i % 9]),
        null,
      );
      const id = addLinked(scene, mesh, translation([0, 0, 0]));
      const all = Array.from({ length: count }, (_, i) => i);
      expect(visitsOf(scene, down(0.25, 0.25))).toEqual([count > LISTED ? boxOnly(id) : listed(id, all)]);
      expect(candidatesOf(scene, id, down(0.25, 0.25))).toEqual(all);
      const below = addLinked(scene, links.addMesh(SQUARE, SQUARE_INDEX), translation([0, 0, -1]));
      expect(visitsOf(scene, down(0.25, 0.25))).toEqual([
        count > LISTED ? boxOnly(id) : listed(id, all),
        listed(below, [0, 1]),
      ]);
      const mask = NO_MASK;
      const boxes = new Map<number, LinkedBox>([
        [
          id,
          {
            matrix: translation([0, 0, 0]),
            mask,
            mesh: { triangles: trianglesOf(Float32Array.from(all.flatMap(() => triangle))) },
          },
        ],
        [below, { matrix: translation([0, 0, -1]), mask, mesh: { triangles: trianglesOf(SQUARE, SQUARE_INDEX) } }],
      ]);
      const question = { ray: down(0.25, 0.25), near: 0, far: Infinity, mask, accepts: () => true };
      requireClosest({ scene, boxes }, question);
      requireClosest({ scene, boxes }, { ...question, accepts: (_, triangle) => triangle === count - 1 });
      requireClosest({ scene, boxes }, { ...question, accepts: (box) => box === below });
    }
  });

  it('a box whose matrix is nearly singular has no candidates, and is visited as a box', () => {
    const scene = new BoxScene({ backend });
    const square = scene[INTERNALS].links.addMesh(SQUARE, SQUARE_INDEX);
    const id = addLinked(scene, square, placed([1, 0, 0, 0, 1, 0, 0, 0, 1e-9], [0, 0, 0]));
    const below = addLinked(scene, square, translation([0, 0, -1]));
    expect(scene[INTERNALS].linkedTrianglesAlong(id, down(0.75, 0.25), 0, Infinity, false)).toBeNull();
    expect(scene[INTERNALS].linkedTrianglesAlong(id, down(0.75, 0.25), 0, Infinity, true)).toBeNull();
    expect(visitsOf(scene, down(0.75, 0.25))).toEqual([boxOnly(id), listed(below, [0])]);
  });

  it('a walk goes on behind a triangle that the visitor refuses, and ends if the visitor ends it', () => {
    const scene = new BoxScene({ backend });
    const internals = scene[INTERNALS];
    const { links } = internals;
    const square = links.addMesh(SQUARE, SQUARE_INDEX);
    const ids = [0, 1, 2].map((z) => addLinked(scene, square, translation([0, 0, -z])));
    const walk = (limitOf: (id: number) => number): number[] => {
      const visited: number[] = [];
      const visit = (id: number): number => {
        visited.push(id);
        return limitOf(id);
      };
      const visitor = {
        isFirstEnough: false,
        listsAll: false,
        links,
        renewLink: () => false,
        visit,
        visitTriangles: visit,
      };
      internals.visitCandidates(down(0.75, 0.25), 0, Infinity, NO_MASK, visitor);
      return visited;
    };
    expect(walk(() => Infinity)).toEqual(ids);
    expect(walk(() => -Infinity)).toEqual(ids.slice(0, 1));
    expect(walk((id) => (id === ids[1] ? 6 : Infinity))).toEqual(ids.slice(0, 2));
  });
});

describe.each(backends)('scenes with links (%s)', (backend) => {
  /** Two scenes with the same boxes and meshes. The oriented boxes of the second are linked. */
  const pairOf = (): [plain: BoxScene, linked: BoxScene] => {
    const [plain, linked] = [0, 1].map(() => {
      const scene = fillScene(new BoxScene({ backend }));
      for (let i = 0; i < 50; i++) {
        scene.addObb({ min: vec([0, 0, 0]), max: vec([1, 1, 0]), matrix: translation([i % 5, i % 7, i % 11]) });
      }
      return scene;
    });
    return [plain, linked];
  };
  const linkAll = (scene: BoxScene): void => {
    const { links, boxes } = scene[INTERNALS];
    const square = links.addMesh(SQUARE, SQUARE_INDEX);
    links.reserve(boxes.idLimit);
    for (const id of [3, 4]) links.link(id, square);
    for (let id = 6; id < boxes.idLimit; id++) links.link(id, square);
    links.setPositions(square, SQUARE);
    links.verify(square);
  };
  const answersOf = (scene: BoxScene): unknown => {
    const ray = { origin: vec([2.5, 3.25, 20]), direction: vec([0.01, 0.02, -1]) };
    const sets = {
      ...scene.split({ normal: vec([0, 0, 1]), constant: -4 }),
      ...scene.cull([{ normal: vec([1, 0, 0]), constant: -2 }]),
    };
    return {
      calls: queryCalls.map(([name, given, call]) => [name, call(scene, ...(given as never[]))]),
      all: scene.raycastAll(ray),
      many: scene.raycastMany(Float64Array.of(2.5, 3.25, 20, 0, 0, -1, 0.5, 0.5, 20, 0, 0, -1), { triangles: true }),
      overlap: [...scene.overlap({ center: vec([2, 3, 5]), radius: 3 })].sort(),
      nearest: scene.nearest(vec([2, 3, 5]), { count: 10 }),
      pairs: [...scene.pairs()].map(String).sort(),
      sets: Object.values(sets).map((set) => [...set].sort()),
      statistics: scene.statistics(),
      bounds: scene.bounds,
      size: scene.size,
      quality: scene.quality,
      meshes: scene.meshes.map(({ triangleCount }) => triangleCount),
      byteLength: scene.byteLength,
      bytes: scene.serialize(),
    };
  };

  it('public queries and numbers of a scene stay the same when boxes are linked', () => {
    const [plain, linked] = pairOf();
    expect(answersOf(linked)).toEqual(answersOf(plain));
    const { changes } = linked[INTERNALS];
    linkAll(linked);
    expect(linked[INTERNALS].changes).toBe(changes);
    expect(answersOf(linked)).toEqual(answersOf(plain));
    const visits = visitsOf(linked, down(2.75, 3.25, 20));
    expect(visits.some(({ triangles }) => triangles !== null)).toBe(backend === 'wasm');
    expect(answersOf(linked)).toEqual(answersOf(plain));
    const read = BoxScene.deserialize(linked.serialize(), { backend });
    expect(visitsOf(read, down(2.75, 3.25, 20)).every(({ triangles }) => triangles === null)).toBe(true);
  });

  it('links that are made before the first tree of a scene change no answer', () => {
    const [plain, linked] = [0, 1].map(() => {
      const scene = new BoxScene({ backend });
      scene.addObbs(
        { min: vec([0, 0, 0]), max: vec([1, 1, 0]) },
        Float64Array.from([translation([0, 0, 0]), translation([0, 0, 1])].flat()),
      );
      return scene;
    });
    const { links, boxes } = linked[INTERNALS];
    const square = links.addMesh(SQUARE, SQUARE_INDEX);
    links.reserve(boxes.idLimit);
    for (const id of [0, 1]) links.link(id, square);
    links.verify(square);
    const ray = down(0.75, 0.25);
    expect(linked.raycastAll(ray)).toEqual(plain.raycastAll(ray));
    expect(linked.statistics()).toEqual(plain.statistics());
    expect(linked.serialize()).toEqual(plain.serialize());
    expect(linked.meshes).toEqual([]);
  });

  it('links, their meshes and walks end no IdSet of the user', () => {
    const scene = fillScene(new BoxScene({ backend }));
    const { links, boxes } = scene[INTERNALS];
    const set = scene.overlap({ center: vec([1, 1, 1]), radius: 100 });
    const pairs = scene.pairs();
    const ids = [...set];
    const before = [...pairs];
    expect(ids).toHaveLength(6);
    const requireSame = (): void => {
      expect([...set]).toEqual(ids);
      expect([...set.toArray()]).toEqual(ids);
      expect(set.has(3)).toBe(true);
      expect([...pairs]).toEqual(before);
    };
    const square = links.addMesh(SQUARE, SQUARE_INDEX);
    requireSame();
    links.reserve(boxes.idLimit);
    links.link(3, square);
    links.link(4, square);
    requireSame();
    visitsOf(scene, down(3.2, 1.2, 20));
    requireSame();
    // Large enough to move the memory.
    const random = new Random(1);
    const large = links.addMesh(
      Float32Array.from({ length: 9 * 20_000 }, () => random.between(0, 3)),
      null,
    );
    links.reserve(100_000);
    links.link(4, large);
    visitsOf(scene, down(3.2, 1.2, 20));
    requireSame();
    links.setPositions(
      large,
      Float32Array.from({ length: 9 * 20_000 }, () => random.between(0, 3)),
    );
    links.invalidate();
    links.verify(square);
    links.unlink(3);
    links.removeMesh(large);
    requireSame();
  });
});
