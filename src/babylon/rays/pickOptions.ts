import type { Camera } from '@babylonjs/core/Cameras/camera.js';
import type { TrianglePickingPredicate } from '@babylonjs/core/Culling/ray.core.js';
import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import { checkFunction, checkObject } from '../../primitives/check';
import { OptionNames } from '../../primitives/optionNames';

/**
 * Returns whether a mesh, or one of its thin instances, may be hit. The number is -1 for the mesh itself. See
 * {@link SceneIndex.pick}.
 */
export type MeshPredicate = (mesh: AbstractMesh, thinInstanceIndex: number) => boolean;

/** The options of {@link SceneIndex.pickWithRay}: which meshes and triangles a ray hits. */
export interface SceneRayOptions {
  /**
   * Called for each mesh whose box the ray hits, with -1, and then for each of its thin instances whose box the ray hits, with the number
   * of the instance. Return false to leave out the mesh or the instance. A predicate may itself pick. Without a predicate, the meshes
   * count that were enabled, visible and pickable at the last `update`. With a predicate, it decides alone.
   */
  predicate?: MeshPredicate;
  /** Called for the triangles of meshes along the ray, as by Babylon.js. All triangles of these meshes are then tested one by one. */
  trianglePredicate?: TrianglePickingPredicate;
}

/** The options of {@link SceneIndex.pick}: the camera, and which meshes and triangles a ray hits. */
export interface ScenePickOptions extends SceneRayOptions {
  /** The camera that looks at the scene: by default `scene.activeCamera`, or else `scene.cameraToUseForPointers`. */
  camera?: Camera;
}

/** A checked copy of the options. */
export interface PickChoice {
  readonly predicate: MeshPredicate | undefined;
  readonly trianglePredicate: TrianglePickingPredicate | undefined;
  readonly camera: Camera | undefined;
}

const rayOptions: Record<keyof SceneRayOptions, true> = { predicate: true, trianglePredicate: true };

export const RAY_OPTIONS = /* @__PURE__ */ new OptionNames<SceneRayOptions>(rayOptions);
export const PICK_OPTIONS = /* @__PURE__ */ new OptionNames<ScenePickOptions>({ ...rayOptions, camera: true });

/**
 * Returns a checked copy of the options.
 *
 * @param names of the options that the call takes.
 */
export function readPickOptions<Options extends ScenePickOptions>(
  options: Options,
  names: OptionNames<Options>,
): PickChoice {
  names.check('options', options);
  const { predicate, trianglePredicate, camera } = options;
  if (predicate !== undefined) checkFunction('options.predicate', predicate);
  if (trianglePredicate !== undefined) checkFunction('options.trianglePredicate', trianglePredicate);
  if (camera !== undefined) checkCamera('options.camera', camera);
  return { predicate, trianglePredicate, camera };
}

export function checkCamera(name: string, camera: unknown): void {
  checkObject(name, camera, 'a Babylon.js Camera', 'getProjectionMatrix');
}
