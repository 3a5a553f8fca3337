import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoxScene } from 'slabtree';
import { addBox, backends, compareRay, compareSplit, compareTrees } from '../support/compare';
import { compareAnswers } from '../support/compareAnswers';
import { aabb, type LoopBox, obb } from '../support/loop';
import { linearParts, placed } from '../support/matrices';
import { planeAmong } from '../support/planes';
import { Random } from '../support/random';
import { rayAmong } from '../support/rays';
import { search } from '../support/runs';
import { boxesOf, type Family, familyNames } from '../support/scenes';
import { each, vec } from '../support/triple';

/** What happens to a scene, as fast-check makes it; `which` picks one of the boxes that there are. */
type Change =
  | { do: 'add'; family: Family; seed: number; mask: number }
  | { do: 'add many'; family: Family; count: number; seed: number; isSingle: boolean; mask: number }
  | { do: 'add instances'; count: number; seed: number; isSingle: boolean; mask: number }
  | { do: 'add crowd'; family: Family; count: number; seed: number }
  | { do: 'set'; which: number; family: Family; seed: number }
  | { do: 'set many'; which: number; count: number; isSingle: boolean; family: Family; seed: number }
  | { do: 'set matrices'; which: number; count: number; isSingle: boolean; seed: number }
  | { do: 'drift'; share: number; step: number; seed: number }
  | { do: 'set matrix'; which: number; seed: number }
  | { do: 'set mask'; which: number; mask: number }
  | { do: 'remove'; which: number }
  | { do: 'remove many'; share: number; seed: number }
  | { do: 'clear' }
  | { do: 'commit' }
  | { do: 'optimize'; budget: number | undefined }
  | { do: 'save and load' }
  | { do: 'misuse'; which: number }
  | { do: 'query'; seed: number };

const mask = fc.constantFrom(1, 2, 3, 0, 0x80000000, 0xffffffff);
const family = fc.constantFrom(...familyNames);
const seed = fc.nat();
const which = fc.nat(1000);
const isSingle = fc.boolean();
const share = fc.double({ min: 0, max: 1, noNaN: true });

const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 18, arbitrary: fc.record({ do: fc.constant('add'), family, seed, mask }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('add many'), family, count: fc.nat(30), seed, isSingle, mask }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('add instances'), count: fc.nat(12), seed, isSingle, mask }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('add crowd'), family, count: fc.nat(400), seed }) },
  { weight: 9, arbitrary: fc.record({ do: fc.constant('set'), which, family, seed }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('set many'), which, count: fc.nat(40), isSingle, family, seed }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('set matrices'), which, count: fc.nat(12), isSingle, seed }) },
  { weight: 9, arbitrary: fc.record({ do: fc.constant('drift'), share, step: fc.constantFrom(0.01, 1, 1e3), seed }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('set matrix'), which, seed }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('set mask'), which, mask }) },
  { weight: 9, arbitrary: fc.record({ do: fc.constant('remove'), which }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('remove many'), share, seed }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('clear') }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('commit') }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('optimize'), budget: fc.constantFrom(undefined, 0, 1, 50, 1000) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('save and load') }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('misuse'), which }) },
  { weight: 12, arbitrary: fc.record({ do: fc.constant('query'), seed }) },
);

/** A scene of each backend, and what they should hold. */
class Model {
  scenes = backends.map((backend) => new BoxScene({ backend }));
  readonly boxes = new Map<number, LoopBox>();

