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

export function bind(
  nodesAt: usize, placesAt: usize, masksAt: usize, aabb32At: usize, aabb64At: usize, obbsAt: usize,
  globalIdsAt: usize, placeholderCount: i32, rootAt: usize, boxSlotsAt: usize, parentSlotsAt: usize,
  heightsAt: usize,
): void {
  nodes = nodesAt;
  places = placesAt;
  masks = masksAt;
  aabb32 = aabb32At;
  aabb64 = aabb64At;
  obbs = obbsAt;
  globalIds = globalIdsAt;
  placeholders = placeholderCount;
  root = rootAt;
  boxSlots = boxSlotsAt;
  parentSlots = parentSlotsAt;
  heights = heightsAt;
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
