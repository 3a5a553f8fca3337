import { BoxScene } from 'slabtree';
import {
  BoxGeometry,
  DodecahedronGeometry,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Quaternion,
  Vector3,
} from 'three';
import { describe, expect, it } from 'vitest';
import { readGltfBoxes } from '../../src/command/readGltfBoxes';
import { Random } from '../support/random';
import { Folder } from './support/command';
import { exportGltf } from './support/exportGltf';

/** The scene of a glTF file, and what was said of it. */
async function read(name: string, content: string | Uint8Array): Promise<{ scene: BoxScene; warnings: string[] }> {
  const folder = new Folder();
  folder.write(name, content);
  const scene = new BoxScene();
  const warnings: string[] = [];
  await readGltfBoxes(`${folder.path}/${name}`, scene, (message) => warnings.push(message));
  return { scene, warnings };
}

/** A glTF whose meshes, with these positions each, have no vertices in the file. */
function gltf(nodes: object[], accessors: object[] = [POSITION], more: object = {}): string {
  const meshes = accessors.map((_, index) => ({ primitives: [{ attributes: { POSITION: index } }] }));
  return JSON.stringify({ asset: { version: '2.0' }, nodes, meshes, accessors, ...more });
}

/** A glTF with instances of one mesh: its view 0 is of the floats, its view 1 of the bytes that are indices. */
function gltfOfInstances(attributes: object, accessors: object[], floats: number[], indices: number[] = []): string {
  const bytes = Buffer.concat([Buffer.from(Float32Array.from(floats).buffer), Buffer.from(indices)]);
  return gltf([{ mesh: 0, extensions: { EXT_mesh_gpu_instancing: { attributes } } }], [POSITION, ...accessors], {
    buffers: [{ uri: `data:application/octet-stream;base64,${bytes.toString('base64')}`, byteLength: bytes.length }],
    bufferViews: [
      { buffer: 0, byteLength: 4 * floats.length },
      { buffer: 0, byteOffset: 4 * floats.length, byteLength: indices.length },
    ],
  });
}

const POSITION = { componentType: 5126, type: 'VEC3', count: 8, min: [0, 0, 0], max: [1, 2, 3] };

