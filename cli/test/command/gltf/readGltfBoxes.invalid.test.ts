import { MeshoptDecoder } from 'meshoptimizer/decoder';
import { MeshoptEncoder } from 'meshoptimizer/encoder';
import { describe, expect, it, vi } from 'vitest';
import { Folder } from '../support/command';
import { compressedSample, dataUri, glb } from '../support/gltfSamples';
import { gltf, gltfOfInstances, instanced, POSITION, readGltf, errorOf } from '../support/readGltf';

const VEC3 = { componentType: 5126, type: 'VEC3', count: 1 };
const VEC4 = { ...VEC3, type: 'VEC4' };

describe('invalid glTF files', () => {
  it.each([
    ['is not JSON', '{\n  "asset" 1}', 'scene.gltf:2:11: not JSON: colon expected'],
    ['is empty', '', 'scene.gltf:1:1: not JSON: value expected'],
    ['nests too deep', '['.repeat(1e6), 'scene.gltf:1:1001: nested more than 1000 levels deep'],
    [
      'nests too deep in one place',
      gltf([{}]).replace('{}', `{"extras": ${'['.repeat(5000)}${']'.repeat(5000)}}`),
      'scene.gltf:1:1045: nested more than 1000 levels deep',
    ],
    ['is not text', Uint8Array.of(0x89, 0x50, 0x4e, 0x47), 'scene.gltf: this is neither a .glb nor JSON in UTF-8'],
    ['is an array', '[]', 'scene.gltf: the JSON is an array of 0, expected an object'],
    ['is null', 'null', 'scene.gltf: the JSON is null, expected an object'],
    ['is an empty object', '{}', 'scene.gltf: asset.version is missing: this is not a glTF 2.0 file'],
    [
      'is of version 1',
      '{"asset": {"version": "1.0"}, "nodes": {"root": {}}}',
      'scene.gltf: asset.version is "1.0", expected "2.0": convert the file to glTF 2.0',
    ],
    [
      'needs a later version',
      '{"asset": {"version": "2.1", "minVersion": "2.1"}}',
      'scene.gltf: asset.minVersion is "2.1", expected "2.0": later versions are not supported',
    ],
  ])('a glTF is rejected if it %s', async (_, content, message) => {
    expect(await errorOf(content)).toBe(message);
  });

  it.each([
    [
      'is cut short in its header',
      '676c54460200000010',
      'the header of the .glb ends at byte 12, beyond the 9 bytes that hold it',
    ],
    [
      'is cut short',
      '676c5446020000001000000004000000',
      'the header of a chunk ends at byte 20, beyond the 16 bytes that hold it',
    ],
    [
      'is shorter than it says',
      '676c54460200000020000000',
      'the .glb ends at byte 32, beyond the 12 bytes that hold it',
    ],
    [
      'is shorter than its header',
      '676c54460200000004000000',
      'the header of a chunk ends at byte 20, beyond the 4 bytes that hold it',
    ],
    [
      'has a chunk that is shorter than it says',
      '676c54460200000014000000ffffff7f4a534f4e',
      'a chunk of the .glb ends at byte 2147483667, beyond the 20 bytes that hold it',
    ],
    ['does not begin with JSON', '676c54460200000014000000000000004e494200', 'the first chunk of the .glb is not JSON'],
    [
      'is of version 1',
      '676c5446010000001400000004000000000000007b7d2020',
      'the .glb has version 1, expected 2: convert it to glTF 2.0',
    ],
  ])('a .glb is rejected if it %s', async (_, bytes, message) => {
    expect(await errorOf(Buffer.from(bytes, 'hex'))).toBe(`scene.gltf: ${message}`);
  });

  it.each([
    ['nodes[0] is null, expected an object', gltf([null])],
    ['nodes is an object, expected an array', gltf([], [], { nodes: {} })],
    ['nodes[0].children is "1", expected an array', gltf([{ children: '1' }])],
    ['nodes[0].mesh is 7, expected an index less than 1', gltf([{ mesh: 7 }])],
    ['nodes[0].mesh is -1, expected an index less than 1', gltf([{ mesh: -1 }])],
    ['nodes[0].mesh is 0.5, expected an index less than 1', gltf([{ mesh: 0.5 }])],
    ['nodes[0].mesh is "0", expected an index less than 1', gltf([{ mesh: '0' }])],
    ['nodes[0].mesh is null, expected an index less than 1', gltf([{ mesh: null }])],
    ['nodes[0].name is 7, expected a string', gltf([{ mesh: 0, name: 7 }])],
    ['nodes[1].children[0] is 2, expected an index less than 2', gltf([{}, { children: [2] }])],
    [
      'nodes[1].children[0] is 2, which is already a child of nodes[0]',
      gltf([{ children: [2] }, { children: [2] }, {}]),
    ],
    ['nodes[0].children[1] is 1, which is already a child of nodes[0]', gltf([{ children: [1, 1] }, {}])],
    ['nodes[0] is its own descendant, or below a node that is', gltf([{ children: [1] }, { children: [0] }])],
    [
      'nodes[1] is its own descendant, or below a node that is',
      gltf([{ mesh: 0 }, { children: [3] }, { children: [1] }, { children: [2] }]),
    ],
    ['scene is 1, expected an index less than 1', gltf([{}], [], { scene: 1, scenes: [{ nodes: [0] }] })],
    ['scene is 0, expected an index less than 0', gltf([{}], [], { scene: 0 })],
    ['scenes[0].nodes[1] is 1, expected an index less than 1', gltf([{}], [], { scenes: [{ nodes: [0, 1] }] })],
    ['scenes[0].nodes[1] is 0, which is in the list already', gltf([{}], [], { scenes: [{ nodes: [0, 0] }] })],
    [
      'scenes[0].nodes[0] is 0, a child of nodes[1], expected a node without a parent',
      gltf([{}, { children: [0] }], [POSITION], { scenes: [{ nodes: [0, 1] }] }),
    ],
    ['nodes[0].translation is an array of 2, expected 3 numbers', gltf([{ translation: [1, 2] }])],
    ['nodes[0].translation[1] is null, expected a finite number', gltf([{ translation: [1, null, 2] }])],
    ['nodes[0].scale[0] is Infinity, expected a finite number', gltf([{ scale: [7, 1, 1] }]).replace('7', '1e999')],
    ['nodes[0].rotation must be a quaternion of length 1, got one of length 0', gltf([{ rotation: [0, 0, 0, 0] }])],
    ['nodes[0].matrix is an array of 1, expected 16 numbers', gltf([{ matrix: [1] }])],
    [
      'nodes[0].matrix must have 0, 0, 0, 1 as its last row, got 0, 1, 0, 1',
      gltf([{ matrix: [1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1] }]),
    ],
    [
      'nodes[0].matrix and nodes[0].scale are both there, expected one of them',
      gltf([{ matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], scale: [1, 1, 1] }]),
    ],
  ])('a glTF is rejected if %s', async (message, content) => {
    expect(await errorOf(content)).toBe(`scene.gltf: ${message}`);
  });

  it.each([
    [
      'min is missing: without it, the size of meshes[0].primitives[0].attributes.POSITION is unknown',
      { min: undefined },
    ],
    ['min is an array of 2, expected 3 numbers', { min: [0, 0] }],
    ['min[0] is null, expected a finite number', { min: [null, 0, 0] }],
    ['min[0] is "0", expected a finite number', { min: ['0', '0', '0'] }],
    ['min[1] must not be greater than its max, got 5 and 2', { min: [0, 5, 0] }],
    ['type is "SCALAR", expected "VEC3"', { type: 'SCALAR' }],
    ['componentType is 5124, expected 5120 or 5121 or 5122 or 5123 or 5125 or 5126', { componentType: 5124 }],
    ['normalized is 1, expected true or false', { normalized: 1 }],
    ['normalized is true, which accessors[0].componentType is 5126 cannot be', { normalized: true }],
  ])('a glTF is rejected if of its positions, %s', async (message, change) => {
    expect(await errorOf(gltf([{ mesh: 0 }], [{ ...POSITION, ...change }]))).toBe(
      `scene.gltf: accessors[0].${message}`,
    );
  });

  it('a glTF is rejected if a mesh has no primitives, or a primitive no attributes', async () => {
    const [meshes, primitives] = [[{}], [{ primitives: [{}] }]];
    expect(await errorOf(gltf([{ mesh: 0 }], [], { meshes }))).toBe('scene.gltf: meshes[0].primitives is missing');
    expect(await errorOf(gltf([{ mesh: 0 }], [], { meshes: primitives }))).toBe(
      'scene.gltf: meshes[0].primitives[0].attributes is missing',
    );
  });

  it('a glTF is rejected if morph targets make a mesh too large', async () => {
    const primitives = [{ attributes: { POSITION: 0 }, targets: [{ POSITION: 0 }] }];
    const content = gltf([{ mesh: 0, weights: [1e308] }], [POSITION], { meshes: [{ primitives }] });
    expect(await errorOf(content)).toBe(
      'scene.gltf: meshes[0].primitives[0] is too large once its morph targets have moved it',
    );
  });
});