  run(change: Change): void {
    const { scenes, boxes } = this;
    switch (change.do) {
      case 'add': {
        const [box] = boxesOf(change.family, { count: 1, seed: change.seed });
        const made = { ...box, mask: change.mask };
        this.#expectNew(
          this.#all((scene) => addBox(scene, made)),
          [made],
        );
        break;
      }
      case 'add many': {
        const made = boxesOf(change.family, change).filter(({ matrix }) => matrix === null);
        const numbers = made.flatMap(({ min, max }) => [...min, ...max]);
        const fits = change.isSingle && numbers.every((value) => Number.isFinite(Math.fround(value)));
        const given = fits ? Float32Array.from(numbers) : Float64Array.from(numbers);
        const first = this.#all((scene) => scene.addAabbs(given, change.mask));
        this.#expectNew(
          first,
          made.map((_, i) => {
            const [a, b, c, d, e, f] = given.subarray(6 * i);
            return aabb([a, b, c], [d, e, f], change.mask);
          }),
        );
        break;
      }
      case 'add instances': {
        const random = new Random(change.seed);
        const made: LoopBox[] = [];
        const matrices: number[] = [];
        for (let i = 0; i < change.count; i++) {
          const matrix = placed(random.pick(Object.values(linearParts))(random), random.triple(-9, 9));
          const given = change.isSingle ? matrix.map((value) => Math.fround(value)) : matrix;
          const box = obb([-1, 0, 0], [1, 1, 0.5], given, change.mask);
          if (box === null) continue;
          made.push(box);
          matrices.push(...given);
        }
        const numbers = change.isSingle ? Float32Array.from(matrices) : Float64Array.from(matrices);
        const local = { min: { x: -1, y: 0, z: 0 }, max: { x: 1, y: 1, z: 0.5 } };
        this.#expectNew(
          this.#all((scene) => scene.addObbs(local, numbers, change.mask)),
          made,
        );
        break;
      }
      case 'add crowd':
        for (const box of boxesOf(change.family, change)) {
          const id = this.#all((scene) => addBox(scene, box));
          this.#expectNew(id, [box]);
        }
        break;
      case 'set many': {
        const first = this.#pick(change.which);
        if (first === null) break;
        const made = boxesOf(change.family, change).filter(({ matrix }) => matrix === null);
        const numbers = made.slice(0, this.#runFrom(first)).flatMap(({ min, max }) => [...min, ...max]);
        const fits = change.isSingle && numbers.every((value) => Number.isFinite(Math.fround(value)));
        const given = fits ? Float32Array.from(numbers) : Float64Array.from(numbers);
        for (const scene of scenes) scene.setAabbs(first, given);
        for (let i = 0; 6 * i < given.length; i++) {
          const [a, b, c, d, e, f] = given.subarray(6 * i);
          boxes.set(first + i, aabb([a, b, c], [d, e, f], this.#at(first + i).mask));
        }
        break;
      }
      case 'set matrices': {
        const first = this.#pick(change.which);
        if (first === null) break;
        const random = new Random(change.seed);
        const made: LoopBox[] = [];
        const matrices: number[] = [];
        for (let id = first; id < first + Math.min(change.count, this.#runFrom(first)); id++) {
          const { min, max, matrix: before, mask } = this.#at(id);
          if (before === null) break;
          const matrix = placed(random.pick(Object.values(linearParts))(random), random.triple(-9, 9));
          const given = change.isSingle ? matrix.map((value) => Math.fround(value)) : matrix;
          const box = obb(min, max, given, mask);
          if (box === null) break;
          made.push(box);
          matrices.push(...given);
        }
        const numbers = change.isSingle ? Float32Array.from(matrices) : Float64Array.from(matrices);
        for (const scene of scenes) scene.setMatrices(first, numbers);
        made.forEach((box, i) => boxes.set(first + i, box));
        break;
      }
      case 'drift': {
        const random = new Random(change.seed);
        for (const [id, { min, max, matrix, mask }] of boxes) {
          if (!random.chance(change.share)) continue;
          const by = random.triple(-change.step, change.step);
          const moved = { min: each((k) => min[k] + by[k]), max: each((k) => max[k] + by[k]) };
          if (matrix !== null || ![...moved.min, ...moved.max].every(Number.isFinite)) continue;
          for (const scene of scenes) scene.setAabb(id, { min: vec(moved.min), max: vec(moved.max) });
          boxes.set(id, aabb(moved.min, moved.max, mask));
        }
        break;
      }
      case 'set': {
        const id = this.#pick(change.which);
        if (id === null) break;
        const [{ min, max, matrix, inverse }] = boxesOf(change.family, { count: 1, seed: change.seed });
        const bounds = { min: vec(min), max: vec(max) };
        for (const scene of scenes) {
          if (matrix === null) scene.setAabb(id, bounds);
          else scene.setObb(id, { ...bounds, matrix });
        }
        // A box that is replaced keeps its mask.
        boxes.set(id, { min, max, matrix, inverse, mask: this.#at(id).mask });
        break;
      }
      case 'set matrix': {
        const id = this.#pick(change.which);
        if (id === null) break;
        const random = new Random(change.seed);
        const matrix = placed(random.pick(Object.values(linearParts))(random), random.triple(-9, 9));
        const { min, max, mask, matrix: before } = this.#at(id);
        const made = obb(min, max, matrix, mask);
        for (const scene of scenes) {
          const set = (): void => {
            scene.setMatrix(id, matrix);
          };
          // The matrix is read, and checked, before the id: a getter of it might remove the box.
          if (made === null) expect(set).toThrow(RangeError);
          else if (before === null) expect(set).toThrow(TypeError);
          else set();
        }
        if (before !== null && made !== null) boxes.set(id, made);
        break;
      }
      case 'set mask': {
        const id = this.#pick(change.which);
        if (id === null) break;
        for (const scene of scenes) scene.setMask(id, change.mask);
        boxes.set(id, { ...this.#at(id), mask: change.mask });
        break;
      }
      case 'remove': {
        const id = this.#pick(change.which);
        if (id !== null) this.#remove(id);
        break;
      }
      case 'remove many': {
        const random = new Random(change.seed);
        for (const id of [...boxes.keys()]) if (random.chance(change.share)) this.#remove(id);
        break;
      }
      case 'clear':
        for (const scene of scenes) scene.clear();
        boxes.clear();
        break;
      case 'commit':
        for (const scene of scenes) scene.commit();
        break;
      case 'optimize':
        for (const scene of scenes) scene.optimize(change.budget);
        expect(this.#all((scene) => scene.quality)).toBeGreaterThan(0);
        break;
      case 'save and load': {
        const [file, other] = scenes.map((scene) => Buffer.from(scene.serialize()));
        expect(file.equals(other)).toBe(true);
        this.scenes = backends.map((backend) => BoxScene.deserialize(file, { backend }));
        break;
      }
      case 'misuse': {
        const free = [...boxes.keys()].reduce((highest, id) => Math.max(highest, id), 0) + 1 + change.which;
        for (const scene of scenes) {
          for (const id of [free, -1, 0.5, NaN]) {
            expect(scene.has(id)).toBe(false);
            expect(() => {
              scene.remove(id);
            }).toThrow(RangeError);
            expect(() => {
              scene.setMask(id, 1);
            }).toThrow(RangeError);
          }
          expect(() => scene.addAabb({ min: vec([0, 0, 0]), max: vec([1, -1, 1]) })).toThrow(RangeError);
          expect(() => scene.addAabbs(Float32Array.of(0, 0, 0, 1, 1, 1, 0, 0, 0, 1, NaN, 1))).toThrow(RangeError);
        }
        break;
      }
      case 'query':
        this.#query(new Random(change.seed));
        break;
    }
    expect(this.#all((scene) => scene.size)).toBe(boxes.size);
  }

  /** What all scenes answer, which must be the same. */
  #all<Answer>(ask: (scene: BoxScene) => Answer): Answer {
    const [answer, ...others] = this.scenes.map(ask);
    for (const other of others) expect(other).toBe(answer);
    return answer;
  }

  /** Compares the trees, and a few answers, with the plain map. */
  check(random: Random): void {
    const { scenes, boxes } = this;
    compareTrees(scenes);
    const list = [...boxes.values()];
    compareRay(scenes, boxes, rayAmong(random, list));
    compareSplit(scenes, boxes, planeAmong(random, list));
  }

  #query(random: Random): void {
    const { scenes, boxes } = this;
    compareTrees(scenes);
    compareAnswers(scenes, boxes, random);
    for (const id of boxes.keys()) expect(this.#all((scene) => scene.has(id))).toBe(true);
  }

  #remove(id: number): void {
    for (const scene of this.scenes) scene.remove(id);
    this.boxes.delete(id);
    expect(this.#all((scene) => scene.has(id))).toBe(false);
  }

  /** Expects ids in a row that were not in use. */
  #expectNew(first: number, made: readonly LoopBox[]): void {
    made.forEach((box, i) => {
      expect(this.boxes.has(first + i)).toBe(false);
      expect(this.#all((scene) => scene.has(first + i))).toBe(true);
      this.boxes.set(first + i, box);
    });
  }

  /** How many ids in a row there are from one on. */
  #runFrom(first: number): number {
    let count = 0;
    while (this.boxes.has(first + count)) count++;
    return count;
  }

  #pick(which: number): number | null {
    const ids = [...this.boxes.keys()];
    return ids.length === 0 ? null : ids[which % ids.length];
  }

  #at(id: number): LoopBox {
    const box = this.boxes.get(id);
    if (box === undefined) throw new Error(`there is no box ${id}`);
    return box;
  }
}

it('a scene that changes answers as a plain map of boxes does, whatever happens to it', async () => {
  await search(
    2,
    fc.property(fc.array(change, { maxLength: 60, size: 'max' }), fc.boolean(), seed, (changes, isChecked, last) => {
      const model = new Model();
      const random = new Random(last);
      for (const change of changes) {
        model.run(change);
        if (isChecked) model.check(random);
      }
      model.run({ do: 'query', seed: last });
    }),
  );
});

describe('ids', () => {
  const unit = { min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } };
  const run = (count: number): Float32Array => Float32Array.from({ length: 6 * count }, (_, i) => (i % 6 < 3 ? 0 : 1));

  it('count up from 0', () => {
    const scene = new BoxScene();
    expect([scene.addAabb(unit), scene.addAabb(unit), scene.addAabb(unit)]).toEqual([0, 1, 2]);
    expect(scene.addAabbs(run(4))).toBe(3);
    expect(scene.addAabb(unit)).toBe(7);
    expect(scene.size).toBe(8);
  });

  it('of removed boxes are given out again', () => {
    const scene = new BoxScene();
    scene.addAabbs(run(10));
    scene.remove(4);
    expect(scene.has(4)).toBe(false);
    expect(scene.addAabb(unit)).toBe(4);
    expect(scene.addAabb(unit)).toBe(10);
  });

  it('of boxes added together are in a row, in a gap where one is wide enough and at the end where none is', () => {
    const scene = new BoxScene();
    scene.addAabbs(run(10));
    for (const id of [1, 3, 4, 5, 8]) scene.remove(id);
    expect(scene.addAabbs(run(4))).toBe(10);
    expect(scene.addAabbs(run(3))).toBe(3);
    expect(scene.addAabbs(run(2))).toBe(14);
    expect([scene.addAabb(unit), scene.addAabb(unit), scene.addAabb(unit)].sort((a, b) => a - b)).toEqual([1, 8, 16]);
    expect(scene.size).toBe(17);
  });

  it('are unknown after clear', () => {
    const scene = new BoxScene();
    scene.addAabbs(run(10));
    scene.clear();
    expect(scene.size).toBe(0);
    expect(scene.has(0)).toBe(false);
    expect(scene.bounds).toBeNull();
    expect(scene.raycast({ origin: { x: -1, y: 0, z: 0 }, direction: { x: 1, y: 0, z: 0 } })).toBeNull();
    const id = scene.addAabb(unit);
    expect(scene.has(id)).toBe(true);
    expect(scene.size).toBe(1);
  });

  it('that never were are not in the scene', () => {
    const scene = new BoxScene();
    scene.addAabb(unit);
    for (const id of [1, -1, 0.5, NaN, Infinity, 2 ** 32, -0.5]) expect(scene.has(id)).toBe(false);
  });

  it('are none for an empty array', () => {
    const scene = new BoxScene();
    scene.addAabbs(new Float32Array(0));
    scene.addObbs(unit, new Float64Array(0));
    expect(scene.size).toBe(0);
    expect(scene.addAabb(unit)).toBe(0);
  });
});

describe.each(backends)('a box (%s)', (backend) => {
  const ray = { origin: { x: -1, y: 0.5, z: 0.5 }, direction: { x: 1, y: 0, z: 0 } };
  const unit = { min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } };
  const translated = (x: number): number[] => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, 0, 1];

  it('can be replaced by one of the other kind and back, keeping its id and mask', () => {
    const scene = new BoxScene({ backend });
    const id = scene.addAabb(unit, 0b100);
    scene.setObb(id, { ...unit, matrix: translated(2) });
    expect(scene.raycast(ray, { mask: 0b100 })).toMatchObject({ id, t: 3 });
    scene.setMatrix(id, translated(3));
    expect(scene.raycast(ray, { mask: 0b100 })).toMatchObject({ id, t: 4 });
    scene.setAabb(id, { min: { x: 0.1, y: 0, z: 0 }, max: unit.max });
    expect(scene.raycast(ray, { mask: 0b100 })).toMatchObject({ id, t: 1.1 });
    expect(scene.raycast(ray, { mask: 0b011 })).toBeNull();
    expect(scene.size).toBe(1);
  });

  it('is copied: changing the object, array or matrix it was made from changes nothing', () => {
    const scene = new BoxScene({ backend });
    const box = { min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } };
    const numbers = Float64Array.of(4, 0, 0, 5, 1, 1);
    const matrix = translated(7);
    scene.addAabb(box);
    scene.addAabbs(numbers);
    scene.addObb({ ...unit, matrix });
    box.min.x = 0.9;
    numbers[0] = 4.9;
    matrix[12] = 70;
    expect(scene.raycastAll(ray).map(({ t }) => t)).toEqual([1, 5, 8]);
    const bounds = scene.bounds;
    if (bounds !== null) bounds.max.x = 1000;
    expect(scene.bounds).toEqual({ min: { x: 0, y: 0, z: 0 }, max: { x: 8, y: 1, z: 1 } });
  });

  it('of float32 numbers is met as its float32 numbers say', () => {
    const scene = new BoxScene({ backend });
    scene.addAabbs(Float32Array.of(0.1, 0, 0, 1, 1, 1));
    expect(scene.raycast(ray)?.t).toBe(Math.fround(0.1) + 1);
  });

  it('of an InstancedMesh is placed by its matrix', () => {
    const scene = new BoxScene({ backend });
    const first = scene.addObbs(unit, Float32Array.of(...translated(2), ...translated(4), ...translated(6)));
    expect(scene.raycastAll(ray).map(({ id, t }) => [id - first, t])).toEqual([
      [0, 3],
      [1, 5],
      [2, 7],
    ]);
  });
});

