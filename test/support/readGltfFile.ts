/**
 * A reader of the boxes and triangles in a glTF, written from the specifications of glTF 2.0 and its extensions. It shares no code with
 * the package, and expects valid files. Matrices are those of three.js.
 */
import { MeshoptDecoder } from 'meshoptimizer/decoder';
import { Matrix4, Quaternion, Vector3 } from 'three';
import { aabb, type LoopBox, obb } from './loop';
import type { Corners } from './triangles';
import { each, type Triple } from './triple';

interface Bounds {
  min: Triple;
  max: Triple;
}

interface Gltf {
  scene?: number;
  scenes?: { nodes?: number[] }[];
  nodes?: GltfNode[];
  meshes?: { primitives: Primitive[]; weights?: number[] }[];
  skins?: { joints: number[]; inverseBindMatrices?: number }[];
  accessors?: Accessor[];
  bufferViews?: BufferView[];
  buffers?: { byteLength: number; uri?: string }[];
}

interface GltfNode {
  children?: number[];
  matrix?: number[];
  translation?: number[];
  rotation?: number[];
  scale?: number[];
  mesh?: number;
  skin?: number;
  weights?: number[];
  extensions?: { EXT_mesh_gpu_instancing?: { attributes: Record<string, number | undefined> } };
}

interface Primitive {
  attributes: Record<string, number | undefined>;
  indices?: number;
  mode?: number;
  targets?: { POSITION?: number }[];
}

interface Accessor {
  bufferView?: number;
  byteOffset?: number;
  componentType: number;
  normalized?: boolean;
  count: number;
  type: string;
  min: number[];
  max: number[];
  sparse?: {
    count: number;
    indices: { bufferView: number; byteOffset?: number; componentType: number };
    values: { bufferView: number; byteOffset?: number };
  };
}

interface Place {
  buffer: number;
  byteOffset?: number;
  byteLength: number;
}

interface Compression extends Place {
  byteStride: number;
  count: number;
  mode: string;
  filter?: string;
}

interface BufferView extends Place {
  byteStride?: number;
  extensions?: { EXT_meshopt_compression?: Compression; KHR_meshopt_compression?: Compression };
}

const WIDTHS: Record<string, number> = { SCALAR: 1, VEC3: 3, VEC4: 4, MAT4: 16 };
const ARRAYS: Record<number, [new (bytes: ArrayBuffer) => ArrayLike<number>, size: number, one: number]> = {
  5120: [Int8Array, 1, 127],
  5121: [Uint8Array, 1, 255],
  5122: [Int16Array, 2, 32767],
  5123: [Uint16Array, 2, 65535],
  5125: [Uint32Array, 4, 1],
  5126: [Float32Array, 4, 1],
};

/**
 * The boxes of the scene that a .gltf or .glb shows, in the order of its nodes. Boxes whose matrices have no inverse are left
 * out.
 *
 * @param resource the bytes of the file that a URI names.
 */
export async function readGltfFile(file: Uint8Array, resource: (uri: string) => Uint8Array): Promise<LoopBox[]> {
  return (await openGltf(file, resource)).boxes();
}

/** The triangles of a mesh, and the matrix that places them. */
export interface PlacedTriangles {
  triangles: Corners[];
  matrix: number[];
}

/** The same for triangles: primitive by primitive, and each at all places of its node. */
export async function readGltfTriangles(
  file: Uint8Array,
  resource: (uri: string) => Uint8Array,
): Promise<PlacedTriangles[]> {
  return (await openGltf(file, resource)).triangles();
}

async function openGltf(file: Uint8Array, resource: (uri: string) => Uint8Array): Promise<GltfFile> {
  await MeshoptDecoder.ready;
  const bytes = Buffer.from(file);
  const isBinary = bytes.toString('latin1', 0, 4) === 'glTF';
  const jsonEnd = isBinary ? 20 + bytes.readUInt32LE(12) : bytes.length;
  const json = JSON.parse(bytes.toString('utf8', isBinary ? 20 : 0, jsonEnd)) as Gltf;
  return new GltfFile(json, bytes.subarray(jsonEnd + 8), resource);
}

