import { MeshoptEncoder } from 'meshoptimizer/encoder';

/** A glTF. The binary is its buffer 0. */
export interface GltfSample {
  json: { buffers?: object[] } & Record<string, unknown>;
  binary: Uint8Array;
}

/** Puts parts into one binary, a buffer view each. Every view begins at a multiple of 8. */
function viewsOf(...parts: ArrayBufferView[]): { binary: Uint8Array; bufferViews: object[] } {
  let binary = Buffer.alloc(0);
  const bufferViews = parts.map(({ buffer, byteOffset, byteLength }) => {
    const view = { buffer: 0, byteOffset: binary.length, byteLength };
    const padding = Buffer.alloc((8 - (byteLength % 8)) % 8);
    binary = Buffer.concat([binary, new Uint8Array(buffer, byteOffset, byteLength), padding]);
    return view;
  });
  return { binary, bufferViews };
}

const asset = { version: '2.0', generator: 'slabtree' };
const POSITION = { componentType: 5126, type: 'VEC3', count: 8, min: [-1, -2, -3], max: [1, 2, 3] };
const mesh = (position: number) => ({ primitives: [{ attributes: { POSITION: position } }] });

/** Nested nodes, placed by matrices or by translation, rotation and scale, in two scenes. It needs no bytes. */
export function placedSample(): GltfSample {
  const json = {
    asset,
    scene: 1,
    scenes: [{ nodes: [0] }, { name: 'main', nodes: [1, 5] }],
    nodes: [
      { mesh: 0 },
      { name: 'house', children: [2, 3], matrix: [2, 0, 0, 0, 0.5, 3, 0, 0, 0, 0, 1, 0, 7, 8, 9, 1] },
      { name: 'door', mesh: 0, translation: [1, 2, 3], rotation: [0.5, 0.5, 0.5, 0.5], scale: [1, 2, 0.5] },
      { children: [4], rotation: [0, 0.6, 0, 0.8] },
      { mesh: 1, translation: [0.1, 0.2, 0.3], extras: { floor: 2 } },
      { mesh: 2, scale: [-1, 1, 1] },
    ],
    meshes: [mesh(0), { primitives: [...mesh(0).primitives, ...mesh(1).primitives] }, mesh(2)],
    accessors: [
      POSITION,
      { ...POSITION, min: [-5, 0, 0], max: [0, 0, 9], bufferView: 77 },
      { ...POSITION, componentType: 5122, normalized: true, min: [-32767, 0, -5], max: [32767, 1, 5] },
    ],
  };
  return { json, binary: new Uint8Array() };
}

/** Instances whose numbers are interleaved, sparse, normalized or missing. */
export function instancedSample(): GltfSample {
  const interleaved = Float32Array.from([1, 2, 3, 1, 1, 1, 4, 5, 6, 2, 2, 2, 7, 8, 9, 3, 3, 3]);
  const rotations = Int16Array.from([0, 0, 0, 32767, 0, 19660, 0, 26214, 16384, 16384, 16384, 16384]);
  const { binary, bufferViews } = viewsOf(interleaved, rotations, Uint16Array.of(1), Float32Array.of(10, 20, 30));
  const numbers = { componentType: 5126, type: 'VEC3', count: 3 };
  const sparse = { count: 1, indices: { bufferView: 2, componentType: 5123 }, values: { bufferView: 3 } };
  const instancing = (attributes: object) => ({ EXT_mesh_gpu_instancing: { attributes } });
  const json = {
    asset,
    extensionsUsed: ['EXT_mesh_gpu_instancing'],
    nodes: [
      { translation: [0, 0, 5], children: [1, 2] },
      { name: 'trees', mesh: 0, extensions: instancing({ TRANSLATION: 1, ROTATION: 2, SCALE: 3 }) },
      { mesh: 0, extensions: instancing({ TRANSLATION: 4 }) },
      { mesh: 0, extensions: instancing({ TRANSLATION: 5, ROTATION: 2 }) },
    ],
    meshes: [mesh(0)],
    accessors: [
      POSITION,
      { ...numbers, bufferView: 0 },
      { componentType: 5122, normalized: true, type: 'VEC4', count: 3, bufferView: 1 },
      { ...numbers, bufferView: 0, byteOffset: 12 },
      { ...numbers, sparse },
      { ...numbers, bufferView: 0, sparse },
    ],
    bufferViews: [{ ...bufferViews[0], byteStride: 24 }, ...bufferViews.slice(1)],
    buffers: [{ byteLength: binary.length }],
  };
  return { json, binary };
}

