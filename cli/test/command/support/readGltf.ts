import { BoxScene, type FloatArray, type IndexArray, type Mesh, type NameRun } from 'slabtree';
import { expect } from 'vitest';
import { type GltfOptions, readGltfBoxes } from '../../../src/command/gltf/readGltfBoxes';
import { InputError } from '../../../src/command/text/errors';
import type { LoopBox } from '../../../../test/support/loop';
import { trianglesOf } from '../../../../test/support/meshScenes';
import type { PlacedTriangles } from '../../../../test/support/readGltfFile';
import { readSlabFile } from '../../../../test/support/readSlabFile';
import type { Corners } from '../../../../test/support/triangles';
import { each } from '../../../../test/support/triple';
import { Folder } from './command';
import { dataUri } from './gltfSamples';

export interface Read {
  scene: BoxScene;
  names: NameRun[];
  warnings: string[];
}

/** Reads a glTF file from a folder. */
export async function readGltf(
  content: string | Uint8Array,
  folder = new Folder(),
  options: Partial<GltfOptions> = {},
  scene = new BoxScene(),
): Promise<Read> {
  folder.write('scene.gltf', content);
  const warnings: string[] = [];
  const warn = (message: string) => warnings.push(message.replace(`${folder.path}/`, ''));
  const names = await readGltfBoxes(`${folder.path}/scene.gltf`, scene, { warn, ...options });
  return { scene, names, warnings };
}

/** A scene that remembers the triangles that it was given, and where it placed them. */
export class RecordingScene extends BoxScene {
  /** In the order of the ids. */
  readonly placed: PlacedTriangles[] = [];
  /** The type and the length of the positions of each mesh. */
  readonly vertices: string[] = [];
  readonly #triangles = new Map<Mesh, Corners[]>();

  override addMesh(positions: FloatArray, index?: IndexArray): Mesh {
    const mesh = super.addMesh(positions, index);
    this.#triangles.set(
      mesh,
      trianglesOf(positions, index).map((corners) => withoutNegativeZeros(corners)),
    );
    this.vertices.push(`${positions.length / 3} ${positions.constructor.name}`);
    return mesh;
  }

  override addInstances(mesh: Mesh, matrices: FloatArray, mask?: number): number {
    const triangles = this.#triangles.get(mesh) ?? [];
    for (let at = 0; at < matrices.length; at += 16) {
      this.placed.push({ triangles, matrix: Array.from(matrices.subarray(at, at + 16), (value) => value + 0) });
    }
    return super.addInstances(mesh, matrices, mask);
  }
}

function withoutNegativeZeros([a, b, c]: Corners): Corners {
  return [each((k) => a[k] + 0), each((k) => b[k] + 0), each((k) => c[k] + 0)];
}

/** Reads the triangles of a glTF file from a folder. */
export async function readTriangles(
  content: string | Uint8Array,
  folder = new Folder(),
): Promise<Read & { scene: RecordingScene }> {
  const scene = new RecordingScene();
  return { ...(await readGltf(content, folder, { triangles: true }, scene)), scene };
}

/** The message of the InputError for an invalid glTF, without the path of its folder. */
export async function errorOf(
  content: string | Uint8Array,
  folder = new Folder(),
  options: Partial<GltfOptions> = {},
): Promise<string> {
  const thrown = await readGltf(content, folder, options).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(InputError);
  return (thrown as InputError).message.replaceAll(`${folder.path}/`, '');
}

/** The boxes of a scene, by id, with the same bits as in a file of the scene. */
export function boxesOf(scene: BoxScene): LoopBox[] {
  return [...readSlabFile(scene.serialize()).boxes.values()];
}

/** All numbers of a box, with -0 as 0. */
export function numbersOf({ min, max, matrix }: LoopBox): number[] {
  return [...min, ...max, ...(matrix ?? [])].map((number) => number + 0);
}

/** An accessor of positions. */
export const POSITION = { componentType: 5126, type: 'VEC3', count: 8, min: [0, 0, 0], max: [1, 2, 3] };

/** A glTF with a mesh for each accessor, which holds its positions. The vertices are not in the file. */
export function gltf(nodes: unknown[], accessors: unknown[] = [POSITION], more: object = {}): string {
  const meshes = accessors.map((_, index) => ({ primitives: [{ attributes: { POSITION: index } }] }));
  return JSON.stringify({ asset: { version: '2.0' }, nodes, meshes, accessors, ...more });
}

/** A node with instances. */
export function instanced(attributes: unknown): object {
  return { mesh: 0, extensions: { EXT_mesh_gpu_instancing: { attributes } } };
}

/** A glTF with instances of one mesh. View 0 holds the floats, view 1 the indices, as bytes. */
export function gltfOfInstances(
  attributes: object,
  accessors: object[],
  floats: number[],
  indices: number[] = [],
): string {
  const bytes = Buffer.concat([Buffer.from(Float32Array.from(floats).buffer), Buffer.from(indices)]);
  return gltf([instanced(attributes)], [POSITION, ...accessors], {
    buffers: [{ uri: dataUri(bytes), byteLength: bytes.length }],
    bufferViews: [
      { buffer: 0, byteLength: 4 * floats.length },
      { buffer: 0, byteOffset: 4 * floats.length, byteLength: indices.length },
    ],
  });
}
