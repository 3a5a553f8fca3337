import { describe, expect, it } from 'vitest';
import { readGltfTriangles } from '../../../../test/support/readGltfFile';
import { Folder } from '../support/command';
import { compressedTrianglesSample, dataUri, glb, type GltfSample, triangleSample } from '../support/gltfSamples';
import { errorOf, readTriangles } from '../support/readGltf';

/** The text of a sample whose binary is in it. */
function textOf({ json, binary }: GltfSample): string {
  const [first = {}, ...others] = json.buffers ?? [];
  return JSON.stringify({ ...json, buffers: [{ ...first, uri: dataUri(binary) }, ...others] });
}

/** A glTF of one primitive over three vertices, and a node that places it. */
function oneTriangle(primitive: object, more: object = {}): string {
  const numbers = Buffer.from(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0).buffer);
  const indices = Buffer.from([0, 1, 2, 7]);
  const binary = Buffer.concat([numbers, indices]);
  return JSON.stringify({
    asset: { version: '2.0' },
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, ...primitive }] }],
    accessors: [
      { componentType: 5126, type: 'VEC3', count: 3, bufferView: 0 },
      { componentType: 5121, type: 'SCALAR', count: 3, bufferView: 1 },
      { componentType: 5121, type: 'SCALAR', count: 4, bufferView: 1 },
      { componentType: 5121, type: 'SCALAR', count: 3, bufferView: 1, byteOffset: 1 },
      { componentType: 5126, type: 'VEC3', count: 2, bufferView: 0 },
      { componentType: 5126, type: 'VEC3', count: 3 },
      { componentType: 5126, type: 'VEC3', count: 1e9 },
    ],
    bufferViews: [
      { buffer: 0, byteLength: 36 },
      { buffer: 0, byteOffset: 36, byteLength: 4 },
    ],
    buffers: [{ byteLength: 40, uri: dataUri(binary) }],
    ...more,
  });
}

