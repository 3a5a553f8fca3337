import { describe, expect, it } from 'vitest';
import { BoxScene } from 'slabtree';
import { ClosestHit } from '../../src/bvh/query/raycast';
import { walkRay } from '../../src/bvh/query/walkRay';
import { createRayBuffer } from '../../src/primitives/flat/rayBuffer';
import { T_MAX, T_MIN } from '../../src/primitives/flat/rayLayout';
import { INTERNALS } from '../../src/scene/internals';
import { addBox, backends, compareRay, sceneOf, validateTrees } from '../support/compare';
import { compareAnswers } from '../support/compareAnswers';
import { aabb, type Loop, type LoopBox, type LoopRay, obb } from '../support/loop';
import { linearParts, placed } from '../support/matrices';
import { Random } from '../support/random';
import { rayAmong } from '../support/rays';
import { boxesOf } from '../support/scenes';
import { each, vec } from '../support/triple';

const COUNT = 1200;

const turned = obb([0, 0, 0], [1, 1, 1], placed(linearParts.rotation(new Random(3)), [0.1, 0.2, 0.3]));
if (turned === null) throw new Error('a rotation has an inverse');

const kinds: [string, LoopBox][] = [
  ['float32 boxes', aabb([0, 0, 0], [1, 1, 1])],
  ['float64 boxes', aabb([0.1, 0.1, 0.1], [1.1, 1.2, 1.3])],
  ['oriented boxes', turned],
];

const runOf = (box: LoopBox, count = COUNT): LoopBox[] => Array.from({ length: count }, () => box);

/** The same boxes with others between their ids, some of which cover the run of duplicates or touch it. */
const amongOthers = (box: LoopBox): LoopBox[] => {
  const others = [
    ...boxesOf('boxes of all kinds', { count: 200, seed: 1 }),
    ...boxesOf('random boxes', { count: 200, seed: 2 }),
  ];
  return others.flatMap((other) => [...runOf(box, COUNT / 400), other, ...runOf(box, COUNT / 400)]);
};

/** A ray through the middle of a run of duplicates. */
const through: LoopRay = { origin: [-7, 0.6, 0.7], direction: [1, 0, 0.01] };

/** How many boxes a ray tests until it has its answer. */
function visitedBy(scene: BoxScene, { origin, direction }: LoopRay): number {
  const ray = createRayBuffer();
  ray.set([...origin, ...direction]);
  ray[T_MIN] = 0;
  ray[T_MAX] = Infinity;
  const hit = new ClosestHit();
  let visited = 0;
  walkRay(scene[INTERNALS].currentTree(), ray, undefined, {
    isFirstEnough: true,
    visit: (id, t) => {
      visited++;
      return hit.visit(id, t, null);
    },
  });
  return visited;
}

/** Compares a scene with its loop, and throws if its tree is not valid. */
function check(scene: BoxScene, loop: Loop, random: Random): void {
  validateTrees([scene]);
  const boxes = [...loop.values()];
  compareRay([scene], loop, through);
  for (let i = 0; i < 3; i++) compareRay([scene], loop, rayAmong(random, boxes), { mask: random.pick([1, 2, 3]) });
}

/** A scene that changes, and the loop over the same boxes. */
class Changing {
  scene: BoxScene;
  readonly loop: Map<number, LoopBox>;
  readonly random = new Random(5);

  constructor(boxes: readonly LoopBox[], backend: (typeof backends)[number]) {
    ({ scene: this.scene, loop: this.loop } = sceneOf(boxes, backend));
    this.scene.commit();
  }

  /** The ids of the boxes that are the same as this one. */
  duplicates(box: LoopBox): number[] {
    return [...this.loop].filter(([, other]) => other === box).map(([id]) => id);
  }

  add(box: LoopBox): void {
    this.loop.set(addBox(this.scene, box), box);
  }

  remove(id: number): void {
    this.scene.remove(id);
    this.loop.delete(id);
  }

  move(id: number, box: LoopBox): void {
    const { min, max, matrix } = box;
    if (matrix === null) this.scene.setAabb(id, { min: vec(min), max: vec(max) });
    else this.scene.setObb(id, { min: vec(min), max: vec(max), matrix });
    this.loop.set(id, box);
  }

  /** A box somewhere else. */
  away(): LoopBox {
    const at = this.random.triple(3, 40);
    return aabb(
      at,
      each((k) => at[k] + 0.5),
    );
  }
}

