import {
  SCENE_AABB32,
  SCENE_AABB64,
  SCENE_BOX_SLOTS,
  SCENE_GLOBAL_IDS,
  SCENE_HEIGHTS,
  SCENE_MASKS,
  SCENE_NODES,
  SCENE_OBBS,
  SCENE_PARENT_SLOTS,
  SCENE_PLACEHOLDERS,
  SCENE_PLACES,
  SCENE_ROOT,
} from '../../bvh/layout/kernelLayout';
import { exchanged } from './workingMemory';

/** The addresses of the scene's arrays in the memory. They may change when memory grows: see BoundKernel.bind. */
export let nodes: usize = 0;
export let places: usize = 0;
export let masks: usize = 0;
export let aabb32: usize = 0;
export let aabb64: usize = 0;
export let obbs: usize = 0;
/** The address of the boxes' global ids, or 0 if the boxes have none: see BoxStore. */
export let globalIds: usize = 0;
/** Ids below this number are placeholders of absent tiles, not boxes: see BoxStore. */
export let placeholders: i32 = 0;
/** The address of the node at which queries begin. */
export let root: usize = 0;
/**
 * The addresses of the paths from boxes and nodes up to the root, for changes of the tree: see bvh/tree/treePaths.ts.
 */
export let boxSlots: usize = 0;
export let parentSlots: usize = 0;
export let heights: usize = 0;

/** Reads the table of a scene: see SCENE in bvh/layout/kernelLayout.ts. */
export function bind(): void {
  nodes = <usize>exchanged(SCENE_NODES);
  places = <usize>exchanged(SCENE_PLACES);
  masks = <usize>exchanged(SCENE_MASKS);
  aabb32 = <usize>exchanged(SCENE_AABB32);
  aabb64 = <usize>exchanged(SCENE_AABB64);
  obbs = <usize>exchanged(SCENE_OBBS);
  globalIds = <usize>exchanged(SCENE_GLOBAL_IDS);
  placeholders = <i32>exchanged(SCENE_PLACEHOLDERS);
  root = <usize>exchanged(SCENE_ROOT);
  boxSlots = <usize>exchanged(SCENE_BOX_SLOTS);
  parentSlots = <usize>exchanged(SCENE_PARENT_SLOTS);
  heights = <usize>exchanged(SCENE_HEIGHTS);
}

/** Whether the scene has instances of meshes. If not, `meshes`, `meshTable` and `meshCondition` are undefined. */
export let hasInstances: bool = false;
/** The address of a list that has, for each id, the number of its mesh plus 1, or 0 for a box: see BoxStore. */
export let meshes: usize = 0;
/** The address of the table of meshes: see bvh/layout/kernelLayout.ts. */
export let meshTable: usize = 0;
/** The largest ‖M‖·‖N‖ of any instance, with M its matrix and N the inverse: see `meshCondition` of BoxStore. */
export let meshCondition: f64 = 0;

export function bindMeshes(isAny: bool, meshesAt: usize, tableAt: usize, condition: f64): void {
  hasInstances = isAny;
  meshes = meshesAt;
  meshTable = tableAt;
  meshCondition = condition;
}
