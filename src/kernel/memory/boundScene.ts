/** The addresses of the blocks of the scene. They may change when memory grows: see BoundKernel.bind. */
export let nodes: usize = 0;
export let places: usize = 0;
export let masks: usize = 0;
export let aabb32: usize = 0;
export let aabb64: usize = 0;
export let obbs: usize = 0;
/** The address of the global ids: see BoxStore. 0 if there are none. */
export let globalIds: usize = 0;
/** See BoxStore. */
export let placeholders: i32 = 0;
/** The address of the node at which queries begin. */
export let root: usize = 0;
/** The paths of a tree that is changed: see bvh/tree/treePaths.ts. */
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

/** Whether the scene has instances. If not, `meshes`, `meshTable` and `meshCondition` are undefined. */
export let hasInstances: bool = false;
/** The address of a mesh number for each id: see BoxStore. */
export let meshes: usize = 0;
/** The address of the table of meshes: see bvh/layout/kernelLayout.ts. */
export let meshTable: usize = 0;
/** See BoxStore. */
export let meshCondition: f64 = 0;

export function bindMeshes(isAny: bool, meshesAt: usize, tableAt: usize, condition: f64): void {
  hasInstances = isAny;
  meshes = meshesAt;
  meshTable = tableAt;
  meshCondition = condition;
}
