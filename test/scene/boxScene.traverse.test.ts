import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { BoxScene, type Mesh, type SceneVisitor, type Triangle, type TraverseOptions, type Vec3 } from 'slabtree';
import { backends, scenesOf } from '../support/compare';
import { untyped } from '../support/errors';
import { boundsOf, type LoopBox } from '../support/loop';
import { type MeshLoop, seenBy, worldTriangles } from '../support/meshLoop';
import { addInstance, matrixAmong, meshAmong, meshKinds, meshScenesOf, pointAmong } from '../support/meshScenes';
import { Random } from '../support/random';
import { search } from '../support/runs';
import { boxesOf, recipes, wildFamilyNames } from '../support/scenes';
import { boxOf } from '../support/shapes';
import type { Corners } from '../support/triangles';
import { each, triple, type Triple, vec } from '../support/triple';

interface Bounds {
  readonly min: Triple;
  readonly max: Triple;
}

const MASKS = [1, 2, 3, 0, 0x80000000];

const everything = (): boolean => true;

function areTouching(a: Bounds, b: Bounds): boolean {
  return [0, 1, 2].every((k) => a.min[k] <= b.max[k] && a.max[k] >= b.min[k]);
}

function boundsOfCorners(corners: Corners): Bounds {
  return {
    min: each((k) => Math.min(...corners.map((corner) => corner[k]))),
    max: each((k) => Math.max(...corners.map((corner) => corner[k]))),
  };
}

function cornersOf({ a, b, c }: Triangle): Corners {
  return [triple(a), triple(b), triple(c)];
}

/** A region around a place, of any size. */
function regionAt(random: Random, place: Triple): Bounds {
  const reach = random.triple(0, random.pick([0, 0.1, 3, 1e5]));
  return { min: each((k) => place[k] - reach[k]), max: each((k) => place[k] + reach[k]) };
}

/** A visitor that skips all bounds beyond a region. */
function within(region: Bounds, rest: Pick<SceneVisitor, 'box' | 'triangle'>): SceneVisitor {
  return { bounds: (min, max) => areTouching({ min: triple(min), max: triple(max) }, region), ...rest };
}

/** The ids of the boxes whose bounds touch a region, as a walk and as the loop find them. */
function compareBoxes(
  scenes: readonly BoxScene[],
  loop: ReadonlyMap<number, LoopBox>,
  region: Bounds,
  options: TraverseOptions,
): void {
  const { mask } = options;
  const isSeen = (box: LoopBox) => mask === undefined || (box.mask & mask) !== 0;
  const expected = [...loop].filter(([, box]) => isSeen(box) && areTouching(boundsOf(box), region));
  for (const scene of scenes) {
    const found: [number, unknown][] = [];
    const box: SceneVisitor['box'] = (id, { min, max, ...rest }) => {
      const copy = { min: { ...min }, max: { ...max } };
      const added = 'matrix' in rest ? { ...copy, matrix: Array.from(rest.matrix as Float64Array) } : copy;
      const looped = loop.get(id);
      if (looped === undefined || areTouching(boundsOf(looped), region)) found.push([id, added]);
    };
    scene.traverse(within(region, { box }), options);
    found.sort(([a], [b]) => a - b);
    expect(found).toEqual(expected.map(([id, box]) => [id, boxOf(box)]));
  }
}

/** The triangles that touch a region, as a walk and as the loop find them. */
function compareTriangles(
  scenes: readonly BoxScene[],
  loop: MeshLoop,
  region: Bounds,
  options: TraverseOptions = {},
): void {
  const expected = [...seenBy(loop, options.mask).instances]
    .sort(([a], [b]) => a - b)
    .flatMap(([id, instance]) =>
      worldTriangles(instance).flatMap((corners, triangle) =>
        areTouching(boundsOfCorners(corners), region) ? [{ id, triangle, corners }] : [],
      ),
    );
  for (const scene of scenes) {
    const found: typeof expected = [];
    const triangle: SceneVisitor['triangle'] = (id, triangle, shape) => {
      const corners = cornersOf(shape);
      if (areTouching(boundsOfCorners(corners), region)) found.push({ id, triangle, corners });
    };
    scene.traverse(within(region, { triangle }), options);
    found.sort((a, b) => a.id - b.id || a.triangle - b.triangle);
    expect(found).toEqual(expected);
  }
}