/** A mesh with morph targets, a skin with equal joint matrices, and a skin with different ones. */
export function posedSample(): GltfSample {
  const moved = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1];
  const back = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -6, 0, 1];
  const { binary, bufferViews } = viewsOf(
    Float32Array.from([...moved, ...back]),
    Float32Array.from([...back, ...back]),
  );
  const inverses = { componentType: 5126, type: 'MAT4', count: 2 };
  const targets = [{ POSITION: 1 }, { NORMAL: 1 }, { POSITION: 2 }];
  const json = {
    asset,
    scenes: [{ nodes: [0, 1, 2, 3] }],
    nodes: [
      { mesh: 0, weights: [0.5, 1, -1] },
      { mesh: 0, skin: 0, translation: [99, 99, 99] },
      { mesh: 0, skin: 1 },
      { children: [4, 5], scale: [2, 2, 2] },
      { rotation: [0.6, 0, 0, 0.8], name: 'hip' },
      { translation: [0, 6, 0] },
    ],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, targets }], weights: [0, 0, 2] }],
    skins: [
      { joints: [4, 5], inverseBindMatrices: 3 },
      { joints: [5, 5], inverseBindMatrices: 4, skeleton: 3 },
    ],
    accessors: [
      POSITION,
      { ...POSITION, min: [-1, 0, 0], max: [2, 0.5, 0] },
      { ...POSITION, min: [-0.1, 0, 0], max: [0.2, 0.5, 0.25] },
      { ...inverses, bufferView: 0 },
      { ...inverses, bufferView: 1 },
    ],
    bufferViews,
    buffers: [{ byteLength: binary.length }],
  };
  return { json, binary };
}

/** Instances compressed by meshoptimizer, with and without filters. The fallback buffer has no bytes. */
export async function compressedSample(extension = 'EXT_meshopt_compression', count = 40): Promise<GltfSample> {
  await MeshoptEncoder.ready;
  const translations = Float32Array.from({ length: 3 * count }, (_, at) => Math.fround(at * 0.37));
  const turns = Float32Array.from({ length: 4 * count }, (_, at) => [0, 0.6, 0, 0.8][at % 4]);
  const scales = Float32Array.from({ length: 3 * count }, (_, at) => 1 + (at % 4) / 4);
  const filtered = [
    { bytes: new Uint8Array(translations.buffer), byteStride: 12 },
    { bytes: MeshoptEncoder.encodeFilterQuat(turns, count, 8, 16), byteStride: 8, filter: 'QUATERNION' },
    { bytes: MeshoptEncoder.encodeFilterExp(scales, count, 12, 15), byteStride: 12, filter: 'EXPONENTIAL' },
  ];
  const parts = filtered.map(({ bytes, byteStride }) =>
    MeshoptEncoder.encodeGltfBuffer(bytes, count, byteStride, 'ATTRIBUTES', extension.startsWith('KHR') ? 1 : 0),
  );
  const { binary, bufferViews } = viewsOf(...parts);
  let byteOffset = 0;
  const views = filtered.map(({ bytes, byteStride, filter }, at) => {
    const compression = { ...bufferViews[at], byteStride, count, mode: 'ATTRIBUTES', ...(filter && { filter }) };
    const view = { buffer: 1, byteOffset, byteLength: bytes.length, extensions: { [extension]: compression } };
    byteOffset += bytes.length;
    return view;
  });
  const attributes = { TRANSLATION: 1, ROTATION: 2, SCALE: 3 };
  const json = {
    asset,
    extensionsRequired: ['EXT_mesh_gpu_instancing', extension],
    nodes: [{ mesh: 0, extensions: { EXT_mesh_gpu_instancing: { attributes } } }],
    meshes: [mesh(0)],
    accessors: [
      POSITION,
      { componentType: 5126, type: 'VEC3', count, bufferView: 0 },
      { componentType: 5122, normalized: true, type: 'VEC4', count, bufferView: 1 },
      { componentType: 5126, type: 'VEC3', count, bufferView: 2 },
    ],
    bufferViews: views,
    buffers: [
      { byteLength: binary.length },
      { byteLength: byteOffset, extensions: { [extension]: { fallback: true } } },
    ],
  };
  return { json, binary };
}

