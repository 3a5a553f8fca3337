import { checkOptions, show } from '../../primitives/check';
import type { Matrix4 } from '../../primitives/shapes/matrix4';
import { type FloatArray, viewFloatArray } from './floatArray';
import { type IndexArray, viewIndexArray } from './meshNumbers';
import type { Mesh } from '../mesh';

/** A mesh that `BoxScene.buildAsync` adds, and where it places it. */
export interface BuildMesh {
  /** See `BoxScene.addMesh`. */
  positions: FloatArray;
  /** See `BoxScene.addMesh`. */
  index?: IndexArray;
  /** A matrix for each instance, as `BoxScene.addInstances` takes them. Without it, the mesh is placed once, where it is. */
  matrices?: FloatArray;
  /** The mask of all instances: 32 bits, all set by default. */
  mask?: number;
}

/** The part of a scene that is used here. */
interface MeshScene {
  addMesh(positions: FloatArray, index?: IndexArray): Mesh;
  addInstance(mesh: Mesh, matrix?: Matrix4, mask?: number): number;
  addInstances(mesh: Mesh, matrices: FloatArray, mask?: number): number;
}

/** Copies meshes, whose numbers are checked when they are added. */
export function copyMeshes(meshes: readonly BuildMesh[]): BuildMesh[] {
  if (!Array.isArray(meshes)) throw new TypeError(`options.meshes must be an array of meshes, got ${show(meshes)}`);
  return Array.from(meshes as readonly BuildMesh[], (mesh, i) => {
    const name = `options.meshes[${i}]`;
    checkOptions(name, mesh);
    const { positions, index, matrices, mask } = mesh;
    return {
      positions: viewFloatArray(`${name}.positions`, positions, 3, 'vertex').slice(),
      ...(index !== undefined && { index: viewIndexArray(`${name}.index`, index).slice() }),
      ...(matrices !== undefined && { matrices: viewFloatArray(`${name}.matrices`, matrices, 16, 'matrix').slice() }),
      ...(mask !== undefined && { mask }),
    };
  });
}

/** Adds meshes to a scene, and places them. */
export function placeMeshes(scene: MeshScene, meshes: readonly BuildMesh[]): void {
  for (const { positions, index, matrices, mask } of meshes) {
    const mesh = scene.addMesh(positions, index);
    if (matrices === undefined) scene.addInstance(mesh, undefined, mask);
    else scene.addInstances(mesh, matrices, mask);
  }
}
