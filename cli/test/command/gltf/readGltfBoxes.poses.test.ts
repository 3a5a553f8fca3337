import fc from 'fast-check';
import { Matrix4, Quaternion, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { search } from '../../../../test/support/runs';
import { Folder } from '../support/command';
import { dataUri } from '../support/gltfSamples';
import { boxesOf, gltf, POSITION, readGltf } from '../support/readGltf';

/** An accessor of positions with these bounds. */
function positions(min: number[], max: number[]): object {
  return { ...POSITION, min, max };
}

/** A glTF of one mesh with morph targets. */
function morphed(node: object, mesh: object, targets: object[], accessors: object[]): string {
  const primitives = [{ attributes: { POSITION: 0 }, targets }];
  return gltf([{ mesh: 0, ...node }], [POSITION, ...accessors], { meshes: [{ primitives, ...mesh }] });
}

/** A glTF of a skinned mesh, node 0. The joints are the nodes from 1 on. */
function skinned(joints: object[], inverses: number[][] | null, min: number[], max: number[]): string {
  const bytes = new Uint8Array(Float32Array.from(inverses?.flat() ?? []).buffer);
  return gltf(
    [{ mesh: 0, skin: 0, translation: [1000, 0, 0] }, ...joints],
    [positions(min, max), { componentType: 5126, type: 'MAT4', count: joints.length, bufferView: 0 }],
    {
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      skins: [
        { joints: joints.map((_, index) => index + 1), ...(inverses === null ? {} : { inverseBindMatrices: 1 }) },
      ],
      bufferViews: [{ buffer: 0, byteLength: bytes.length }],
      buffers: [{ byteLength: bytes.length, uri: dataUri(bytes) }],
    },
  );
}

describe('mesh with morph targets', () => {
  const [wide, tall] = [positions([-1, 0, 0], [2, 0, 0]), positions([0, 0, 0], [0, 10, 0])];
  const targets = [{ POSITION: 1 }, { POSITION: 2 }];

  it.each([
    ['equals the box of the mesh without weights', {}, {}, [0, 0, 0], [1, 2, 3]],
    ['grows by the weights of the mesh', {}, { weights: [0.5, 1] }, [-0.5, 0, 0], [2, 12, 3]],
    [
      'grows by the weights of the node, if it has some',
      { weights: [0, 0.5] },
      { weights: [1, 1] },
      [0, 0, 0],
      [1, 7, 3],
    ],
    ['grows the other way for a negative weight', { weights: [-1, 0] }, {}, [-2, 0, 0], [2, 2, 3]],
    ['counts a missing weight as 0', { weights: [1] }, {}, [-1, 0, 0], [3, 2, 3]],
  ])('the box of a mesh with morph targets %s', async (_, node, mesh, min, max) => {
    const { scene } = await readGltf(morphed(node, mesh, targets, [wide, tall]));
    expect(boxesOf(scene)).toMatchObject([{ min, max }]);
  });

  it('the box does not need the bounds of targets whose weight is 0', async () => {
    const { scene } = await readGltf(morphed({ weights: [0, 1] }, {}, targets, [{ ...wide, min: undefined }, tall]));
    expect(boxesOf(scene)).toMatchObject([{ max: [1, 12, 3] }]);
  });

  it('the box is decoded if the targets are normalized integers', async () => {
    const small = { ...positions([-127, 0, 0], [127, 0, 0]), componentType: 5120, normalized: true };
    const { scene } = await readGltf(morphed({ weights: [2] }, {}, [{ POSITION: 1 }], [small]));
    expect(boxesOf(scene)).toMatchObject([{ min: [-2, 0, 0], max: [3, 2, 3] }]);
  });

  it('a mesh is rejected if a morph target has no bounds', async () => {
    const content = morphed({ weights: [1] }, {}, [{ POSITION: 1 }], [{ ...wide, max: undefined }]);
    await expect(readGltf(content)).rejects.toThrow(
      'accessors[1].max is missing: without it, the size of meshes[0].primitives[0].targets[0].POSITION is unknown',
    );
  });
});

describe('mesh with a skin', () => {
  it('the box of a skinned mesh is oriented by the matrix of its joints if all are equal', async () => {
    const turn = [0, 0, 0.6, 0.8];
    const joints = [{ rotation: turn }, { rotation: turn }];
    const { scene } = await readGltf(skinned(joints, null, [0, 0, 0], [1, 1, 1]));
    const matrix = new Matrix4().makeRotationFromQuaternion(new Quaternion(...turn));
    expect(boxesOf(scene)).toMatchObject([{ min: [0, 0, 0], max: [1, 1, 1], matrix: matrix.elements }]);
  });

  it('the box of a skinned mesh is axis-aligned and holds the mesh under every joint, if the joints differ', async () => {
    const inverse = new Matrix4().makeTranslation(0, -4, 0);
    const joints = [{}, { translation: [0, 4, 10], scale: [2, 1, 1] }];
    const inverses = [new Matrix4().toArray(), inverse.toArray()];
    const { scene } = await readGltf(skinned(joints, inverses, [0, 0, 0], [1, 1, 1]));
    expect(boxesOf(scene)).toMatchObject([{ min: [0, 0, 0], max: [2, 1, 11], matrix: null }]);
  });

  it('the box of a skinned mesh holds every vertex for any weights', async () => {
    const number = fc.double({ min: -10, max: 10, noNaN: true });
    const triple = fc.tuple(number, number, number);
    const joint = fc.record({
      translation: triple,
      rotation: fc
        .tuple(number, number, number, number)
        .filter((numbers) => Math.hypot(...numbers) > 1)
        .map((numbers) => new Quaternion(...numbers).normalize().toArray()),
      inverse: fc.array(number, { minLength: 9, maxLength: 9 }),
    });
    const vertex = fc.record({ place: triple, weights: fc.array(fc.nat(100), { minLength: 3, maxLength: 3 }) });
    const skin = fc.record({
      joints: fc.array(joint, { minLength: 2, maxLength: 3 }),
      vertices: fc.array(vertex, { minLength: 1, maxLength: 20 }),
    });
    const folder = new Folder();
    const runs = { all: 0, withVertices: 0 };
    const property = fc.asyncProperty(skin, async ({ joints, vertices }) => {
      const axes = [0, 1, 2] as const;
      const min = axes.map((axis) => Math.min(...vertices.map(({ place }) => place[axis])));
      const max = axes.map((axis) => Math.max(...vertices.map(({ place }) => place[axis])));
      const inverses = joints.map(({ inverse: [a, b, c, d, e, f, g, h, i] }) =>
        [a, b, c, 0, d, e, f, 0, g, h, i, 0, 1, 2, 3, 1].map(Math.fround),
      );
      const nodes = joints.map(({ translation, rotation }) => ({ translation, rotation }));
      const { scene } = await readGltf(skinned(nodes, inverses, min, max), folder);
      const matrices = joints.map(({ translation, rotation }, at) =>
        new Matrix4()
          .compose(new Vector3(...translation), new Quaternion(...rotation), new Vector3(1, 1, 1))
          .multiply(new Matrix4().fromArray(inverses[at])),
      );
      runs.all++;
      // Equal joints give an oriented box, which is tested above.
      if (matrices.every((matrix) => matrix.equals(matrices[0]))) return;
      runs.withVertices++;
      expect(boxesOf(scene)).toMatchObject([{ matrix: null }]);
      const [box] = boxesOf(scene);
      for (const { place, weights } of vertices) {
        const used = matrices.map((matrix, at) => ({ matrix, weight: weights[at] + (at === 0 ? 1 : 0) }));
        const whole = used.reduce((sum, { weight }) => sum + weight, 0);
        const moved = new Vector3();
        for (const { matrix, weight } of used) {
          moved.addScaledVector(new Vector3(...place).applyMatrix4(matrix), weight / whole);
        }
        for (const axis of axes) {
          const coordinate = moved.getComponent(axis);
          expect(coordinate).toBeGreaterThanOrEqual(box.min[axis] - 1e-9);
          expect(coordinate).toBeLessThanOrEqual(box.max[axis] + 1e-9);
        }
      }
    });
    await search(2, property);
    expect(runs.withVertices).toBeGreaterThan(runs.all / 2);
  });

  it.each([
    ['skins[0].joints is empty, expected one or more', { joints: [] }],
    ['skins[0].joints[0] is 7, expected an index less than 1', { joints: [7] }],
    ['skins[0] has 2 joints, but 1 inverse bind matrices', { joints: [0, 0], inverseBindMatrices: 1 }],
    ['accessors[0].type is "VEC3", expected "MAT4"', { joints: [0], inverseBindMatrices: 0 }],
    [
      'inverse bind matrix 0 of skins[0] must have 0, 0, 0, 1 as its last row, got 0, 0, 0, 0',
      { joints: [0], inverseBindMatrices: 1 },
    ],
  ])('a skinned mesh is rejected: %s', async (message, skin) => {
    const zeros = { componentType: 5126, type: 'MAT4', count: 1 };
    const content = gltf([{ mesh: 0, skin: 0 }], [POSITION, zeros], {
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      skins: [skin],
    });
    await expect(readGltf(content)).rejects.toThrow(`scene.gltf: ${message}`);
  });

  it('a skinned mesh is rejected if it has instances, too', async () => {
    const node = { mesh: 0, skin: 0, extensions: { EXT_mesh_gpu_instancing: { attributes: { SCALE: 0 } } } };
    await expect(readGltf(gltf([node], [POSITION], { skins: [{ joints: [0] }] }))).rejects.toThrow(
      'scene.gltf: nodes[0] has a skin and instances, expected one of them',
    );
  });
});
