import { describe, expect, it } from 'vitest';
import { type Aabb, BoxScene, type Matrix4, SlabtreeFormatError, type Triangle } from 'slabtree';
import * as slabtree from 'slabtree';
import { FILE_COLUMNS } from '../../src/bvh/file/fileSections';
import { backends, show } from '../support/compare';
import { IDENTITY, placed, stretched } from '../support/matrices';
import { sealed } from '../support/mutateSlabFile';
import { sectionsOfSlabFile } from '../support/readSlabFile';
import { type Triple, vec } from '../support/triple';

const largeMesh = Float64Array.of(0, 0, 0, 1e200, 0, 0, 1e200, 1, 0);
const unitMesh = Float64Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0);
const unit: Aabb = { min: vec([0, 0, 0]), max: vec([1, 1, 1]) };
const large: Aabb = { min: vec([0, 0, 0]), max: vec([1e200, 1, 1]) };
const scaled = (x: number, at: Triple = [0, 0, 0]): number[] => placed(stretched(IDENTITY, [x, 1, 1]), at);
const manyOf = (matrix: readonly number[], count: number): Float64Array =>
  Float64Array.from(Array.from({ length: count }, () => matrix).flat());

/** Everything that a scene answers, as text. */
function stateOf(scene: BoxScene): string {
  const ray = { origin: vec([0.5, 0.25, 9]), direction: vec([0, 0, -1]) };
  return show([
    scene.size,
    scene.bounds,
    scene.raycastAll(ray),
    scene.nearest(vec([3, 3, 3]), { count: 99 }),
    scene.overlapTriangles({ center: vec([0, 0, 0]), radius: 1e250 }),
    [...new Uint8Array(scene.serialize())].length,
  ]);
}

