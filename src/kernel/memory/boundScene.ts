/** Where the blocks of the scene are, in bytes. They move when memory grows. */
export let nodes: usize = 0;
export let places: usize = 0;
export let masks: usize = 0;
export let aabb32: usize = 0;
export let aabb64: usize = 0;
export let obbs: usize = 0;
/** See BoxStore. 0 if there are none. */
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
  nodesAt: usize,
  placesAt: usize,
  masksAt: usize,
  aabb32At: usize,
  aabb64At: usize,
  obbsAt: usize,
  globalIdsAt: usize,
  placeholderCount: i32,
  rootAt: usize,
  boxSlotsAt: usize,
  parentSlotsAt: usize,
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

/** Whether boxes of the scene place meshes. Otherwise the numbers below have no meaning. */
export let hasInstances: bool = false;
/** The number of the mesh of each id, plus 1. */
export let meshes: usize = 0;
/** What there is to know of each mesh: see bvh/layout/kernelLayout.ts. */
export let meshTable: usize = 0;
/** See BoxStore. */
export let meshCondition: f64 = 0;

export function bindMeshes(isAny: bool, meshesAt: usize, tableAt: usize, condition: f64): void {
  hasInstances = isAny;
  meshes = meshesAt;
  meshTable = tableAt;
  meshCondition = condition;
}
