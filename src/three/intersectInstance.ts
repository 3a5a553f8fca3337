import { type BufferGeometry, type Intersection, Mesh, type Raycaster } from 'three';

let proxy: Mesh | undefined;

/** Asks the raycast of meshes about one instance: as three.js itself does, by a mesh that stands in for it. */
export function intersectInstance(
  object: Mesh,
  geometry: BufferGeometry,
  matrices: ArrayLike<number>,
  instance: number,
  raycaster: Raycaster,
  hits: Intersection[],
): void {
  proxy ??= new Mesh();
  proxy.geometry = geometry;
  proxy.material = object.material;
  proxy.matrixWorld.fromArray(matrices, 16 * instance).premultiply(object.matrixWorld);
  proxy.raycast(raycaster, hits);
  for (const hit of hits) hit.object = object;
}

/** Asks a raycast that an object, or its class, has for itself, which answers for all of its instances, and keeps some hits. */
export function intersectOwn(
  object: Mesh,
  raycaster: Raycaster,
  hits: Intersection[],
  isKept: (hit: Intersection) => boolean,
): void {
  object.raycast(raycaster, hits);
  const kept = hits.filter(isKept);
  hits.length = 0;
  hits.push(...kept);
}
