/** Where the blocks of the scene are, in bytes. They move when memory grows. */
export let nodes: usize = 0;
export let places: usize = 0;
export let masks: usize = 0;
export let aabb32: usize = 0;
export let aabb64: usize = 0;
export let obbs: usize = 0;

export function bind(
  nodesAt: usize,
  placesAt: usize,
  masksAt: usize,
  aabb32At: usize,
  aabb64At: usize,
  obbsAt: usize,
): void {
  nodes = nodesAt;
  places = placesAt;
  masks = masksAt;
  aabb32 = aabb32At;
  aabb64 = aabb64At;
  obbs = obbsAt;
}

// @ts-ignore: decorator
@inline
export function measured(index: i32): f64 {
  return load<f64>(<usize>index << 3);
}