describe('traverse and the plain loop', () => {
  it.each(wildFamilyNames)(
    'traverse visits each box of %s within the bounds that it goes on to, as it was added',
    async (family) => {
      await search(
        0.3,
        fc.property(recipes(), fc.nat(), fc.boolean(), (recipe, seed, asArrays) => {
          const random = new Random(seed);
          const boxes = boxesOf(family, recipe).map((box) => ({
            ...box,
            mask: asArrays ? box.mask : random.pick(MASKS),
          }));
          const { scenes, loop } = scenesOf(boxes, asArrays);
          const all = { min: [-Infinity, -Infinity, -Infinity], max: [Infinity, Infinity, Infinity] } as const;
          compareBoxes(scenes, loop, all, {});
          for (let i = 0; i < 4 && boxes.length > 0; i++) {
            const region = regionAt(random, boundsOf(random.pick(boxes)).min);
            compareBoxes(scenes, loop, region, {});
            compareBoxes(scenes, loop, region, { mask: random.pick([1, 2, 3, 0x80000000]) });
          }
        }),
      );
    },
  );

  it.each(meshKinds)('traverse visits each triangle of %s within the bounds that it goes on to', async (kind) => {
    await search(
      0.3,
      fc.property(fc.nat(), (seed) => {
        const random = new Random(seed);
        const made = meshScenesOf(random, kind);
        for (let i = 0; i < 4; i++) {
          const region = regionAt(random, pointAmong(random, made));
          compareTriangles(made.scenes, made.loop, region);
          compareTriangles(made.scenes, made.loop, region, { mask: random.pick([1, 2]) });
        }
      }),
    );
  });

  it.each(meshKinds)(
    'a search for the triangles nearest to a point visits those of %s that the loop finds',
    async (kind) => {
      await search(
        0.3,
        fc.property(fc.nat(), (seed) => {
          const random = new Random(seed);
          const made = meshScenesOf(random, kind);
          const point = pointAmong(random, made);
          const expected = [...made.loop.instances]
            .flatMap(([id, instance]) =>
              worldTriangles(instance).map((corners, triangle) => ({
                id,
                triangle,
                distance: Math.min(...corners.map((corner) => blocksTo(corner, point))),
              })),
            )
            .sort((a, b) => a.distance - b.distance || a.id - b.id || a.triangle - b.triangle)
            .slice(0, 5);
          for (const scene of made.scenes) expect(nearestCorners(scene, point, 5)).toEqual(expected);
        }),
      );
    },
  );

  it.each(meshKinds)('the cone of docs/queries.md has the triangles of %s that the loop finds', async (kind) => {
    await search(
      0.3,
      fc.property(fc.nat(), (seed) => {
        const random = new Random(seed);
        const made = meshScenesOf(random, kind);
        const lamp = pointAmong(random, made);
        const towards = random.direction();
        const reach = random.pick([0.1, 2, 10, Infinity]);
        const cosine = random.between(0, 1);
        const isLit = (away: Triple, along: Triple): boolean => {
          const distance = Math.sqrt(away[0] * away[0] + away[1] * away[1] + away[2] * away[2]);
          const sum = towards[0] * along[0] + towards[1] * along[1] + towards[2] * along[2];
          return distance <= reach && sum >= cosine * distance;
        };
        const isCornerLit = (corner: Triple): boolean => {
          const from = each((k) => corner[k] - lamp[k]);
          return isLit(from, from);
        };
        const mayLight = (min: Triple, max: Triple): boolean =>
          isLit(
            each((k) => Math.max(min[k] - lamp[k], lamp[k] - max[k], 0)),
            each((k) => (towards[k] > 0 ? max[k] : min[k]) - lamp[k]),
          );
        const expected = [...made.loop.instances].flatMap(([id, instance]) =>
          worldTriangles(instance).flatMap((corners, face) => (corners.some(isCornerLit) ? [`${id}/${face}`] : [])),
        );
        for (const scene of made.scenes) {
          const lit: string[] = [];
          scene.traverse({
            bounds: (min, max) => mayLight(triple(min), triple(max)),
            triangle: (id, face, corners) => {
              if (cornersOf(corners).some(isCornerLit)) lit.push(`${id}/${face}`);
            },
          });
          expect(lit.sort()).toEqual([...expected].sort());
        }
      }),
    );
  });

  it('traverse visits the boxes and triangles as they are after changes', async () => {
    await search(
      0.3,
      fc.property(fc.nat(), fc.constantFrom(...meshKinds), (seed, kind) => {
        const random = new Random(seed);
        const made = meshScenesOf(random, kind);
        const { scenes, loop } = made;
        const { positions, index, loop: mesh } = meshAmong(random, kind);
        const meshes: Mesh[] = scenes.map((scene) => scene.addMesh(positions, index));
        for (let round = 0; round < 4; round++) {
          compareTriangles(scenes, loop, regionAt(random, pointAmong(random, made)));
          addInstance(scenes, meshes, matrixAmong(random), 3, mesh, loop);
          const [moved] = random.pick([...loop.instances]);
          const matrix = matrixAmong(random);
          for (const scene of scenes) scene.setMatrix(moved, matrix);
          const before = loop.instances.get(moved);
          if (before !== undefined) loop.instances.set(moved, { ...before, matrix });
          const [removed] = random.pick([...loop.instances]);
          for (const scene of scenes) scene.remove(removed);
          loop.instances.delete(removed);
          if (loop.instances.size === 0) return;
        }
        compareTriangles(scenes, loop, regionAt(random, pointAmong(random, made)));
      }),
    );
  });
});