describe('bounds', () => {
  it('are none without boxes, and change with them', () => {
    const scene = new BoxScene();
    expect(scene.bounds).toBeNull();
    const first = scene.addAabb({ min: { x: -1, y: -2, z: -3 }, max: { x: 0, y: 0, z: 0 } });
    scene.addObb({
      min: { x: 0, y: 0, z: 0 },
      max: { x: 1, y: 1, z: 1 },
      matrix: [2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 4, 0, 5, 6, 7, 1],
    });
    expect(scene.bounds).toEqual({ min: { x: -1, y: -2, z: -3 }, max: { x: 7, y: 9, z: 11 } });
    scene.remove(first);
    expect(scene.bounds).toEqual({ min: { x: 5, y: 6, z: 7 }, max: { x: 7, y: 9, z: 11 } });
  });

  it('are infinite, and never no number, on an axis where an oriented box is larger than float64', () => {
    const scene = new BoxScene();
    const max = { x: 2, y: 2, z: 2 };
    // Its middle is at x = 2e308, and reaches as far on both sides.
    const matrix = [1e308, 0, 0, 0, 1e308, 1e-150, 0, 0, 0, 0, 1e-150, 0, 0, 0, 0, 1];
    scene.addObb({ min: { x: 0, y: 0, z: 0 }, max, matrix });
    scene.addAabb({ min: { x: 0, y: 0, z: 0 }, max });
    expect(scene.bounds).toEqual({ min: { x: -Infinity, y: 0, z: 0 }, max: { ...max, x: Infinity } });
  });
});