describe.each(backends)('boxes that float64 cannot place (%s)', (backend) => {
  /** A scene with an oriented box, 0, and an instance of each mesh, 1 and 2. */
  const create = () => {
    const scene = new BoxScene({ backend });
    const meshes = { large: scene.addMesh(largeMesh), unit: scene.addMesh(unitMesh) };
    scene.addObb({ ...large, matrix: scaled(1) });
    scene.addInstance(meshes.large);
    scene.addInstance(meshes.unit);
    for (let i = 0; i < 20; i++) scene.addInstance(meshes.unit, scaled(1, [i, 0, 0]));
    return { scene, ...meshes };
  };
  const many = manyOf(scaled(1), 20);
  many.set(scaled(1e150), 16 * 17);

  const end = '1.8e308';
  it.each<[string, (made: ReturnType<typeof create>) => unknown, string[]]>([
    ['addObb', ({ scene }) => scene.addObb({ ...large, matrix: scaled(1e150) }), ['box.matrix must', '1e+150·1e+200']],
    [
      'setObb',
      ({ scene }) => {
        scene.setObb(0, { ...large, matrix: scaled(1e150) });
      },
      ['box.matrix must', 'on x'],
    ],
    ['addObbs', ({ scene }) => scene.addObbs(large, Float64Array.from(scaled(1e150))), ['matrices (matrix 0) must']],
    ['addObbs of many', ({ scene }) => scene.addObbs(large, many), ['matrices (matrix 17) must', end]],
    ['addInstance', ({ scene, large }) => scene.addInstance(large, scaled(1e150)), ['matrix must', '1e+150·1e+200']],
    [
      'addInstance far away',
      ({ scene, unit }) => scene.addInstance(unit, scaled(1.5e308, [1e308, 0, 0])),
      ['matrix must', '1.5e+308·1 + 0·1 + 0·0 + 1e+308', 'translation smaller'],
    ],
    [
      'addInstances',
      ({ scene, large }) => scene.addInstances(large, Float64Array.from([...scaled(1), ...scaled(1e150)])),
      ['matrices (matrix 1) must'],
    ],
    ['addInstances of many', ({ scene, large }) => scene.addInstances(large, many), ['matrices (matrix 17) must']],
    [
      'setMatrix of a box',
      ({ scene }) => {
        scene.setMatrix(0, scaled(1e150));
      },
      ['matrix must', 'on x'],
    ],
    [
      'setMatrix of an instance',
      ({ scene }) => {
        scene.setMatrix(1, scaled(1e150));
      },
      ['matrix must', 'on x'],
    ],
    [
      'setMatrices',
      ({ scene }) => {
        scene.setMatrices(0, Float64Array.from([...scaled(1), ...scaled(1e150)]));
      },
      ['matrices (matrix 1) must'],
    ],
    [
      'setMatrices of many',
      ({ scene }) => {
        const matrices = manyOf(scaled(1), 22);
        matrices.set(scaled(1.7e308, [1e308, 0, 0]), 16 * 21);
        scene.setMatrices(1, matrices);
      },
      ['matrices (matrix 21) must'],
    ],
    [
      'setPositions',
      ({ scene, unit }) => {
        scene.setMatrix(7, scaled(1e150));
        const before = stateOf(scene);
        try {
          scene.setPositions(unit, largeMesh);
        } finally {
          expect(stateOf(scene)).toBe(before);
          scene.setMatrix(7, scaled(1, [4, 0, 0]));
        }
      },
      ['positions must keep all corners of instance 7 below', 'on x'],
    ],
  ])('%s rejects a box that float64 cannot place, and the scene stays as it was', (_, call, parts) => {
    const made = create();
    const before = stateOf(made.scene);
    let thrown: unknown;
    try {
      call(made);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(RangeError);
    for (const part of [...parts, end]) expect(String(thrown)).toContain(part);
    expect(stateOf(made.scene)).toBe(before);
  });

  it('a file with a box that float64 cannot place is rejected', () => {
    const scene = new BoxScene({ backend });
    scene.addObb({ ...unit, matrix: scaled(1) });
    const bytes = new Uint8Array(scene.serialize());
    const obb = new Float64Array(bytes.buffer, sectionsOfSlabFile(bytes).oriented.at, FILE_COLUMNS + 9);
    obb[3] = 1e200;
    obb[FILE_COLUMNS] = 1e150;
    const read = () => BoxScene.deserialize(sealed(bytes), { backend });
    expect(read).toThrow(SlabtreeFormatError);
    expect(read).toThrow('the corners of oriented box 0 are beyond float64');
    // Whatever else is wrong with the file now, this box could be placed.
    obb[FILE_COLUMNS] = 1e100;
    expect(read).not.toThrow('corners');
  });

  it('buildAsync rejects a box that float64 cannot place before anything is built', async () => {
    const build = (positions: Float64Array, matrix: number[]) =>
      BoxScene.buildAsync(new Float32Array(6), {
        backend,
        threads: 1,
        meshes: [{ positions: unitMesh }, { positions, matrices: Float64Array.from([...scaled(1), ...matrix]) }],
      });
    await expect(build(largeMesh, scaled(1e150))).rejects.toThrow('options.meshes[1].matrices (matrix 1) must keep');
    const scene = await build(largeMesh, scaled(1e100));
    expect(scene.size).toBe(4);
  });

  it('the scene accepts all that float64 can place, up to the largest number', () => {
    const { scene, unit } = create();
    const most = Number.MAX_VALUE;
    scene.setMatrix(2, scaled(1, [most, 0, 0]));
    scene.setMatrices(1, Float64Array.from([...scaled(1e100), ...scaled(most)]));
    scene.setPositions(unit, Float64Array.of(0, 0, 0, 1, 0, 0, 1, most, 0));
    scene.addObb({ min: vec([-most, -most, -most]), max: vec([most, most, most]), matrix: scaled(1) });
    expect(scene.bounds).toEqual({ min: vec([-most, -most, -most]), max: vec([most, most, most]) });
  });
});

describe('a box whose corners overflow', () => {
  const box = { ...large, matrix: scaled(1e150) as Matrix4 };
  const point = vec([0, 0, 0]);
  const ray = { origin: point, direction: vec([1, 0, 0]) };
  const triangle: Triangle = { a: point, b: vec([1, 0, 0]), c: vec([0, 1, 0]) };

  it.each<[string, () => unknown, string]>([
    ['raycastObb', () => slabtree.raycastObb(ray, box), 'obb.matrix'],
    ['closestPoint', () => slabtree.closestPoint(box, point), 'box.matrix'],
    ['distanceToBox', () => slabtree.distanceToBox(box, point), 'box.matrix'],
    ['planeSide', () => slabtree.planeSide(box, { normal: ray.direction, constant: 0 }), 'box.matrix'],
    ['overlaps, as the first shape', () => slabtree.overlaps(box, triangle), 'shape.matrix'],
    ['overlaps, as the other shape', () => slabtree.overlaps(triangle, box), 'other.matrix'],
    ['the overlap of a scene', () => new BoxScene().overlap(box), 'shape.matrix'],
  ])('%s rejects a box whose corners overflow', (_, call, name) => {
    expect(call).toThrow(RangeError);
    expect(call).toThrow(`${name} must keep all corners below 1.8e308`);
  });
});