describe.each(backends)('runs of duplicates (%s)', (backend) => {
  describe.each(kinds)('%s', (_, box) => {
    it.each<[string, () => LoopBox[], number]>([
      ['alone', () => runOf(box), 8],
      ['in a scene', () => amongOthers(box), 100],
    ])('a ray tests few boxes of a run %s', (_, boxes, most) => {
      const { scene, loop } = new Changing(boxes(), backend);
      expect(visitedBy(scene, through)).toBeLessThanOrEqual(most);
      check(scene, loop, new Random(1));
      const read = BoxScene.deserialize(scene.serialize(), { backend });
      expect(visitedBy(read, through)).toBe(visitedBy(scene, through));
      check(read, loop, new Random(2));
    });

    it('a ray tests few boxes of a run while they are moved away one by one', () => {
      const changing = new Changing(amongOthers(box), backend);
      const ids = changing.duplicates(box);
      for (let i = 0; i < ids.length; i += 7) {
        changing.move(ids[i], changing.away());
        changing.scene.commit();
        expect(visitedBy(changing.scene, through)).toBeLessThan(150);
        if (i % 420 === 0) check(changing.scene, changing.loop, changing.random);
      }
      check(changing.scene, changing.loop, changing.random);
    });

    it('a ray tests few boxes of a run while the smallest ids are removed and others are added', () => {
      const changing = new Changing(amongOthers(box), backend);
      const ids = changing.duplicates(box);
      for (let i = 0; i < 200; i++) {
        changing.remove(ids[i]);
        if (i % 3 === 0) changing.add(box);
        if (i % 10 === 0) for (let j = 0; j < 10; j++) changing.add(box);
        changing.scene.commit();
        expect(visitedBy(changing.scene, through)).toBeLessThan(150);
        if (i % 50 === 0) check(changing.scene, changing.loop, changing.random);
      }
    });

    it('a ray tests few boxes of a run once a new tree has replaced the old one', () => {
      const changing = new Changing(amongOthers(box), backend);
      const ids = changing.duplicates(box);
      for (let i = 0; i < 60; i++) {
        for (let j = 0; j < 20; j++) changing.move(changing.random.pick(ids), j % 4 === 0 ? box : changing.away());
        changing.scene.optimize(200);
        if (i % 20 === 19) check(changing.scene, changing.loop, changing.random);
      }
      for (let i = 0; i < 40; i++) changing.scene.optimize(500);
      check(changing.scene, changing.loop, changing.random);
      expect(visitedBy(changing.scene, through)).toBeLessThan(150);
    });

    it('a ray tests few boxes of a run after all are moved together', () => {
      const changing = new Changing(runOf(box), backend);
      const { min, max, matrix } = box;
      const step = 0.25;
      const moved =
        matrix === null
          ? aabb(
              each((k) => min[k] + step),
              each((k) => max[k] + step),
            )
          : obb(
              min,
              each((k) => max[k] + step),
              matrix,
            );
      if (moved === null) throw new Error('the matrix has an inverse');
      for (const id of changing.duplicates(box)) changing.move(id, moved);
      check(changing.scene, changing.loop, changing.random);
      expect(visitedBy(changing.scene, through)).toBeLessThanOrEqual(64);
    });
  });

  it('a run does not include boxes that differ in the last bit, or in the sign of a zero', () => {
    const box = aabb([0, 0.1, 0.1], [1, 1.1, 1.1]);
    const next = aabb([0, 0.1, 0.1], [1, 1.1, 1.1 + 2 ** -52]);
    const minus = aabb([-0, 0.1, 0.1], [1, 1.1, 1.1]);
    const random = new Random(4);
    const boxes = Array.from({ length: 500 }, () => random.pick([box, box, box, next, minus]));
    const { scene, loop } = sceneOf(boxes, backend);
    check(scene, loop, random);
    for (let i = 0; i < 20; i++) compareRay([scene], loop, rayAmong(random, [box, next, minus]));
  });

  it('a run of duplicates gives every other query the answers of a loop', () => {
    for (const [, box] of kinds) {
      const { scene, loop } = sceneOf(runOf(box, 150), backend);
      compareAnswers([scene], loop, new Random(6), 1);
    }
  });

  it('a ray finds a run after many boxes before it, some of which it hits', () => {
    const random = new Random(7);
    const quarter = linearParts.rotation(new Random(9));
    // The ray meets the bounds of each of these, but hits few.
    const inTheWay = Array.from({ length: 300 }, (_, i) => {
      const at = each((k) => (k === 0 ? i * 0.01 : random.below(1000) / 500 - 1));
      return obb([-1, -0.05, -0.05], [1, 0.05, 0.05], placed(quarter, at)) ?? turned;
    });
    for (const [, box] of kinds) {
      const shifted = aabb([2, 0.1, 0.1], [4, 1, 1]);
      const boxes = [...runOf(shifted, 300), ...inTheWay, ...runOf(box, 300), ...inTheWay, ...runOf(shifted, 300)];
      const { scene, loop } = sceneOf(boxes, backend);
      check(scene, loop, random);
      for (let i = 0; i < 12; i++) {
        const origin = each((k) => (k === 0 ? -7 : random.below(1000) / 1000));
        compareRay([scene], loop, { origin, direction: [1, 0, 0.01] });
        compareRay([scene], loop, { origin, direction: [1, 0, 0.01] }, { solid: i % 2 === 0, tMin: 7.5 });
      }
    }
  });

  it('a ray that hits the bounds of a run may miss its boxes', () => {
    const flat = obb([-3, -3, -0.01], [3, 3, 0.01], placed(linearParts.rotation(new Random(3)), [0, 0, 0]));
    if (flat === null) throw new Error('a rotation has an inverse');
    const { scene, loop } = sceneOf(runOf(flat), backend);
    const random = new Random(8);
    for (let i = 0; i < 20; i++) compareRay([scene], loop, rayAmong(random, [flat]));
    compareRay([scene], loop, { origin: [-5, 2, 2], direction: [1, 0.01, 0.01] });
  });

  it('a run has the right answers in an attached scene, also while the original is changed', () => {
    for (const [, box] of kinds) {
      const scene = new BoxScene({ backend, shared: true });
      const loop = new Map(amongOthers(box).map((other) => [addBox(scene, other), other]));
      const reader = BoxScene.attach(scene.handle());
      const random = new Random(10);
      check(reader, loop, random);
      expect(visitedBy(reader, through)).toBe(visitedBy(scene, through));

      const changed = new Map(loop);
      const same = [...loop.keys()].filter((id) => loop.get(id) === box);
      for (const id of same.slice(0, 40)) {
        scene.remove(id);
        changed.delete(id);
      }
      for (const id of same.slice(100, 140)) {
        scene.setAabb(id, { min: vec([20, 20, 20]), max: vec([21, 21, 21]) });
        changed.set(id, aabb([20, 20, 20], [21, 21, 21]));
      }
      // The original is queried, so its tree is up to date, but the reader sees the last commit.
      check(scene, changed, random);
      check(reader, loop, random);
      scene.commit();
      check(reader, changed, random);
      reader.detach();
    }
  });

  it('a mask selects boxes of a run', () => {
    const boxes = runOf(aabb([0, 0, 0], [1, 1, 1])).map((box, i) => ({ ...box, mask: i < 1000 ? 1 : 2 }));
    const { scene, loop } = sceneOf(boxes, backend);
    compareRay([scene], loop, through, { mask: 2 });
    compareRay([scene], loop, through, { filter: (id) => id > 17 });
    compareRay([scene], loop, through, { mask: 2, refine: (id, t) => (id % 7 === 0 ? t + 0.125 : null) });
  });
});