class GltfFile {
  readonly #json: Gltf;
  readonly #binary: Uint8Array;
  readonly #resource: (uri: string) => Uint8Array;

  constructor(json: Gltf, binary: Uint8Array, resource: (uri: string) => Uint8Array) {
    this.#json = json;
    this.#binary = binary;
    this.#resource = resource;
  }

  boxes(): LoopBox[] {
    return this.#shownNodes().flatMap(([node, index]) => this.#boxesOf(node, index).filter((box) => box !== null));
  }

  triangles(): PlacedTriangles[] {
    return this.#shownNodes().flatMap(([node, index]) => this.#trianglesOf(node, index));
  }

  #shownNodes(): [node: GltfNode, index: number][] {
    const { nodes = [], scenes = [], scene = 0 } = this.#json;
    const roots = scenes.length === 0 ? nodes.keys() : (scenes[scene].nodes ?? []);
    const shown = new Set(roots);
    // Iterating a set includes what is added on the way.
    for (const index of shown) for (const child of nodes[index].children ?? []) shown.add(child);
    return [...shown].sort((a, b) => a - b).map((index) => [nodes[index], index]);
  }

  #boxesOf(node: GltfNode, index: number): (LoopBox | null)[] {
    if (node.mesh === undefined) return [];
    const bounds = this.#boundsOf(node.mesh, node.weights);
    if (bounds === null) return [];
    if (node.skin !== undefined) return [skinned(bounds, this.#joints(node.skin))];
    return this.#places(node, index).map((place) => oriented(bounds, place));
  }

  #places(node: GltfNode, index: number): Matrix4[] {
    const world = this.#world(index);
    const attributes = node.extensions?.EXT_mesh_gpu_instancing?.attributes;
    if (attributes === undefined) return [world];
    const [translations, rotations, scales] = ['TRANSLATION', 'ROTATION', 'SCALE'].map((key) => {
      const accessor = attributes[key];
      return accessor === undefined ? [] : this.#elements(accessor);
    });
    const count = Math.max(translations.length, rotations.length, scales.length);
    return Array.from({ length: count }, (_, at) => {
      const local = composed(translations.at(at), rotations.at(at), scales.at(at));
      return world.clone().multiply(local);
    });
  }

  #trianglesOf(node: GltfNode, index: number): PlacedTriangles[] {
    if (node.mesh === undefined) return [];
    const { primitives, weights = [] } = (this.#json.meshes ?? [])[node.mesh];
    const joints = node.skin === undefined ? null : this.#joints(node.skin);
    const places = joints === null ? this.#places(node, index) : [new Matrix4()];
    const valid = places.filter((place) => oriented({ min: [0, 0, 0], max: [1, 1, 1] }, place) !== null);
    return primitives.flatMap((primitive) => {
      const triangles = this.#trianglesIn(primitive, node.weights ?? weights, joints);
      return triangles.length === 0
        ? []
        : valid.map(({ elements }) => ({ triangles, matrix: elements.map((value) => value + 0) }));
    });
  }

  #trianglesIn(
    { attributes, indices, mode = 4, targets = [] }: Primitive,
    weights: number[],
    joints: Matrix4[] | null,
  ) {
    if (attributes.POSITION === undefined || mode < 4) return [];
    const points = this.#elements(attributes.POSITION).map((numbers) => new Vector3().fromArray(numbers));
    for (const [index, { POSITION }] of targets.entries()) {
      const weight = weights.at(index) ?? 0;
      if (POSITION === undefined || weight === 0) continue;
      this.#elements(POSITION).forEach((by, vertex) =>
        points[vertex].addScaledVector(new Vector3().fromArray(by), weight),
      );
    }
    const moved = joints === null ? points : this.#movedByJoints(points, attributes, joints);
    const vertices = moved.map(({ x, y, z }): Triple => [x + 0, y + 0, z + 0]);
    const list = indices === undefined ? [...vertices.keys()] : this.#elements(indices).map(([vertex]) => vertex);
    return cornersOf(list, mode).map(([a, b, c]): Corners => [vertices[a], vertices[b], vertices[c]]);
  }

  #movedByJoints(points: Vector3[], attributes: Primitive['attributes'], joints: Matrix4[]): Vector3[] {
    const totals = points.map(() => 0);
    const moved = points.map(() => new Vector3());
    for (let set = 0; ; set++) {
      const [numbers, weights] = [attributes[`JOINTS_${set}`], attributes[`WEIGHTS_${set}`]];
      if (numbers === undefined || weights === undefined) break;
      const [jointsOf, weightsOf] = [this.#elements(numbers), this.#elements(weights)];
      points.forEach((point, vertex) => {
        for (let i = 0; i < 4; i++) {
          const weight = weightsOf[vertex][i];
          moved[vertex].addScaledVector(point.clone().applyMatrix4(joints[jointsOf[vertex][i]]), weight);
          totals[vertex] += weight;
        }
      });
    }
    return moved.map(({ x, y, z }, vertex) => {
      const total = totals[vertex];
      // As in three.js, a vertex without weights follows the first joint.
      if (total === 0) return points[vertex].clone().applyMatrix4(joints[0]);
      return new Vector3(x / total, y / total, z / total);
    });
  }

  #boundsOf(mesh: number, nodeWeights: number[] | undefined): Bounds | null {
    const { meshes = [], accessors = [] } = this.#json;
    const { primitives, weights = [] } = meshes[mesh];
    const parts: Bounds[] = [];
    for (const { attributes, targets = [] } of primitives) {
      if (attributes.POSITION === undefined) continue;
      let { min, max } = rangeOf(accessors[attributes.POSITION]);
      for (const [index, { POSITION }] of targets.entries()) {
        const weight = (nodeWeights ?? weights).at(index) ?? 0;
        if (POSITION === undefined || weight === 0) continue;
        const move = rangeOf(accessors[POSITION]);
        const [least, greatest] = [min, max];
        min = each((k) => least[k] + Math.min(weight * move.min[k], weight * move.max[k]));
        max = each((k) => greatest[k] + Math.max(weight * move.min[k], weight * move.max[k]));
      }
      parts.push({ min, max });
    }
    return parts.length === 0 ? null : around(parts);
  }

  #world(index: number): Matrix4 {
    const { nodes = [] } = this.#json;
    const { matrix, translation, rotation, scale } = nodes[index];
    const local = matrix ? new Matrix4().fromArray(matrix) : composed(translation, rotation, scale);
    // Only rounding makes it differ from 1.
    local.elements[15] = 1;
    const parent = nodes.findIndex((node) => node.children?.includes(index));
    return parent < 0 ? local : new Matrix4().multiplyMatrices(this.#world(parent), local);
  }

  #joints(skin: number): Matrix4[] {
    const { joints, inverseBindMatrices } = (this.#json.skins ?? [])[skin];
    const inverses = inverseBindMatrices === undefined ? [] : this.#elements(inverseBindMatrices);
    return joints.map((joint, at) => {
      const world = this.#world(joint);
      if (inverseBindMatrices === undefined) return world;
      const inverse = new Matrix4().fromArray(inverses[at]);
      inverse.elements[15] = 1;
      return world.multiply(inverse);
    });
  }

  #elements(index: number): number[][] {
    const accessor = (this.#json.accessors ?? [])[index];
    const { count, componentType, type, sparse, bufferView } = accessor;
    const width = WIDTHS[type];
    const numbers = (place: { bufferView: number; byteOffset?: number }, length: number, from: Accessor) =>
      Array.from({ length }, (_, at) => this.#element(place, at, from));
    const elements =
      bufferView === undefined
        ? Array.from({ length: count }, () => new Array<number>(width).fill(0))
        : numbers({ ...accessor, bufferView }, count, accessor);
    if (sparse === undefined) return elements;
    const values = numbers(sparse.values, sparse.count, { ...accessor, componentType });
    const indices = numbers(sparse.indices, sparse.count, {
      ...accessor,
      ...sparse.indices,
      type: 'SCALAR',
      normalized: false,
    });
    for (const [at, [place]] of indices.entries()) elements[place] = values[at];
    return elements;
  }

  #element(place: { bufferView: number; byteOffset?: number }, at: number, from: Accessor): number[] {
    const [Numbers, size, one] = ARRAYS[from.componentType];
    const view = (this.#json.bufferViews ?? [])[place.bufferView];
    const length = WIDTHS[from.type] * size;
    const begin = (place.byteOffset ?? 0) + (view.byteStride ?? length) * at;
    const stored = Array.from(new Numbers(Uint8Array.from(this.#view(view).subarray(begin, begin + length)).buffer));
    return from.normalized === true ? stored.map((value) => Math.max(value / one, -1)) : stored;
  }

  #view(view: BufferView): Uint8Array {
    const compression = view.extensions?.EXT_meshopt_compression ?? view.extensions?.KHR_meshopt_compression;
    if (compression === undefined) return this.#place(view);
    const { count, byteStride, mode, filter } = compression;
    const bytes = new Uint8Array(count * byteStride);
    MeshoptDecoder.decodeGltfBuffer(bytes, count, byteStride, this.#place(compression), mode, filter);
    return bytes;
  }

  #place({ buffer, byteOffset = 0, byteLength }: Place): Uint8Array {
    const { uri } = (this.#json.buffers ?? [])[buffer];
    return (uri === undefined ? this.#binary : this.#resource(uri)).subarray(byteOffset, byteOffset + byteLength);
  }
}

/** The triangles of a list, a strip or a fan. Those of a strip or a fan that have a vertex twice are left out. */
function cornersOf(list: number[], mode: number): [number, number, number][] {
  const triangles: [number, number, number][] = [];
  if (mode === 4) {
    for (let at = 0; at < list.length; at += 3) triangles.push([list[at], list[at + 1], list[at + 2]]);
    return triangles;
  }
  for (let i = 0; i < list.length - 2; i++) {
    // As in section 3.7.2.1 of the specification: p_i = {v_i, v_{i+(1+i%2)}, v_{i+(2-i%2)}}, and {v_{i+1}, v_{i+2}, v_0}.
    if (mode === 5) triangles.push([list[i], list[i + 1 + (i % 2)], list[i + 2 - (i % 2)]]);
    else triangles.push([list[i + 1], list[i + 2], list[0]]);
  }
  return triangles.filter((corners) => new Set(corners).size === 3);
}

function rangeOf({ min, max, normalized, componentType }: Accessor): Bounds {
  const one = ARRAYS[componentType][2];
  const decode = (value: number) => (normalized === true ? Math.max(value / one, -1) : value);
  return { min: each((k) => decode(min[k])), max: each((k) => decode(max[k])) };
}

function around(parts: Bounds[]): Bounds {
  return {
    min: each((k) => Math.min(...parts.map(({ min }) => min[k]))),
    max: each((k) => Math.max(...parts.map(({ max }) => max[k]))),
  };
}

function composed(translation = [0, 0, 0], rotation = [0, 0, 0, 1], scale = [1, 1, 1]): Matrix4 {
  const place = new Vector3().fromArray(translation);
  return new Matrix4().compose(place, new Quaternion().fromArray(rotation), new Vector3().fromArray(scale));
}

function oriented({ min, max }: Bounds, { elements }: Matrix4): LoopBox | null {
  return elements.every(Number.isFinite) ? obb(min, max, elements) : null;
}

/** If all joints have the same matrix, a box oriented by it. Otherwise the box around the boxes that the joints make. */
function skinned({ min, max }: Bounds, joints: Matrix4[]): LoopBox | null {
  if (joints.every((joint) => joint.equals(joints[0]))) return oriented({ min, max }, joints[0]);
  const parts = joints.map(({ elements: m }) => {
    const ends = (row: number) =>
      [0, 1, 2].map((axis) => [m[4 * axis + row] * min[axis], m[4 * axis + row] * max[axis]]);
    return {
      min: each((row) => ends(row).reduce((sum, pair) => sum + Math.min(...pair), m[12 + row])),
      max: each((row) => ends(row).reduce((sum, pair) => sum + Math.max(...pair), m[12 + row])),
    };
  });
  const whole = around(parts);
  return aabb(whole.min, whole.max);
}