/** How far it is along the axes. Rounding never makes it less to a point than to bounds that contain the point. */
function blocksTo(from: Triple, to: Triple): number {
  return Math.abs(from[0] - to[0]) + Math.abs(from[1] - to[1]) + Math.abs(from[2] - to[2]);
}

function blocksToBounds(min: Vec3, max: Vec3, [x, y, z]: Triple): number {
  const outX = Math.max(min.x - x, x - max.x, 0);
  const outY = Math.max(min.y - y, y - max.y, 0);
  const outZ = Math.max(min.z - z, z - max.z, 0);
  return outX + outY + outZ;
}

/** The triangles whose corners are nearest to a point, along the axes. */
function nearestCorners(
  scene: BoxScene,
  point: Triple,
  count: number,
): { id: number; triangle: number; distance: number }[] {
  const found: { id: number; triangle: number; distance: number }[] = [];
  let limit = Infinity;
  scene.traverse(
    {
      bounds: (min, max) => {
        const distance = blocksToBounds(min, max, point);
        return distance <= limit ? distance : Infinity;
      },
      triangle: (id, triangle, corners) => {
        const distance = Math.min(...cornersOf(corners).map((corner) => blocksTo(corner, point)));
        found.push({ id, triangle, distance });
        found.sort((a, b) => a.distance - b.distance || a.id - b.id || a.triangle - b.triangle);
        found.length = Math.min(found.length, count);
        if (found.length === count) limit = found[count - 1].distance;
      },
    },
    { nearestFirst: true },
  );
  return found;
}

/** A row of 100 unit cubes with gaps, from x = 0 to 199. */
function rowOf(scene: BoxScene, count = 100): number[] {
  return Array.from({ length: count }, (_, i) =>
    scene.addAabb({ min: { x: 2 * i, y: 0, z: 0 }, max: { x: 2 * i + 1, y: 1, z: 1 } }),
  );
}

/** A square of two triangles in the plane z = 0. */
const SQUARE = Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0);
const SQUARE_INDEX = Uint16Array.of(0, 1, 2, 0, 2, 3);