describe('boxes beyond the largest float64', () => {
  const large = { scale: [1e200, 1e200, 1e200] };
  const scales = { ...VEC3, count: 2, bufferView: 0 };
  it.each([
    [
      'nodes[1] is',
      gltf([
        { ...large, children: [1] },
        { ...large, mesh: 0 },
      ]),
    ],
    [
      'instance 1 of nodes[0] is',
      gltfOfInstances({ SCALE: 1 }, [scales], [1, 1, 1, 3e38, 1, 1]).replace(
        '"mesh"',
        '"scale": [1e300, 1, 1], "mesh"',
      ),
    ],
  ])('a glTF is rejected because %s too large, or too far away, for float64', async (what, content) => {
    expect(await errorOf(content)).toBe(
      `scene.gltf: ${what} too large, or too far away, once the nodes above have placed it`,
    );
  });

  it('a glTF is rejected if a skin with equal joints puts a box beyond float64', async () => {
    const nodes = [{ mesh: 0, skin: 0 }, { ...large, children: [2] }, large];
    expect(await errorOf(gltf(nodes, [POSITION], { skins: [{ joints: [2] }] }))).toBe(
      'scene.gltf: a mesh is too large once skins[0] has placed it',
    );
  });
});

describe('invalid instances of a glTF', () => {
  const attributes = 'nodes[0].extensions.EXT_mesh_gpu_instancing.attributes';
  it.each([
    [`${attributes} is missing`, instanced(undefined), []],
    [`${attributes} has no TRANSLATION, ROTATION or SCALE`, instanced({ _ID: 0 }), []],
    [`${attributes}.SCALE is 3, expected an index less than 1`, instanced({ SCALE: 3 }), []],
    ['accessors[1].type is "SCALAR", expected "VEC3"', instanced({ TRANSLATION: 1 }), [{ ...VEC3, type: 'SCALAR' }]],
    ['accessors[1].count is -1, expected an integer of 0 or more', instanced({ SCALE: 1 }), [{ ...VEC3, count: -1 }]],
    [
      `${attributes} must have equal counts, got 1, 2`,
      instanced({ TRANSLATION: 1, SCALE: 2 }),
      [VEC3, { ...VEC3, count: 2 }],
    ],
    [
      'the rotation of instance 0 of nodes[0] must be a quaternion of length 1, got one of length 0',
      instanced({ ROTATION: 1 }),
      [VEC4],
    ],
    [
      'accessors[1].bufferView is 0, expected an index less than 0',
      instanced({ SCALE: 1 }),
      [{ ...VEC3, bufferView: 0 }],
    ],
  ])('instances are rejected if %s', async (message, node, accessors) => {
    expect(await errorOf(gltf([node], [POSITION, ...accessors]))).toBe(`scene.gltf: ${message}`);
  });

  /** One instance whose numbers are 12 bytes in a data URI, with some changes. */
  const changed = (accessor: object, view: object = {}, buffer: object = {}) =>
    gltf([instanced({ TRANSLATION: 1 })], [POSITION, { ...VEC3, bufferView: 0, ...accessor }], {
      bufferViews: [{ buffer: 0, byteLength: 12, ...view }],
      buffers: [{ uri: dataUri(new Uint8Array(12)), byteLength: 12, ...buffer }],
    });
  const sparse = { count: 1, indices: { bufferView: 0, componentType: 5121 }, values: { bufferView: 0 } };
  it.each([
    ['accessors[1] ends at byte 48, beyond the 12 bytes that hold it', changed({ count: 4 })],
    ['accessors[1] ends at byte 12000000000, beyond the 12 bytes that hold it', changed({ count: 1e9 })],
    ['accessors[1] ends at byte 16, beyond the 12 bytes that hold it', changed({ byteOffset: 4 })],
    ['accessors[1].byteOffset is -4, expected an integer of 0 or more', changed({ byteOffset: -4 })],
    ['accessors[1].count is 9007199254740992, expected an integer of 0 or more', changed({ count: 2 ** 53 })],
    ['accessors[1].type is "VEC4", expected "VEC3"', changed({ type: 'VEC4' })],
    ['bufferViews[0] ends at byte 24, beyond the 12 bytes that hold it', changed({ count: 2 }, { byteLength: 24 })],
    ['bufferViews[0] ends at byte 13, beyond the 12 bytes that hold it', changed({}, { byteOffset: 1 })],
    ['bufferViews[0].buffer is 2, expected an index less than 1', changed({}, { buffer: 2 })],
    ['bufferViews[0].byteStride is 8, expected an integer from 12 to 252', changed({}, { byteStride: 8 })],
    [
      'buffers[0] ends at byte 7200, beyond the 12 bytes that hold it',
      changed({ count: 600 }, { byteLength: 7200 }, { byteLength: 7200 }),
    ],
    ['buffers[0].byteLength is null, expected an integer of 0 or more', changed({}, {}, { byteLength: null })],
    ['buffers[0] has no uri, and the file has no binary chunk for it', changed({}, {}, { uri: undefined })],
    ['buffers[0].uri is 7, expected a string', changed({}, {}, { uri: 7 })],
    ['accessors[1].sparse.count is 2, expected an integer from 0 to 1', changed({ sparse: { ...sparse, count: 2 } })],
    [
      'accessors[1].sparse.indices.bufferView is 1, expected an index less than 1',
      changed({ sparse: { ...sparse, indices: { bufferView: 1, componentType: 5121 } } }),
    ],
    [
      'accessors[1].sparse.indices.componentType is 5126, expected 5121 or 5123 or 5125',
      changed({ sparse: { ...sparse, indices: { bufferView: 0, componentType: 5126 } } }),
    ],
    [
      'accessors[1].sparse.values ends at byte 24, beyond the 12 bytes that hold it',
      changed({ sparse: { ...sparse, values: { bufferView: 0, byteOffset: 12 } } }),
    ],
  ])('instances of a file are rejected if %s', async (message, content) => {
    expect(await errorOf(content)).toBe(`scene.gltf: ${message}`);
  });

  it('instances are rejected if sparse indices do not increase', async () => {
    const numbers = {
      ...VEC3,
      count: 3,
      bufferView: 0,
      sparse: { ...sparse, count: 2, indices: { bufferView: 1, componentType: 5121 } },
    };
    const content = (indices: number[]) =>
      gltfOfInstances({ SCALE: 1 }, [numbers], [1, 1, 1, 2, 2, 2, 3, 3, 3], indices);
    const rule = 'scene.gltf: accessors[1].sparse.indices must increase and be less than 3, but element 1 is';
    expect(await errorOf(content([1, 1]))).toBe(`${rule} 1`);
    expect(await errorOf(content([1, 3]))).toBe(`${rule} 3`);
  });

  it('instances are rejected if a number is not finite', async () => {
    const content = gltfOfInstances({ TRANSLATION: 1 }, [{ ...VEC3, bufferView: 0 }], [1, NaN, 2]);
    expect(await errorOf(content)).toBe('scene.gltf: element 0 of accessors[1] is 1,NaN,2, expected finite numbers');
  });

  it('instances are rejected if there are too many of them that take no bytes', async () => {
    const content = gltf([instanced({ SCALE: 1 })], [POSITION, { ...VEC3, count: 1e9 }]);
    expect(await errorOf(content)).toBe(
      `scene.gltf: there are 1000000000 boxes up to nodes[0], too many for ${content.length} bytes`,
    );
  });

  it('instances are rejected if several nodes have too many together', async () => {
    const node = instanced({ SCALE: 1 });
    const content = gltf([node, node], [POSITION, { ...VEC3, count: 300 }]);
    expect(content.length).toBeLessThan(600);
    expect(await errorOf(content)).toBe(
      `scene.gltf: there are 600 boxes up to nodes[1], too many for ${content.length} bytes`,
    );
  });

  it('instances are rejected if too many nodes share those in the file', async () => {
    const numbers = Array.from({ length: 3 * 2000 }, () => 1);
    const all = gltfOfInstances({ SCALE: 1 }, [{ ...VEC3, count: 2000, bufferView: 0 }], numbers);
    const node = JSON.stringify(instanced({ SCALE: 1 }));
    const content = (count: number) => all.replace(node, Array.from({ length: count }, () => node).join());
    expect((await readGltf(content(20))).scene.size).toBe(40_000);
    expect(await errorOf(content(200))).toMatch(
      /^scene\.gltf: there are \d+ boxes up to nodes\[\d+\], too many for \d+ bytes$/,
    );
  });

  it('instances are rejected if there are too many for a file, which counts once even under several names', async () => {
    const folder = new Folder();
    folder.write('scene.bin', new Uint8Array(1000));
    const names = Array.from({ length: 10 }, (_, index) => `${'./'.repeat(index)}scene.bin`);
    const translation = (index: number) => ({ ...VEC3, count: 1, bufferView: index });
    const nodes = names.map((_, index) => instanced({ TRANSLATION: index + 1 }));
    const unstored = instanced({ TRANSLATION: names.length + 1 });
    const accessors = [POSITION, ...names.map((_, index) => translation(index)), { ...VEC3, count: 6000 }];
    const content = gltf([...nodes, unstored], accessors, {
      bufferViews: names.map((_, buffer) => ({ buffer, byteLength: 12 })),
      buffers: names.map((uri) => ({ uri, byteLength: 12 })),
    });
    expect(await errorOf(content, folder)).toBe(
      `scene.gltf: there are 6010 boxes up to nodes[10], too many for ${content.length + 1000} bytes`,
    );
  });

  it.each([
    ['cannot be decompressed: its bytes are not what its mode says', { count: 80 }, 960],
    ['cannot be decompressed: its bytes are not what its mode says', { byteLength: 20 }, 480],
    ['.mode is "NONE", expected "ATTRIBUTES" or "TRIANGLES" or "INDICES"', { mode: 'NONE' }, 480],
    ['.filter is "COLOR", expected "NONE"', { mode: 'INDICES', filter: 'COLOR' }, 480],
    ['.byteStride is 5, which is not possible with mode ATTRIBUTES and filter NONE', { byteStride: 5 }, 480],
    [
      '.byteStride is 12, which is not possible with mode ATTRIBUTES and filter QUATERNION',
      { filter: 'QUATERNION' },
      480,
    ],
    ['.byteStride is 260, which is not possible with mode ATTRIBUTES and filter NONE', { byteStride: 260 }, 480],
    ['.count is 40, expected a multiple of 3', { mode: 'TRIANGLES', byteStride: 4 }, 480],
    ['.buffer is 2, expected an index less than 2', { buffer: 2 }, 480],
    [' ends at byte 1000000, beyond the ', { byteLength: 1e6 }, 480],
    [' decompresses to 12000000000 bytes, expected at most 2147483648', { count: 1e9 }, 12e9],
    [' decompresses to 1200000000 bytes, too many for ', { count: 1e8 }, 12e8],
  ])('instances are rejected if a compressed view %s', async (message, change, byteLength) => {
    const { json, binary } = await compressedSample();
    const [view, ...others] = json.bufferViews as { extensions: { EXT_meshopt_compression: object } }[];
    const EXT_meshopt_compression = { ...view.extensions.EXT_meshopt_compression, ...change };
    const bufferViews = [{ ...view, byteLength, extensions: { EXT_meshopt_compression } }, ...others];
    expect(await errorOf(glb(JSON.stringify({ ...json, bufferViews }), binary))).toContain(
      `scene.gltf: bufferViews[0].extensions.EXT_meshopt_compression${message.startsWith('cannot') ? ' ' : ''}${message}`,
    );
  });

  it('instances are rejected if compressed views decompress to too many bytes together', async () => {
    await MeshoptEncoder.ready;
    // Scales of 1 compress to almost nothing.
    const count = 5000;
    const scales = new Uint8Array(Float32Array.from({ length: 3 * count }, () => 1).buffer);
    const binary = MeshoptEncoder.encodeGltfBuffer(scales, count, 12, 'ATTRIBUTES', 0);
    const compression = { buffer: 0, byteLength: binary.length, byteStride: 12, count, mode: 'ATTRIBUTES' };
    const view = { buffer: 0, byteLength: scales.length, extensions: { EXT_meshopt_compression: compression } };
    const content = (views: number) => {
      const indices = [...Array(views).keys()];
      const nodes = indices.map((index) => instanced({ SCALE: index + 1 }));
      const accessors = [POSITION, ...indices.map((bufferView) => ({ ...VEC3, count, bufferView }))];
      const more = { bufferViews: indices.map(() => view), buffers: [{ byteLength: binary.length }] };
      return glb(gltf(nodes, accessors, more).padEnd(40_000), binary);
    };
    expect((await readGltf(content(3))).scene.size).toBe(3 * count);
    expect(await errorOf(content(70))).toMatch(
      /^scene\.gltf: bufferViews\[\d+\]\.extensions\.EXT_meshopt_compression decompresses to 60000 bytes, too many together with the other views$/,
    );
  });

  it('a lack of memory for decompression is a memory error, which does not blame the bytes', async () => {
    const { json, binary } = await compressedSample();
    const decode = vi.spyOn(MeshoptDecoder, 'decodeGltfBuffer').mockImplementation(() => {
      throw new RangeError('offset is out of bounds');
    });
    await expect(readGltf(glb(JSON.stringify(json), binary))).rejects.toThrow(RangeError);
    await expect(readGltf(glb(JSON.stringify(json), binary))).rejects.toThrow('no memory to decompress bufferViews[0]');
    decode.mockRestore();
  });
});