/** Triangles of every kind: indexed or not, strips and fans, quantized, sparse, morphed, skinned, instanced. */
export function triangleSample(): GltfSample {
  const grid = Float32Array.from(
    { length: 27 },
    (_, at) => [Math.floor(at / 3) % 3, Math.floor(at / 9), at % 2][at % 3],
  );
  // Each vertex takes 8 bytes: three numbers, and two bytes that mean nothing.
  const quantized = Int16Array.of(32767, -32768, 0, 7, 0, 32767, 5, 7, -20000, 1, 32767, 7, 9, 9, 9, 7);
  const turned = [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 5, 1];
  const { binary, bufferViews } = viewsOf(
    grid,
    Uint16Array.of(0, 1, 3, 1, 4, 3, 1, 2, 4, 2, 5, 4, 3, 4, 6, 4, 7, 6),
    // Vertex 5 is there twice, to go on elsewhere.
    Uint8Array.of(0, 3, 1, 4, 2, 5, 5, 8, 7, 8),
    quantized,
    Uint32Array.of(0, 1, 2, 2, 1, 3),
    Uint8Array.of(4, 8),
    Float32Array.of(0, 0, 0.25, 1, 2, 3),
    Uint8Array.from({ length: 36 }, (_, at) => [0, 1, 1, 0][at % 4]),
    Float32Array.from({ length: 36 }, (_, at) => [0.25, 0.25, 0.5, 0][at % 4]),
    Float32Array.from([...turned, ...turned]),
    Float32Array.of(0, 0, 9, 5, 5, 9),
  );
  const vec3 = { componentType: 5126, type: 'VEC3' };
  const scalar = { type: 'SCALAR' };
  const json = {
    asset,
    extensionsUsed: ['EXT_mesh_gpu_instancing', 'KHR_mesh_quantization'],
    nodes: [
      { translation: [0.1, 0.2, 0.3], children: [1, 2] },
      { name: 'sheet', mesh: 0, scale: [1, 2, -3] },
      { name: 'parts', mesh: 1 },
      { mesh: 2, rotation: [0, 0.6, 0, 0.8] },
      { mesh: 1, extensions: { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 10 } } } },
      { mesh: 3 },
      { mesh: 3, weights: [0.5, 0] },
      { mesh: 4, skin: 0, translation: [99, 99, 99] },
      { rotation: [0.6, 0, 0, 0.8] },
      { translation: [0, 6, 0] },
      { mesh: 0, scale: [0, 1, 1] },
    ],
    meshes: [
      { primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] },
      {
        primitives: [
          { attributes: { POSITION: 0 }, indices: 2, mode: 5 },
          { attributes: { POSITION: 0 }, mode: 6, material: 3 },
          { attributes: { POSITION: 0 }, mode: 4 },
          // The triangles of mesh 0, and some of them.
          { attributes: { POSITION: 0 }, indices: 1, material: 4 },
          { attributes: { POSITION: 0 }, indices: 11 },
        ],
      },
      { primitives: [{ attributes: { POSITION: 3 }, indices: 4 }] },
      { primitives: [{ attributes: { POSITION: 0 }, targets: [{ POSITION: 5 }, { NORMAL: 0 }] }], weights: [-1, 1] },
      { primitives: [{ attributes: { POSITION: 0, JOINTS_0: 7, WEIGHTS_0: 8 }, indices: 1 }] },
    ],
    skins: [{ joints: [8, 9], inverseBindMatrices: 9 }],
    accessors: [
      { ...vec3, count: 9, bufferView: 0 },
      { ...scalar, componentType: 5123, count: 18, bufferView: 1 },
      { ...scalar, componentType: 5121, count: 10, bufferView: 2 },
      { ...vec3, componentType: 5122, normalized: true, count: 4, bufferView: 3 },
      { ...scalar, componentType: 5125, count: 6, bufferView: 4 },
      {
        ...vec3,
        count: 9,
        sparse: { count: 2, indices: { bufferView: 5, componentType: 5121 }, values: { bufferView: 6 } },
      },
      { ...vec3, count: 1, bufferView: 0 },
      { type: 'VEC4', componentType: 5121, count: 9, bufferView: 7 },
      { type: 'VEC4', componentType: 5126, count: 9, bufferView: 8 },
      { type: 'MAT4', componentType: 5126, count: 2, bufferView: 9 },
      { ...vec3, count: 2, bufferView: 10 },
      { ...scalar, componentType: 5123, count: 6, bufferView: 1, byteOffset: 24 },
    ],
    bufferViews: bufferViews.map((view, index) => (index === 3 ? { ...view, byteStride: 8 } : view)),
    buffers: [{ byteLength: binary.length }],
  };
  return { json, binary };
}

