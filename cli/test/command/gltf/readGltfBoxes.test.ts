import fc from 'fast-check';
import { BoxScene } from 'slabtree';
import {
  BoxGeometry,
  DodecahedronGeometry,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Object3D,
  Quaternion,
  Vector3,
} from 'three';
import { describe, expect, it } from 'vitest';
import { backends } from '../../../../test/support/compare';
import { Random } from '../../../../test/support/random';
import { readGltfFile } from '../../../../test/support/readGltfFile';
import { search } from '../../../../test/support/runs';
import { Folder } from '../support/command';
import { exportGltf } from '../support/exportGltf';
import { compressedSample, dataUri, glb, instancedSample, placedSample, posedSample } from '../support/gltfSamples';
import { boxesOf, gltf, gltfOfInstances, numbersOf, POSITION, readGltf } from '../support/readGltf';

const SAMPLES = {
  placed: placedSample(),
  instanced: instancedSample(),
  posed: posedSample(),
  'compressed by EXT_meshopt_compression': await compressedSample('EXT_meshopt_compression'),
  'compressed by KHR_meshopt_compression': await compressedSample('KHR_meshopt_compression'),
};

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

  it.each([
    ['a .glb', true],
    ['a .gltf', false],
  ])('boxes are those of the meshes and instances, in their order, in %s of three.js', async (_, isBinary) => {
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
    const { scene, warnings } = await readGltf(await exportGltf(root, isBinary));
    expect(warnings).toEqual([]);
    expect(scene.size).toBe(70);
    const rays = Float64Array.from({ length: 6 * 2000 }, () => random.between(-30, 30));
    const [found, wanted] = [scene.raycastMany(rays), expected.raycastMany(rays)];
    expect(found.ids).toEqual(wanted.ids);
    // The matrices of instances are float32 in three.js.
    found.ts.forEach((t, i) => {
      if (t < Infinity) expect(Math.abs(t - wanted.ts[i])).toBeLessThan(1e-4);
    });
  });

  it.each(Object.entries(SAMPLES))('boxes are those of the reference reader: %s', async (_, { json, binary }) => {
    const [first = {}, ...others] = json.buffers ?? [];
    const at = (uri: string) => JSON.stringify({ ...json, buffers: [{ ...first, uri }, ...others] });
    const folder = new Folder();
    folder.write('a scene.bin', binary);
    const isPlaced = json.buffers === undefined;
    const files = isPlaced
      ? [Buffer.from(JSON.stringify(json))]
      : [Buffer.from(at(dataUri(binary))), Buffer.from(at('a%20scene.bin')), glb(JSON.stringify(json), binary)];
    for (const file of files) {
      const { scene, warnings } = await readGltf(file, folder);
      const expected = await readGltfFile(file, () => binary);
      expect(expected.length).toBeGreaterThan(2);
      expect(boxesOf(scene).map(numbersOf)).toEqual(expected.map(numbersOf));
      expect(warnings).toEqual([]);
    }
  });

  it('boxes keep the exact numbers of a matrix, even if it is sheared', async () => {
    const sheared = [0.1, 0.2, 0.3, 0, 1 / 3, 2, -0.7, 0, 0.25, 1e-9, 5, 0, 1e6, -0.1, 7, 1];
    const { scene } = await readGltf(gltf([{ mesh: 0, matrix: sheared }]));
    expect(boxesOf(scene)[0].matrix).toEqual(sheared);
  });

  it('the last number of a matrix counts as 1 if it is 1 up to a rounding', async () => {
    const matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1.000001];
    const { scene } = await readGltf(gltf([{ mesh: 0, matrix }]));
    expect(boxesOf(scene)[0].matrix?.[15]).toBe(1);
  });

  it.each(backends)('rays hit boxes like those with the matrices of the file, with backend %s', async (backend) => {
    const matrices = Array.from({ length: 300 }, () => Array.from(matrix().elements));
    const { scene } = await readGltf(gltf(matrices.map((elements) => ({ mesh: 0, matrix: elements }))));
    const bytes = scene.serialize();
    const read = BoxScene.deserialize(bytes, { backend });
    const expected = new BoxScene({ backend });
    for (const elements of matrices) {
      expected.addObb({ min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 2, z: 3 }, matrix: elements });
    }
    const rays = Float64Array.from({ length: 6 * 4000 }, () => random.between(-30, 30));
    expect(read.raycastMany(rays)).toEqual(expected.raycastMany(rays));
  });

  it('boxes have the bits of three.js for nested nodes', async () => {
    const number = fc.double({ min: -100, max: 100, noNaN: true });
    const rotation = fc
      .tuple(number, number, number, number)
      .filter((numbers) => Math.hypot(...numbers) > 1)
      .map((numbers) => new Quaternion(...numbers).normalize().toArray());
    const linear = fc.array(number, { minLength: 12, maxLength: 12 });
    const local = fc.oneof(
      linear.map((m) => ({ matrix: [0, 3, 6, 9].flatMap((at) => [...m.slice(at, at + 3), at === 9 ? 1 : 0]) })),
      fc.record(
        { translation: fc.tuple(number, number, number), rotation, scale: fc.tuple(number, number, number) },
        { requiredKeys: [] },
      ),
    );
    const tree = fc.array(fc.tuple(local, fc.nat()), { minLength: 1, maxLength: 12 });
    const property = fc.asyncProperty(tree, async (given) => {
      // Each node but the first is a child of one before it.
      const parents = given.map(([, at], index) => (index === 0 ? -1 : at % index));
      const children = (parent: number) => [...parents.keys()].filter((index) => parents[index] === parent);
      const nodes = given.map(([node], index) => ({ ...node, mesh: 0, children: children(index) }));
      const objects = given.map(([node]) => objectOf(node));
      for (const [index, object] of objects.entries()) {
        if (index > 0) objects[parents[index]].add(object);
      }
      objects[0].updateMatrixWorld(true);
      const { scene } = await readGltf(gltf(nodes), folder);
      const expected = new BoxScene();
      for (const { matrixWorld } of objects) {
        const box = { min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 2, z: 3 }, matrix: matrixWorld };
        try {
          expected.addObb(box);
        } catch {
          // A matrix without an inverse gives no box.
        }
      }
      expect(boxesOf(scene).map(numbersOf)).toEqual(boxesOf(expected).map(numbersOf));
    });
    const folder = new Folder();
    await search(1, property);
  });

  it('boxes have the bounds that the file declares, however the vertices are compressed', async () => {
    const positions = [
      POSITION,
      { ...POSITION, componentType: 5122, normalized: true, min: [-32767, 0, 0], max: [32767, 0, 0] },
    ];
    const { scene } = await readGltf(
      gltf([{ mesh: 0 }, { mesh: 1, scale: [9, 9, 9] }], positions, {
        extensionsUsed: ['KHR_draco_mesh_compression', 'KHR_mesh_quantization'],
        extensionsRequired: ['KHR_draco_mesh_compression', 'KHR_mesh_quantization'],
      }),
    );
    expect(scene.bounds).toEqual({ min: { x: -9, y: 0, z: 0 }, max: { x: 9, y: 2, z: 3 } });
  });

  it('boxes are those of the scene that the file names, or else of the first', async () => {
    const nodes = [{ mesh: 0 }, { mesh: 0, translation: [10, 0, 0] }, { children: [1] }, {}];
    const scenes = { scenes: [{ nodes: [0] }, { nodes: [2] }, {}] };
    const sizes = [];
    for (const more of [{}, scenes, { ...scenes, scene: 1 }, { ...scenes, scene: 2 }]) {
      const { scene } = await readGltf(gltf(nodes, [POSITION], more));
      sizes.push([scene.size, scene.bounds?.max.x]);
    }
    expect(sizes).toEqual([
      [2, 11],
      [1, 1],
      [1, 11],
      [0, undefined],
    ]);
  });

  it('zeros place boxes if the numbers of instances are not in the file', async () => {
    const numbers = { componentType: 5126, type: 'VEC3', count: 2 };
    const accessors = [numbers, { ...numbers, bufferView: 0 }];
    const { scene } = await readGltf(gltfOfInstances({ TRANSLATION: 1, SCALE: 2 }, accessors, [2, 2, 2, 3, 3, 3]));
    expect(scene.size).toBe(2);
    expect(scene.bounds).toEqual({ min: { x: 0, y: 0, z: 0 }, max: { x: 3, y: 6, z: 9 } });
  });

  it.each([
    ['in place of zeros', {}, [5, 6, 7], { min: { x: 0, y: 0, z: 0 }, max: { x: 6, y: 8, z: 10 } }],
    [
      'in place of other numbers',
      { bufferView: 0, byteOffset: 12 },
      [5, 6, 7, 1, 1, 1, 9, 9, 9, 2, 2, 2],
      { min: { x: 1, y: 1, z: 1 }, max: { x: 6, y: 8, z: 10 } },
    ],
  ])('sparse numbers place instances %s', async (_, base, floats, bounds) => {
    const [indices, values] = [{ bufferView: 1, componentType: 5121 }, { bufferView: 0 }];
    const sparse = { count: 1, indices, values };
    const numbers = { componentType: 5126, type: 'VEC3', count: 3, ...base, sparse };
    const { scene } = await readGltf(gltfOfInstances({ TRANSLATION: 1 }, [numbers], floats, [1]));
    expect(scene.size).toBe(3);
    expect(scene.bounds).toEqual(bounds);
  });

  it('many sparse numbers place instances, each at its own index', async () => {
    const places = [0, 1, 4, 5, 8, 11, 12, 19];
    const numbers = {
      ...{ componentType: 5126, type: 'VEC3', count: 20 },
      sparse: {
        count: places.length,
        indices: { bufferView: 1, componentType: 5121 },
        values: { bufferView: 0 },
      },
    };
    const values = places.flatMap((place) => [place + 1, 0, 0]);
    const { scene } = await readGltf(gltfOfInstances({ TRANSLATION: 1 }, [numbers], values, places));
    expect(boxesOf(scene).map(({ matrix }) => matrix?.[12])).toEqual(
      Array.from({ length: 20 }, (_, place) => (places.includes(place) ? place + 1 : 0)),
    );
  });

  it('boxes have the bounds that the file declares if the vertices are sparse', async () => {
    const sparse = { count: 1, indices: { bufferView: 0, componentType: 5121 }, values: { bufferView: 1 } };
    const { scene } = await readGltf(gltf([{ mesh: 0 }], [{ ...POSITION, sparse }]));
    expect(scene.bounds).toEqual({ min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 2, z: 3 } });
  });

  it('boxes do not need textures and buffers that are missing', async () => {
    const more = { images: [{ uri: 'nowhere.png' }], buffers: [{ uri: 'nowhere.bin', byteLength: 1e12 }] };
    const { scene } = await readGltf(gltf([{ mesh: 0 }], [POSITION], more));
    expect(scene.size).toBe(1);
  });

  it('boxes are read from a file with a byte order mark', async () => {
    const { scene } = await readGltf(`\uFEFF${gltf([{ mesh: 0 }])}`);
    expect(scene.size).toBe(1);
  });

  it('boxes are left out with a warning if a scale of 0 makes them flat', async () => {
    const nodes = [
      { mesh: 0, scale: [1, 0, 1], name: 'hidden' },
      { mesh: 0 },
      { scale: [0, 0, 0], children: [3] },
      { mesh: 0 },
    ];
    const { scene, warnings } = await readGltf(gltf(nodes));
    expect(scene.size).toBe(1);
    const reason = 'left out: box\\.matrix must not be singular, got a matrix without an inverse in float64; .*$';
    expect(warnings).toEqual([
      expect.stringMatching(`^scene.gltf: nodes\\[0\\], "hidden", is ${reason}`),
      expect.stringMatching(`^scene.gltf: nodes\\[3\\] is ${reason}`),
    ]);
  });

  it('boxes are left out with a warning if their corners are beyond float64', async () => {
    const position = { componentType: 5126, type: 'VEC3', count: 8, min: [0, 0, 0], max: [1e38, 1, 1] };
    const { scene, warnings } = await readGltf(gltf([{ mesh: 0, scale: [1e280, 1, 1] }, { mesh: 0 }], [position]));
    expect(scene.size).toBe(1);
    expect(warnings).toEqual([
      expect.stringMatching(
        /^scene\.gltf: nodes\[0\] is left out: box\.matrix must keep all corners below 1\.8e308, .*$/,
      ),
    ]);
  });

  it('boxes are left out with one warning for all flat instances of a node', async () => {
    const scales = { componentType: 5126, type: 'VEC3', count: 4, bufferView: 0 };
    const { scene, warnings } = await readGltf(
      gltfOfInstances({ SCALE: 1 }, [scales], [1, 1, 1, 0, 1, 1, 2, 2, 2, 0, 0, 0]),
    );
    expect(scene.size).toBe(2);
    expect(warnings).toEqual([
      expect.stringMatching(
        /^scene\.gltf: 2 of the 4 instances of nodes\[0\] are left out: box\.matrix must not be singular, .*$/,
      ),
    ]);
  });

  it('boxes have the names of their nodes, else of their meshes, else the paths of their nodes', async () => {
    const meshes = ['Stone', undefined].map((name) => ({ name, primitives: [{ attributes: { POSITION: 0 } }] }));
    const nodes = [
      { mesh: 0, name: 'Tower' },
      { name: 'nothing is here' },
      { mesh: 0 },
      { mesh: 1, name: ' ' },
      { mesh: 0, scale: [0, 0, 0], name: 'flat' },
      { mesh: 1, name: 'Bridge' },
    ];
    const { names } = await readGltf(gltf(nodes, [POSITION], { meshes }));
    expect(names).toEqual([
      [0, 'Tower'],
      [1, 'Stone'],
      [2, 'nodes[3]'],
      [3, 'Bridge'],
    ]);
  });

  it('boxes have the numbers of their instances', async () => {
    const { json, binary } = instancedSample();
    const { names } = await readGltf(glb(JSON.stringify(json), binary));
    expect(names).toEqual([
      [0, 'trees', 0],
      [3, 'nodes[2]', 0],
      [6, 'nodes[3]', 0],
    ]);
  });

  it('boxes keep the numbers that instances have in the file, if some are left out', async () => {
    const scales = { componentType: 5126, type: 'VEC3', count: 4, bufferView: 0 };
    const { names } = await readGltf(gltfOfInstances({ SCALE: 1 }, [scales], [1, 1, 1, 0, 1, 1, 2, 2, 2, 1, 1, 1]));
    expect(names).toEqual([
      [0, 'nodes[0]', 0],
      [1, 'nodes[0]', 2],
    ]);
  });

  it('the warning of a box that is left out cuts a long name, and is safe for a terminal', async () => {
    const content = gltf([{ mesh: 0, scale: [0, 0, 0], name: `\u009b31m\u202e${'x'.repeat(999)}` }]);
    const { warnings } = await readGltf(content);
    expect(warnings).toEqual([expect.stringContaining(`nodes[0], "\\u009b31m\\u202e${'x'.repeat(55)}"…, is left out`)]);
  });

  it('boxes are where the file puts them without its animations, with a warning', async () => {
    const { scene, warnings } = await readGltf(gltf([{ mesh: 0 }], [POSITION], { animations: [{}] }));
    expect(scene.size).toBe(1);
    expect(warnings).toEqual([expect.stringMatching(/^scene\.gltf: animations are not played: /)]);
  });
});

/** A node as an object of three.js. */
function objectOf(node: {
  matrix?: number[];
  translation?: number[];
  rotation?: number[];
  scale?: number[];
}): Object3D {
  const object = new Object3D();
  object.matrixAutoUpdate = node.matrix === undefined;
  if (node.matrix !== undefined) object.matrix.fromArray(node.matrix);
  if (node.translation !== undefined) object.position.fromArray(node.translation);
  if (node.rotation !== undefined) object.quaternion.fromArray(node.rotation);
  if (node.scale !== undefined) object.scale.fromArray(node.scale);
  return object;
}