describe.each(backends)('BoxScene.traverse (%s)', (backend) => {
  const create = (): BoxScene => new BoxScene({ backend });
  const ids = (scene: BoxScene, visitor: Partial<SceneVisitor> = {}, options: TraverseOptions = {}): number[] => {
    const found: number[] = [];
    scene.traverse({ bounds: everything, box: (id) => void found.push(id), ...visitor }, options);
    return found.sort((a, b) => a - b);
  };

  it('traverse visits nothing in an empty scene, and returns false', () => {
    const bounds = vi.fn(everything);
    expect(create().traverse({ bounds, box: () => true })).toBe(false);
    expect(bounds).not.toHaveBeenCalled();
  });

  it('traverse visits all boxes if no bounds are skipped, and none if all are', () => {
    const scene = create();
    const row = rowOf(scene);
    expect(ids(scene)).toEqual(row);
    expect(ids(scene, { bounds: () => false })).toEqual([]);
    expect(ids(scene, { bounds: () => 3 }, { nearestFirst: true })).toEqual(row);
    expect(ids(scene, { bounds: () => -Infinity }, { nearestFirst: true })).toEqual(row);
    expect(ids(scene, { bounds: () => Infinity }, { nearestFirst: true })).toEqual([]);
  });

  it('traverse skips most of a scene by few bounds', () => {
    const scene = create();
    rowOf(scene);
    const bounds = vi.fn((min: Vec3, max: Vec3) => min.x <= 50 && max.x >= 50);
    expect(ids(scene, { bounds })).toEqual([25]);
    expect(bounds.mock.calls.length).toBeLessThan(40);
  });

  it('the bounds of a box contain the box, and are hardly larger', () => {
    const scene = create();
    scene.addAabb({ min: { x: 1e6 + 0.1, y: 2, z: 3 }, max: { x: 1e6 + 0.3, y: 4, z: 5 } });
    let asked = 0;
    const bounds = (min: Vec3, max: Vec3): boolean => {
      asked++;
      expect(min.x <= 1e6 + 0.1 && max.x >= 1e6 + 0.3).toBe(true);
      expect(max.x - min.x).toBeCloseTo(0.2);
      return true;
    };
    expect(ids(scene, { bounds })).toEqual([0]);
    expect(asked).toBe(1);
  });

  it('a box is given as it was added: an AABB without a matrix, an OBB and an instance with one', () => {
    const scene = create();
    const matrix = [0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0, 7, 8, 9, 1];
    const box = { min: { x: -1, y: -2, z: -3 }, max: { x: 1, y: 2, z: 3.3 } };
    scene.addAabb(box);
    scene.addObb({ ...box, matrix });
    scene.addInstance(scene.addMesh(SQUARE, SQUARE_INDEX), matrix);
    const found: unknown[] = [];
    scene.traverse({
      bounds: everything,
      box: (id, given) => {
        found[id] = structuredClone(given);
      },
    });
    const square = { min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 0 } };
    const placed = Float64Array.from(matrix);
    expect(found).toEqual([box, { ...box, matrix: placed }, { ...square, matrix: placed }]);
  });

  it('the corners of a triangle are where the instance places them', () => {
    const scene = create();
    const id = scene.addInstance(scene.addMesh(SQUARE, SQUARE_INDEX), [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 5, 6, 7, 1]);
    const found: unknown[] = [];
    const triangle: SceneVisitor['triangle'] = (...given) => {
      found[given[1]] = structuredClone(given);
    };
    expect(scene.traverse({ bounds: everything, triangle })).toBe(false);
    const corner = { a: { x: 5, y: 6, z: 7 }, c: { x: 7, y: 8, z: 7 } };
    expect(found).toEqual([
      [id, 0, { ...corner, b: { x: 7, y: 6, z: 7 } }],
      [id, 1, { a: corner.a, b: corner.c, c: { x: 5, y: 8, z: 7 } }],
    ]);
  });

  it('true from box or triangle ends the walk, and traverse then returns true', () => {
    const scene = create();
    const mesh = scene.addMesh(SQUARE, SQUARE_INDEX);
    for (let i = 0; i < 50; i++) scene.addInstance(mesh);
    for (const nearestFirst of [false, true]) {
      const bounds = () => (nearestFirst ? 1 : true);
      const end = vi.fn(() => true);
      expect(scene.traverse({ bounds, box: end }, { nearestFirst })).toBe(true);
      expect(scene.traverse({ bounds, triangle: end }, { nearestFirst })).toBe(true);
      expect(end).toHaveBeenCalledTimes(2);
    }
  });

  it('false from box skips the triangles of this instance only, and other values skip nothing', () => {
    const scene = create();
    const mesh = scene.addMesh(SQUARE, SQUARE_INDEX);
    const [a, b] = [scene.addInstance(mesh), scene.addInstance(mesh)];
    const entered = (box: SceneVisitor['box']): number[] => {
      const found: number[] = [];
      scene.traverse({ bounds: everything, ...(box && { box }), triangle: (id) => found.push(id) });
      return found.sort((x, y) => x - y);
    };
    expect(entered((id) => id === b && undefined)).toEqual([b, b]);
    expect(entered(() => 0)).toEqual([a, a, b, b]);
    expect(entered(undefined)).toEqual([a, a, b, b]);
  });

  it('without triangle the walk enters no instance, and without box it passes over boxes', () => {
    const scene = create();
    rowOf(scene, 20);
    const id = scene.addInstance(scene.addMesh(SQUARE, SQUARE_INDEX));
    expect(ids(scene)).toHaveLength(21);
    const bounds = vi.fn(everything);
    const found: number[] = [];
    scene.traverse({ bounds, triangle: (of) => found.push(of) });
    expect(found).toEqual([id, id]);
  });

  it('bounds within an instance are in the world', () => {
    const scene = create();
    const row = Float32Array.from(Array.from({ length: 900 }, (_, i) => [i, 0, 0, i + 0.5, 0, 0, i, 1, 0]).flat());
    const turned = [0, 0, 2, 0, 0, 1, 0, 0, 1, 0, 0, 0, 10, 20, 1000, 1];
    scene.addInstance(scene.addMesh(row), turned);
    const found: number[] = [];
    const bounds = vi.fn((min: Vec3, max: Vec3) => min.z <= 1500 && max.z >= 1500);
    scene.traverse({ bounds, triangle: (_, triangle) => found.push(triangle) });
    expect(found).toContain(250);
    expect(found.length).toBeLessThan(9);
    expect(bounds.mock.calls.length).toBeLessThan(60);
  });

  it('with nearestFirst, a limit that shrinks skips what was not yet skipped when its node was opened', () => {
    const scene = create();
    rowOf(scene, 8);
    let limit = Infinity;
    const found: number[] = [];
    const bounds = (min: Vec3): number => (min.x <= limit ? min.x : Infinity);
    const box: SceneVisitor['box'] = (id) => {
      found.push(id);
      limit = 3;
    };
    scene.traverse({ bounds, box }, { nearestFirst: true });
    expect(found).toEqual([0, 1]);
  });

  it('with nearestFirst, the boxes of a node are visited by the numbers that bounds returns', () => {
    const scene = create();
    rowOf(scene, 8);
    const found: number[] = [];
    const box: SceneVisitor['box'] = (id) => void found.push(id);
    scene.traverse({ bounds: (min) => -min.x, box }, { nearestFirst: true });
    expect(found).toEqual([7, 6, 5, 4, 3, 2, 1, 0]);
  });

  it('traverse visits every one of a run of equal boxes, and of equal instances', () => {
    const scene = create();
    const box = { min: { x: 1, y: 1, z: 1 }, max: { x: 2, y: 2, z: 2 } };
    for (let i = 0; i < 300; i++) scene.addAabb(box);
    const mesh = scene.addMesh(SQUARE, SQUARE_INDEX);
    for (let i = 0; i < 100; i++) scene.addInstance(mesh);
    expect(ids(scene)).toEqual([...Array(400).keys()]);
    let triangles = 0;
    scene.traverse({ bounds: () => 1, triangle: () => triangles++ }, { nearestFirst: true });
    expect(triangles).toBe(200);
  });

  it('a mask selects boxes and instances, and mask 0 none', () => {
    const scene = create();
    for (let i = 0; i < 30; i++) scene.addAabb({ min: vec([i, 0, 0]), max: vec([i + 1, 1, 1]) }, 1 + (i % 3));
    expect(ids(scene, {}, { mask: 1 })).toEqual([...Array(30).keys()].filter((i) => i % 3 !== 1));
    expect(ids(scene, {}, { mask: 0 })).toEqual([]);
  });

  it('traverse calls the functions as methods of the visitor, and reads each of them once', () => {
    const scene = create();
    rowOf(scene, 3);
    class Counter {
      boxes = 0;
      reads = 0;
      get bounds(): SceneVisitor['bounds'] {
        this.reads++;
        return everything;
      }
      box(): void {
        this.boxes++;
      }
    }
    const counter = new Counter();
    scene.traverse(counter);
    expect(counter).toMatchObject({ boxes: 3, reads: 1 });
  });

  it('each walk has objects of its own: a walk within a walk does not overwrite the box of the outer one', () => {
    const scene = create();
    rowOf(scene, 20);
    const box: SceneVisitor['box'] = (id, { min }) => {
      scene.traverse({ bounds: everything, box: everything });
      scene.traverse({ bounds: everything, box: () => undefined });
      expect(min.x).toBe(2 * id);
    };
    scene.traverse({ bounds: everything, box });
  });

  it('traverse goes on where it was if a query of the visitor needs more memory', () => {
    const scene = create();
    rowOf(scene, 100);
    const positions = Float32Array.from({ length: 9 * 50 }, (_, i) => Math.floor(i / 9) + (i % 9));
    const id = scene.addInstance(scene.addMesh(positions));
    let rays = 0;
    // Each query has more rays than the one before, so the memory of the kernel grows, and moves the arrays of the scene.
    const grow = (): void => {
      rays += 1000;
      const numbers = Float64Array.from({ length: 6 * rays }, (_, i) => [0, 0, -1e6, 0, 0, 1][i % 6]);
      expect(scene.raycastMany(numbers, { mask: 1 }).ids.length).toBe(rays);
    };
    const count = { bounds: 0, box: 0, triangle: 0 };
    scene.traverse({
      bounds: (min, max) => {
        const before = { min: { ...min }, max: { ...max } };
        if (count.bounds++ % 20 === 0) grow();
        expect({ min, max }).toEqual(before);
        return true;
      },
      box: (of, { min }) => {
        if (of !== id) expect(min.x).toBe(2 * of);
        if (count.box++ % 20 === 0) grow();
      },
      triangle: (_, triangle, { a }) => {
        expect(a.x).toBe(triangle);
        if (count.triangle++ % 10 === 0) grow();
      },
    });
    expect(count).toMatchObject({ box: 101, triangle: 50 });
  });

  it('functions of a visitor may not change the scene, and their errors reach the caller', () => {
    const scene = create();
    rowOf(scene, 3);
    const change = () => {
      scene.remove(0);
    };
    const complain = () => {
      throw new Error('not today');
    };
    for (const [wrong, error] of [
      [change, /cannot be changed/],
      [complain, /not today/],
    ] as const) {
      expect(() => scene.traverse({ bounds: untyped(wrong), box: everything })).toThrow(error);
      expect(() => scene.traverse({ bounds: everything, box: wrong })).toThrow(error);
    }
    scene.remove(0);
    expect(ids(scene)).toEqual([1, 2]);
  });

  it('traverse walks an attached scene, and the scene stays at its version during the walk', () => {
    const shared = new BoxScene({ shared: true, backend: 'wasm' });
    rowOf(shared, 10);
    const reader = BoxScene.attach(shared.handle(), { backend });
    const box = (): void => {
      shared.clear();
      shared.commit();
      expect(reader.size).toBe(10);
    };
    reader.traverse({ bounds: everything, box });
    expect(reader.size).toBe(0);
  });

  it('traverse rejects a wrong visitor, wrong options and wrong answers of bounds', () => {
    const scene = create();
    rowOf(scene, 1);
    const traverse =
      (visitor: unknown, options: TraverseOptions = {}) =>
      () =>
        scene.traverse(untyped(visitor), options);
    const wanted = 'visitor must be an object with the function bounds, and with box or triangle, got';
    expect(traverse(null)).toThrow(`${wanted} null`);
    expect(traverse(everything)).toThrow(`${wanted} a function`);
    expect(traverse({ bounds: everything })).toThrow(`${wanted} an object with bounds`);
    expect(traverse({ box: everything })).toThrow('visitor.bounds must be a function, got undefined');
    expect(traverse({ bounds: everything, box: 3 })).toThrow('visitor.box must be a function, got 3');
    expect(traverse({ bounds: everything, triangle: null })).toThrow('visitor.triangle must be a function, got null');
    const visitor = { bounds: everything, box: everything };
    expect(traverse(visitor, untyped({ nearest: true }))).toThrow('the options are mask, nearestFirst');
    expect(traverse(visitor, untyped({ nearestFirst: 1 }))).toThrow(
      'options.nearestFirst must be true or false, got 1',
    );
    expect(traverse(visitor, { mask: 0.5 })).toThrow('options.mask');
    const answering = (answer: unknown, options: TraverseOptions = {}) =>
      traverse({ bounds: () => answer, box: everything }, options);
    expect(answering(3)).toThrow(
      'visitor.bounds must return true or false, got 3: set options.nearestFirst to return a number',
    );
    expect(answering(undefined)).toThrow('visitor.bounds must return true or false, got undefined');
    expect(answering(NaN, { nearestFirst: true })).toThrow(RangeError);
    expect(answering(NaN, { nearestFirst: true })).toThrow('visitor.bounds must return a number, got NaN');
    expect(answering(true, { nearestFirst: true })).toThrow(
      'visitor.bounds must return a number, got true: leave out options.nearestFirst to return true or false',
    );
    scene.clear();
  });
});