/** A sheet of triangles, both its vertices and its corners compressed by meshoptimizer. */
export async function compressedTrianglesSample(): Promise<GltfSample> {
  await MeshoptEncoder.ready;
  const side = 20;
  const count = side * side;
  // Quantized, and padded to 8 bytes.
  const vertices = Int16Array.from({ length: 4 * count }, (_, at) => {
    const vertex = at >> 2;
    return [vertex % side, Math.floor(vertex / side), (vertex * vertex) % 7, 0][at % 4];
  });
  const cells = Array.from({ length: count - side }, (_, vertex) => vertex).filter((vertex) => (vertex + 1) % side > 0);
  const corners = Uint32Array.from(cells.flatMap((a) => [a, a + 1, a + side, a + 1, a + side + 1, a + side]));
  const views = [
    { bytes: new Uint8Array(vertices.buffer), byteStride: 8, count, mode: 'ATTRIBUTES' },
    { bytes: new Uint8Array(corners.buffer), byteStride: 4, count: corners.length, mode: 'TRIANGLES' },
  ].map(({ bytes, ...how }) => ({
    ...how,
    byteLength: bytes.length,
    compressed: MeshoptEncoder.encodeGltfBuffer(bytes, how.count, how.byteStride, how.mode),
  }));
  const { binary, bufferViews } = viewsOf(...views.map(({ compressed }) => compressed));
  const json = {
    asset,
    extensionsRequired: ['EXT_meshopt_compression', 'KHR_mesh_quantization'],
    nodes: [{ mesh: 0, scale: [0.1, 0.1, 0.1] }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      { componentType: 5122, type: 'VEC3', count, bufferView: 0 },
      { componentType: 5125, type: 'SCALAR', count: corners.length, bufferView: 1 },
    ],
    bufferViews: views.map(({ byteLength, byteStride, count, mode }, at) => ({
      buffer: 1,
      byteLength,
      ...(mode === 'ATTRIBUTES' && { byteStride }),
      extensions: { EXT_meshopt_compression: { ...bufferViews[at], byteStride, count, mode } },
    })),
    buffers: [
      { byteLength: binary.length },
      { byteLength: 1e6, extensions: { EXT_meshopt_compression: { fallback: true } } },
    ],
  };
  return { json, binary };
}

/** A data URI with these bytes. */
export function dataUri(binary: Uint8Array): string {
  return `data:application/octet-stream;base64,${Buffer.from(binary).toString('base64')}`;
}

/** The bytes of a .glb. */
export function glb(json: string, binary: Uint8Array): Uint8Array {
  const text = Buffer.from(json + ' '.repeat((4 - (Buffer.byteLength(json) % 4)) % 4));
  const chunk = (type: number, bytes: Uint8Array) => [uint32s(bytes.length, type), bytes];
  const chunks = Buffer.concat([...chunk(0x4e4f534a, text), ...chunk(0x004e4942, binary)]);
  return Buffer.concat([uint32s(0x46546c67, 2, 12 + chunks.length), chunks]);
}

function uint32s(...numbers: number[]): Uint8Array {
  return new Uint8Array(Uint32Array.from(numbers).buffer);
}