describe('boxes of a glTF', () => {
  const random = new Random(1);
  const matrix = () =>
    new Matrix4().compose(
      new Vector3(...random.triple(-20, 20)),
      new Quaternion(random.next(), random.next(), random.next(), random.next()).normalize(),
      new Vector3(random.sign(), 1, 1).multiplyScalar(random.between(0.5, 2)),
    );
  const geometries = [new BoxGeometry(1, 2, 3), new DodecahedronGeometry(2), new BoxGeometry(4, 1, 0)];
  const material = new MeshBasicMaterial();
  const root = new Group();
  for (let i = 0; i < 30; i++) {
    const parent = new Group();
    parent.applyMatrix4(matrix());
    const child = new Mesh(geometries[i % 3], material);
    child.applyMatrix4(matrix());
    root.add(parent.add(child));
  }
  const instances = new InstancedMesh(geometries[0], material, 40);
  for (let i = 0; i < 40; i++) instances.setMatrixAt(i, matrix());
  instances.applyMatrix4(matrix());
  root.add(instances);
  root.updateMatrixWorld();

  it.each(['scene.glb', 'scene.gltf'])(
    'of three.js, %s, are those around its meshes and instances, in their order',
    async (name) => {
      const expected = new BoxScene();
      root.traverse((object) => {
        if (!(object instanceof Mesh)) return;
        const { geometry, matrixWorld } = object as Mesh;
        geometry.computeBoundingBox();
        const box = geometry.boundingBox;
        if (box === null) throw new Error('a geometry has bounds');
        for (let i = 0; i < (object instanceof InstancedMesh ? object.count : 1); i++) {
          const local = new Matrix4();
          if (object instanceof InstancedMesh) object.getMatrixAt(i, local);
          expected.addObb({ min: box.min, max: box.max, matrix: new Matrix4().multiplyMatrices(matrixWorld, local) });
        }
      });
      const { scene, warnings } = await read(name, await exportGltf(root, name.endsWith('.glb')));
      expect(warnings).toEqual([]);
      expect(scene.size).toBe(70);
      const rays = Float64Array.from({ length: 6 * 2000 }, () => random.between(-30, 30));
      const [found, wanted] = [scene.raycastMany(rays), expected.raycastMany(rays)];
      expect(found.ids).toEqual(wanted.ids);
      // Three's matrices of instances are float32.
      found.ts.forEach((t, i) => {
        if (t < Infinity) expect(Math.abs(t - wanted.ts[i])).toBeLessThan(1e-4);
      });
    },
  );

  it('are as large as the file says, whatever its vertices are compressed by', async () => {
    const positions = [
      POSITION,
      { ...POSITION, componentType: 5122, normalized: true, min: [-32767, 0, 0], max: [32767, 0, 0] },
    ];
    const { scene } = await read(
      'small.gltf',
      gltf([{ mesh: 0 }, { mesh: 1, scale: [9, 9, 9] }], positions, {
        extensionsUsed: ['KHR_draco_mesh_compression', 'KHR_mesh_quantization'],
        extensionsRequired: ['KHR_draco_mesh_compression', 'KHR_mesh_quantization'],
      }),
    );
    expect(scene.bounds).toEqual({ min: { x: -9, y: 0, z: 0 }, max: { x: 9, y: 2, z: 3 } });
  });

  it('are those of the nodes in the scene that the file names', async () => {
    const nodes = [{ mesh: 0 }, { mesh: 0, translation: [10, 0, 0] }, { children: [1] }, {}];
    const scenes = { scenes: [{ nodes: [0] }, { nodes: [2] }, {}] };
    const sizes = [];
    for (const more of [{}, scenes, { ...scenes, scene: 1 }, { ...scenes, scene: 2 }]) {
      const { scene } = await read('scenes.gltf', gltf(nodes, [POSITION], more));
      sizes.push([scene.size, scene.bounds?.max.x]);
    }
    expect(sizes).toEqual([
      [2, 11],
      [1, 1],
      [1, 11],
      [0, undefined],
    ]);
  });

  it('are placed by zeros where the numbers of instances are not in the file', async () => {
    const numbers = { componentType: 5126, type: 'VEC3', count: 2 };
    const accessors = [numbers, { ...numbers, bufferView: 0 }];
    const { scene } = await read(
      'zeros.gltf',
      gltfOfInstances({ TRANSLATION: 1, SCALE: 2 }, accessors, [2, 2, 2, 3, 3, 3]),
    );
    expect(scene.size).toBe(2);
    expect(scene.bounds).toEqual({ min: { x: 0, y: 0, z: 0 }, max: { x: 3, y: 6, z: 9 } });
  });

  it.each([
    ['over zeros', {}, [5, 6, 7], { min: { x: 0, y: 0, z: 0 }, max: { x: 6, y: 8, z: 10 } }],
    [
      'over others',
      { bufferView: 0, byteOffset: 12 },
      [5, 6, 7, 1, 1, 1, 9, 9, 9, 2, 2, 2],
      { min: { x: 1, y: 1, z: 1 }, max: { x: 6, y: 8, z: 10 } },
    ],
  ])('are placed by sparse numbers of instances %s', async (_, base, floats, bounds) => {
    const [indices, values] = [{ bufferView: 1, componentType: 5121 }, { bufferView: 0 }];
    const sparse = { count: 1, indices, values };
    const numbers = { componentType: 5126, type: 'VEC3', count: 3, ...base, sparse };
    const { scene } = await read('sparse.gltf', gltfOfInstances({ TRANSLATION: 1 }, [numbers], floats, [1]));
    expect(scene.size).toBe(3);
    expect(scene.bounds).toEqual(bounds);
  });

  it('are as large as the file says where vertices are sparse', async () => {
    const sparse = { count: 1, indices: { bufferView: 0, componentType: 5121 }, values: { bufferView: 1 } };
    const { scene } = await read('sparse.gltf', gltf([{ mesh: 0 }], [{ ...POSITION, sparse }]));
    expect(scene.bounds).toEqual({ min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 2, z: 3 } });
  });

  it('do without textures that are not there', async () => {
    const { scene } = await read('bare.gltf', gltf([{ mesh: 0 }], [POSITION], { images: [{ uri: 'nowhere.png' }] }));
    expect(scene.size).toBe(1);
  });

  it('lack those that a scale of 0 makes flat, of which the person is told', async () => {
    const { scene, warnings } = await read(
      'flat.gltf',
      gltf([{ mesh: 0, scale: [1, 0, 1], name: 'hidden' }, { mesh: 0 }]),
    );
    expect(scene.size).toBe(1);
    expect(warnings).toEqual([
      expect.stringMatching(/flat\.gltf: nodes\[0\], "hidden", is left out: box\.matrix must/),
    ]);
  });

  it.each([
    ['is not JSON', '{\n  "asset" 1}', /bad\.gltf:2:11: not JSON: colon expected/],
    ['is of version 1', '{"asset": {"version": "1.0"}}', /bad\.gltf: not a valid glTF 2\.0 file: .*1\.0/],
    ['is empty', '', /bad\.gltf:1:1: not JSON/],
    ['is something else', '{}', /bad\.gltf: not a valid glTF 2\.0 file: /],
    [
      'has nodes with two parents',
      gltf([{ children: [2] }, { children: [2] }, {}]),
      /bad\.gltf: .*: nodes\[2\] is reached twice/,
    ],
    [
      'has nodes in a circle',
      gltf([{ children: [1] }, { children: [1] }]),
      /bad\.gltf: .*: nodes\[1\] is reached twice/,
    ],
    [
      'has a node twice in its scene',
      gltf([{}, { children: [0] }], [POSITION], { scenes: [{ nodes: [0, 1] }] }),
      /bad\.gltf: .*: nodes\[0\] is reached twice/,
    ],
    [
      'has nodes with a second parent that is not in the scene',
      gltf([{ children: [2] }, { children: [2] }, {}], [POSITION], { scenes: [{ nodes: [0] }] }),
      /bad\.gltf: .*: nodes\[2\] is reached twice/,
    ],
    [
      'has nothing but nodes in a circle, and no scenes',
      gltf([{ children: [1] }, { children: [0] }]),
      /bad\.gltf: .*: nodes\[0\] is below itself/,
    ],
    [
      'has nodes in a circle beside others, and no scenes',
      gltf([{ mesh: 0 }, { children: [3] }, { children: [1] }, { children: [2] }]),
      /bad\.gltf: .*: nodes\[1\] is below itself/,
    ],
    [
      'has a mesh without bounds',
      gltf([{ mesh: 0 }], [{ ...POSITION, min: undefined }]),
      /bad\.gltf: .*: positions must have/,
    ],
    [
      'is a .glb cut short',
      Buffer.from('676c5446020000001000000004000000', 'hex'),
      /bad\.gltf: not a valid glTF 2\.0 file: /,
    ],
  ])('are refused where the file %s', async (_, content, message) => {
    await expect(read('bad.gltf', content)).rejects.toThrow(message);
  });

  const placed = (accessor: number) => ({
    extensions: { EXT_mesh_gpu_instancing: { attributes: { SCALE: accessor } } },
  });
  const numbers = { componentType: 5126, type: 'VEC3', count: 1 };
  const sparse = { count: 1, indices: { bufferView: 0, componentType: 5121 }, values: { bufferView: 1 } };
  it.each([
    ['nodes[0].mesh is 7, expected an index less than 1', gltf([{ mesh: 7 }])],
    ['nodes[0].mesh is -1, ', gltf([{ mesh: -1 }])],
    ['nodes[0].mesh is "0", ', gltf([{ mesh: '0' }])],
    ['nodes[1].children[0] is 2, ', gltf([{}, { children: [2] }])],
    ['scene is 1, ', gltf([{}], [], { scene: 1, scenes: [{ nodes: [0] }] })],
    ['scene is 0, ', gltf([{}], [], { scene: 0 })],
    ['scenes[0].nodes[1] is 1, ', gltf([{}], [], { scenes: [{ nodes: [0, 1] }] })],
    [
      'meshes[0].primitives[0].attributes.POSITION is 1, ',
      gltf([{ mesh: 0 }], [POSITION], { meshes: [{ primitives: [{ attributes: { POSITION: 1 } }] }] }),
    ],
    ['nodes[0].extensions.EXT_mesh_gpu_instancing.attributes.SCALE is 3, ', gltf([placed(3)])],
    ['accessors[0].bufferView is 0, expected an index less than 0', gltf([placed(0)], [{ ...numbers, bufferView: 0 }])],
    ['accessors[0].sparse.indices.bufferView is 0, ', gltf([placed(0)], [{ ...numbers, sparse }])],
    [
      'accessors[0].sparse.values.bufferView is 1, ',
      gltf([placed(0)], [{ ...numbers, sparse }], {
        bufferViews: [{ buffer: 0, byteLength: 0 }],
        buffers: [{ uri: 'data:,', byteLength: 0 }],
      }),
    ],
    [
      'bufferViews[0].buffer is 2, ',
      gltf([placed(0)], [{ ...numbers, bufferView: 0 }], { bufferViews: [{ buffer: 2, byteLength: 12 }] }),
    ],
  ])('are refused where %s', async (message, content) => {
    await expect(read('bad.gltf', content)).rejects.toThrow(`bad.gltf: not a valid glTF 2.0 file: ${message}`);
  });

  it('are refused where a buffer is not there, by its name', async () => {
    const more = { buffers: [{ uri: 'nowhere.bin', byteLength: 1 }] };
    await expect(read('bad.gltf', gltf([{ mesh: 0 }], [POSITION], more))).rejects.toThrow('nowhere.bin');
  });
});