describe('triangles of a glTF', async () => {
  const sample = triangleSample();

  it.each([
    ['of every kind', sample, 10],
    ['compressed by meshoptimizer', await compressedTrianglesSample(), 0],
  ])('triangles are those of the reference reader, at the same places: %s', async (_, sample, least) => {
    const files = [Buffer.from(textOf(sample)), glb(JSON.stringify(sample.json), sample.binary)];
    for (const file of files) {
      const { scene } = await readTriangles(file);
      const expected = await readGltfTriangles(file, (uri) => Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64'));
      expect(expected.length).toBeGreaterThan(least);
      expect(scene.placed).toEqual(expected);
    }
  });

  it('triangles are one mesh where primitives share them', async () => {
    const { scene } = await readTriangles(textOf(sample));
    // Mesh 0, the four others of mesh 1, mesh 2, mesh 3 with two poses, and mesh 4 with its skin.
    expect(scene.vertices).toHaveLength(9);
  });

  it('triangles have float32 vertices if these are exact, and only the vertices of their corners', async () => {
    const { scene } = await readTriangles(textOf(sample));
    expect(scene.vertices).toEqual([
      '8 Float32Array',
      '8 Float32Array',
      '9 Float32Array',
      '9 Float32Array',
      '4 Float32Array',
      '4 Float64Array',
      '9 Float64Array',
      '9 Float64Array',
      '8 Float64Array',
    ]);
  });

  it('triangles have the names of their nodes, and the numbers of their instances', async () => {
    const { scene, names } = await readTriangles(textOf(sample));
    expect(names.slice(0, 2)).toEqual([
      [0, 'sheet'],
      [1, 'parts'],
    ]);
    // A mesh of five primitives, at two places.
    const instances = names.filter(([, name]) => name === 'nodes[4]');
    expect(instances).toEqual([7, 9, 11, 13, 15].map((id) => [id, 'nodes[4]', 0]));
    expect(scene.size).toBe(scene.placed.length);
  });

  it.each([
    // The first is (0, 0), (1, 0), (0, 1), and the second the other half of the square: v1, v3, v2, as i is odd.
    ['a strip', 5, [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0], [1, 0], [1, 1], [0, 1]],
    // v2, v3, v0.
    ['a fan', 6, [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], [1, 1], [0, 1], [0, 0]],
  ])(
    'triangles have their corners in the order of the specification, in %s, too',
    async (_, mode, positions, a, b, c) => {
      const binary = Buffer.from(Float32Array.from(positions).buffer);
      const file = JSON.stringify({
        asset: { version: '2.0' },
        nodes: [{ mesh: 0 }],
        meshes: [{ primitives: [{ attributes: { POSITION: 0 }, mode }] }],
        accessors: [{ componentType: 5126, type: 'VEC3', count: 4, bufferView: 0 }],
        bufferViews: [{ buffer: 0, byteLength: 48 }],
        buffers: [{ byteLength: 48, uri: dataUri(binary) }],
      });
      const { scene } = await readTriangles(file);
      // At 1/4 of a, 1/2 of b, 1/4 of c, which is exact in float64.
      const [x, y] = [0, 1].map((k) => a[k] / 4 + b[k] / 2 + c[k] / 4);
      const down = { origin: { x, y, z: 2 }, direction: { x: 0, y: 0, z: -1 } };
      expect(scene.raycast(down)).toMatchObject({ t: 2, triangle: 1, u: 0.5, v: 0.25, front: true });
    },
  );

  it('rays hit the triangles', async () => {
    const { scene } = await readTriangles(oneTriangle({ indices: 1 }));
    const ray = { origin: { x: 0.25, y: 0.5, z: 2 }, direction: { x: 0, y: 0, z: -1 } };
    expect(scene.raycast(ray)).toMatchObject({ id: 0, t: 2, triangle: 0, u: 0.25, v: 0.5, front: true });
  });

  it('triangles are left out, with a warning, where a matrix has no inverse or a primitive no triangles', async () => {
    const lines = { attributes: { POSITION: 0 }, mode: 1 };
    const none = { attributes: { POSITION: 4 }, mode: 5 };
    const { scene, warnings } = await readTriangles(
      oneTriangle(
        {},
        {
          meshes: [{ primitives: [lines, { attributes: { POSITION: 0 } }, none] }],
          nodes: [{ mesh: 0 }, { mesh: 0, scale: [0, 1, 1] }],
        },
      ),
    );
    expect(scene.size).toBe(1);
    expect(warnings).toEqual([
      'scene.gltf: meshes[0].primitives[0] is left out: it has no triangles',
      'scene.gltf: meshes[0].primitives[2] is left out: it has no triangles',
      expect.stringMatching(/^scene\.gltf: nodes\[1\] is left out: box\.matrix must not be singular/),
    ]);
  });

  it('triangles are left out, with a warning, where a matrix puts their corners beyond float64', async () => {
    const nodes = [
      { mesh: 0, scale: [1e308, 1, 1] },
      { mesh: 0, scale: [1e308, 1, 1], translation: [1e308, 0, 0] },
    ];
    const { scene, warnings } = await readTriangles(oneTriangle({}, { nodes }));
    expect(scene.size).toBe(1);
    expect(scene.bounds?.max.x).toBe(1e308);
    expect(warnings).toEqual([
      expect.stringMatching(/^scene\.gltf: nodes\[1\] is left out: box\.matrix must keep all corners below 1\.8e308, /),
    ]);
  });

  it('triangles are read uncompressed if the file has them, too', async () => {
    const extensions = { KHR_draco_mesh_compression: { bufferView: 9, attributes: { POSITION: 0 } } };
    const { scene } = await readTriangles(oneTriangle({ extensions }));
    expect(scene.size).toBe(1);
  });
});

describe('invalid triangles of a glTF', () => {
  const draco = { KHR_draco_mesh_compression: { bufferView: 9, attributes: { POSITION: 0 } } };
  const skinned = { nodes: [{ mesh: 0, skin: 0 }], skins: [{ joints: [0] }] };
  const four = { componentType: 5121, type: 'VEC4', count: 3 };
  const joints = (value: number) => ({
    ...skinned,
    accessors: [
      { componentType: 5126, type: 'VEC3', count: 3, bufferView: 0 },
      { ...four, count: 3, bufferView: 1 },
      { ...four, componentType: 5126 },
    ],
    bufferViews: [
      { buffer: 0, byteLength: 36 },
      { buffer: 1, byteLength: 12 },
    ],
    buffers: [
      { byteLength: 36, uri: dataUri(new Uint8Array(36)) },
      { byteLength: 12, uri: dataUri(new Uint8Array(12).fill(value)) },
    ],
  });

  it.each([
    [
      'if they are compressed by Draco',
      oneTriangle({ attributes: { POSITION: 5 }, extensions: draco }),
      'meshes[0].primitives[0] is compressed by KHR_draco_mesh_compression, which --triangles does not read: save the file without Draco',
    ],
    [
      'if an index leads beyond the vertices',
      oneTriangle({ indices: 3 }),
      'meshes[0].primitives[0] has 3 vertices, but its index 2 is 7',
    ],
    [
      'if corners are missing',
      oneTriangle({ attributes: { POSITION: 4 } }),
      'meshes[0].primitives[0] has 2 corners, expected three for each triangle',
    ],
    [
      'if the mode is unknown',
      oneTriangle({ mode: 7 }),
      'meshes[0].primitives[0].mode is 7, expected 0 or 1 or 2 or 3 or 4 or 5 or 6',
    ],
    ['if indices are not integers', oneTriangle({ indices: 0 }), 'accessors[0].type is "VEC3", expected "SCALAR"'],
    [
      'if there are far more vertices than bytes',
      oneTriangle({ attributes: { POSITION: 6 } }),
      /^there are 1000000000 vertices and corners up to accessors\[6\], too many for \d+ bytes$/,
    ],
    [
      'if a morph target has another number of vertices',
      oneTriangle({ targets: [{ POSITION: 4 }] }, { nodes: [{ mesh: 0, weights: [1] }] }),
      'meshes[0].primitives[0].targets[0].POSITION has 2 elements, expected 3, one for each vertex',
    ],
    [
      'if a skinned mesh has no joints',
      oneTriangle({}, skinned),
      'meshes[0].primitives[0].attributes.JOINTS_0 is missing',
    ],
    [
      'if a joint is not one of the skin',
      oneTriangle({ attributes: { POSITION: 0, JOINTS_0: 1, WEIGHTS_0: 2 } }, joints(3)),
      'joint 3 of vertex 0 of meshes[0].primitives[0] is not one of the 1 of its skin',
    ],
  ])('triangles are rejected %s', async (_, content, message) => {
    const found = await errorOf(content, new Folder(), { triangles: true });
    expect(found).toMatch(/^scene\.gltf: /);
    const problem = found.slice('scene.gltf: '.length);
    if (typeof message === 'string') expect(problem).toBe(message);
    else expect(problem).toMatch(message);
  });
});