describe.each(backends)('memory (%s)', (backend) => {
  // JavaScript takes several times as long, for the same numbers a box.
  const count = backend === 'wasm' ? 1_000_000 : 200_000;

  it(`of ${count} float32 boxes is at most 130 bytes a box, everything included`, () => {
    const random = new Random(1);
    const boxes = new Float32Array(6 * count);
    for (let at = 0; at < boxes.length; at += 6) {
      for (let k = 0; k < 3; k++) {
        boxes[at + k] = random.between(0, 1000);
        boxes[at + k + 3] = boxes[at + k] + random.between(0, 2);
      }
    }
    const scene = new BoxScene({ backend });
    expect(scene.byteLength).toBe(0);
    scene.addAabbs(boxes);
    scene.commit();
    expect(scene.byteLength / count).toBeLessThanOrEqual(130);
    expect(scene.statistics()).toMatchObject({ boxes: count });
    scene.clear();
    expect(scene.byteLength).toBe(0);
  });
});

describe.each(backends)('room (%s)', (backend) => {
  it('that a box has left is used again, so that a scene does not grow as its boxes are replaced', () => {
    const scene = new BoxScene({ backend });
    const single = { min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } };
    const double = { min: { x: 0, y: 0, z: 0 }, max: { x: 0.1, y: 1, z: 1 } };
    const matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1];
    const goRound = (): void => {
      for (let id = 0; id < 100; id++) scene.setObb(id, { ...single, matrix });
      for (let id = 0; id < 100; id++) scene.setAabb(id, double);
      for (let id = 0; id < 100; id++) scene.setAabb(id, single);
      for (let id = 0; id < 100; id += 2) scene.remove(id);
      for (let id = 0; id < 100; id += 2) scene.addAabb(double);
      scene.commit();
    };
    for (let id = 0; id < 100; id++) scene.addAabb(single);
    for (let i = 0; i < 10; i++) goRound();
    const bytes = scene.byteLength;
    for (let i = 0; i < 100; i++) goRound();
    expect(scene.byteLength).toBe(bytes);
    expect(scene.size).toBe(100);
  });
});

describe('the backend', () => {
  it('can be chosen, and is said', () => {
    expect(new BoxScene({ backend: 'js' }).backend).toBe('js');
    expect(new BoxScene().backend).toBe(new BoxScene({ backend: 'auto' }).backend);
  });

  it('of a Float64Array whose numbers float32 holds is that of a Float32Array', () => {
    const boxes = Float32Array.from({ length: 6 * 1000 }, (_, i) => Math.floor(i / 6) + (i % 6 < 3 ? 0 : 1));
    const [narrow, wide] = [boxes, Float64Array.from(boxes)].map((numbers) => {
      const scene = new BoxScene();
      scene.addAabbs(numbers);
      scene.commit();
      return scene.byteLength;
    });
    expect(wide).toBe(narrow);
  });
});
