import { readMatrices } from '../../bvh/boxes/readMatrices';
import { boundsOf } from '../../bvh/meshes/placeCorners';
import { show } from '../../primitives/check';
import { OptionNames } from '../../primitives/optionNames';
import type { Matrix4 } from '../../primitives/shapes/matrix4';
import { type FloatArray, viewFloatArray } from './floatArray';
import type { Mesh } from '../mesh';
import { checkMatrices, type LocalBoxes } from './obbMatrices';
import { checkMask } from './checkNumbers';
import { type IndexArray, type MeshNumbers, readMesh } from './meshNumbers';

/** A mesh that {@link BoxScene.buildAsync} adds, and its instances. */
export interface BuildMesh {
  /** The vertices of the mesh: see `BoxScene.addMesh`. */
  positions: FloatArray;
  /** The triangles of the mesh: see `BoxScene.addMesh`. */
  index?: IndexArray;
  /** A matrix for each instance of the mesh, as in `BoxScene.addInstances`. By default one, which is the identity. */
  matrices?: FloatArray;
  /** The mask of all instances of the mesh: 32 bits, all set by default. */
  mask?: number;
}

/** The members of `BoxScene` that {@link placeMeshes} calls. */
export interface MeshScene {
  addMesh(positions: FloatArray, index?: IndexArray): Mesh;
  addInstance(mesh: Mesh, matrix?: Matrix4, mask?: number): number;
  addInstances(mesh: Mesh, matrices: FloatArray, mask?: number): number;
}

const BUILD_MESH = /* @__PURE__ */ new OptionNames<BuildMesh>({
  positions: true,
  index: true,
  matrices: true,
  mask: true,
});

/** Copies and checks the meshes of a build, so that invalid meshes are rejected before the build begins. */
export function copyMeshes(meshes: readonly BuildMesh[]): BuildMesh[] {
  const given: unknown = meshes;
  if (!Array.isArray(given)) throw new TypeError(`options.meshes must be an array of meshes, got ${show(given)}`);
  const { length } = meshes;
  return Array.from({ length }, (_, i) => {
    const name = `options.meshes[${i}]`;
    const mesh = meshes[i];
    BUILD_MESH.check(name, mesh);
    const { positions, index, matrices, mask } = mesh;
    if (mask !== undefined) checkMask(`${name}.mask`, mask);
    const numbers = readMesh(positions, index, `${name}.`);
    return {
      positions: numbers.positions.slice(),
      ...(numbers.index !== null && { index: numbers.index.slice() }),
      ...(matrices !== undefined && { matrices: copyMatrices(`${name}.matrices`, matrices, numbers) }),
      ...(mask !== undefined && { mask }),
    };
  });
}

function copyMatrices(name: string, matrices: FloatArray, mesh: MeshNumbers): FloatArray {
  const copy = viewFloatArray(name, matrices, 16, 'matrix').slice();
  checkMatrices({ readMatrices }, copy, boxesOfMesh(mesh), name);
  return copy;
}

/** Returns the bounds of a mesh as the local box of all its matrices. Computes the bounds if a matrix needs them. */
function boxesOfMesh({ positions, index, areSafe }: MeshNumbers): LocalBoxes {
  let bounds: Float64Array | null = null;
  return {
    areSafe,
    write: (_, record) => {
      record.set((bounds ??= boundsOf(positions, index)));
    },
  };
}

/** Adds meshes to a scene, and places an instance of each mesh for each of its matrices. */
export function placeMeshes(scene: MeshScene, meshes: readonly BuildMesh[]): void {
  for (const { positions, index, matrices, mask } of meshes) {
    const mesh = scene.addMesh(positions, index);
    if (matrices === undefined) scene.addInstance(mesh, undefined, mask);
    else scene.addInstances(mesh, matrices, mask);
  }
}