describe.each(backends)('equal instances (%s)', (backend) => {
  const positions = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0.5, 1, 0, 0.5, 0, 1, 0.5]);
  const matrix = placed(linearParts.rotation(new Random(4)), [0.1, 0.2, 0.3]);
  const matrices = (count: number) => new Float64Array(Array.from({ length: count }, () => matrix).flat());

  /** Equal instances of two equal meshes, one mesh after the other, among other boxes. */
  function crowd(): { scene: BoxScene; first: number } {
    const scene = new BoxScene({ backend });
    for (let i = 0; i < 50; i++) scene.addAabb({ min: vec([20, 2 * i, 0]), max: vec([21, 2 * i + 1, 1]) });
    const first = scene.addInstances(scene.addMesh(positions), matrices(200));
    scene.addInstances(scene.addMesh(positions), matrices(200));
    return { scene, first };
  }

  /** Rays around the crowd. Some hit its triangles, some its boxes only. */
  const rays = () => {
    const random = new Random(8);
    return Array.from({ length: 15 }, () => {
      const origin = random.triple(-4, 4);
      const target = random.triple(-0.4, 1.2);
      return { origin: vec(origin), direction: vec(each((k) => target[k] - origin[k])) };
    });
  };

  /** Compares the closest hits of rays with the first of all their hits. */
  function check(scene: BoxScene): void {
    validateTrees([scene]);
    let hits = 0;
    for (const ray of rays()) {
      const closest = scene.raycast(ray);
      expect(closest).toEqual(scene.raycastAll(ray).at(0) ?? null);
      expect(scene.raycastAny(ray)).toBe(closest !== null);
      expect(scene.raycast(ray, { filter: () => true })).toEqual(closest);
      const { origin, direction } = ray;
      const numbers = [origin.x, origin.y, origin.z, direction.x, direction.y, direction.z];
      const many = scene.raycastMany(Float64Array.from(numbers));
      expect(many.ids[0]).toBe(closest?.id ?? -1);
      if (closest !== null) hits++;
    }
    expect(hits).toBeGreaterThan(2);
  }

  it('a ray tests few of many equal instances, and hits the smallest id', () => {
    const { scene, first } = crowd();
    expect(visitedBy(scene, { origin: [0.4, 0.5, 5], direction: [0, 0, -1] })).toBeLessThan(150);
    check(scene);
    expect(rays().map((ray) => scene.raycast(ray)?.id ?? first)).toEqual(rays().map(() => first));
    check(BoxScene.deserialize(scene.serialize(), { backend }));
  });

  it('rays follow equal instances that are moved, removed, masked and added again', () => {
    const { scene, first } = crowd();
    check(scene);
    for (let i = 0; i < 5; i++) {
      scene.remove(first + i);
      scene.setMatrix(first + 40 + i, placed(linearParts.rotation(new Random(i)), [0, 0, 0.1 * i]));
      scene.setMask(first + 10 + i, 2);
      check(scene);
    }
    for (let i = 0; i < 3; i++) scene.addInstance(scene.meshes[i % 2], matrix);
    check(scene);
    for (const ray of rays()) {
      const masked = scene.raycast(ray, { mask: 1 });
      expect(masked).toEqual(scene.raycastAll(ray, { mask: 1 }).at(0) ?? null);
    }
  });
});
