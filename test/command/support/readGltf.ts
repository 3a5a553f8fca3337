import { BoxScene, type NameRun } from 'slabtree';
import { expect } from 'vitest';
import { InputError } from '../../../src/command/text/errors';
import { type GltfOptions, readGltfBoxes } from '../../../src/command/gltf/readGltfBoxes';
import type { LoopBox } from '../../support/loop';
import { readSlabFile } from '../../support/readSlabFile';
import { Folder } from './command';
import { dataUri } from './gltfSamples';

export interface Read {
  scene: BoxScene;
  names: NameRun[];
  warnings: string[];
}

/** The scene of a glTF file in a folder, and what was said of it. */
export async function readGltf(
  content: string | Uint8Array,
  folder = new Folder(),
  options: Partial<GltfOptions> = {},
): Promise<Read> {
  folder.write('scene.gltf', content);
  const scene = new BoxScene();
  const warnings: string[] = [];
  const warn = (message: string) => warnings.push(message.replace(`${folder.path}/`, ''));
  const names = await readGltfBoxes(`${folder.path}/scene.gltf`, scene, { warn, ...options });
  return { scene, names, warnings };
}

/** What is said of a glTF that is refused, without its folder. */
export async function refusalOf(
  content: string | Uint8Array,
  folder = new Folder(),
  options: Partial<GltfOptions> = {},
): Promise<string> {
  const refusal = await readGltf(content, folder, options).catch((thrown: unknown) => thrown);
  expect(refusal).toBeInstanceOf(InputError);
  return (refusal as InputError).message.replaceAll(`${folder.path}/`, '');
}

/** The boxes of a scene, by id, with the bits that a file of the scene has. */
export function boxesOf(scene: BoxScene): LoopBox[] {
  return [...readSlabFile(new Uint8Array(scene.serialize())).boxes.values()];
}

/** The numbers that place a box, with -0 as 0. */
export function numbersOf({ min, max, matrix }: LoopBox): number[] {
  return [...min, ...max, ...(matrix ?? [])].map((number) => number + 0);
}

/** The positions of a mesh. */
export const POSITION = { componentType: 5126, type: 'VEC3', count: 8, min: [0, 0, 0], max: [1, 2, 3] };

/** A glTF whose meshes, with these positions each, have no vertices in the file. */
export function gltf(nodes: unknown[], accessors: unknown[] = [POSITION], more: object = {}): string {
  const meshes = accessors.map((_, index) => ({ primitives: [{ attributes: { POSITION: index } }] }));
  return JSON.stringify({ asset: { version: '2.0' }, nodes, meshes, accessors, ...more });
}

/** A node with instances. */
export function instanced(attributes: unknown): object {
  return { mesh: 0, extensions: { EXT_mesh_gpu_instancing: { attributes } } };
}

/** A glTF with instances of one mesh: its view 0 is of the floats, its view 1 of the bytes that are indices. */
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