describe('names of a glTF that repeat too much', () => {
  const long = (letter: string) => ({ name: letter.repeat(5000), primitives: [{ attributes: { POSITION: 0 } }] });
  const count = 200;
  const scales = Buffer.from(Float32Array.from({ length: 3 * count }, (_, at) => Math.floor(at / 3) % 2).buffer);
  it.each([
    ['two meshes that alternate', Array.from({ length: count }, (_, index) => ({ mesh: index % 2 }))],
    ['instances of which every other one is left out', [instanced({ SCALE: 1 })]],
  ])('names are rejected if they would make the scene file much larger than the glTF: %s', async (_, nodes) => {
    const content = gltf(nodes, [POSITION, { componentType: 5126, type: 'VEC3', count, bufferView: 0 }], {
      meshes: [long('a'), long('b')],
      bufferViews: [{ buffer: 0, byteLength: scales.length }],
      buffers: [{ uri: dataUri(scales), byteLength: scales.length }],
    });
    expect(await errorOf(content)).toMatch(
      /^scene\.gltf: the names of the boxes have \d+ characters or more, too many for \d+ bytes: shorten the names/,
    );
    expect((await readGltf(content.replaceAll(/([ab])\1{4999}/g, '$1'))).scene.size).toBeGreaterThan(0);
  });
});
