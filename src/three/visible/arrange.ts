import { type Camera, type InstancedMesh, Matrix4, Vector3 } from 'three';
import { type DrawnLevel, levelAt } from './levels';

const world = /* @__PURE__ */ new Matrix4();
const eye = /* @__PURE__ */ new Vector3();
const place = /* @__PURE__ */ new Vector3();

/**
 * Puts instances into the lists of their levels.
 *
 * @param levelOf the level of each instance before, and after.
 */
export function arrangeByLevel(
  ids: readonly number[],
  source: InstancedMesh,
  camera: Camera & { readonly zoom?: number },
  levels: readonly DrawnLevel[],
  levelOf: Uint8Array,
): number[][] {
  const lists: number[][] = levels.map(() => []);
  eye.setFromMatrixPosition(camera.matrixWorld);
  for (const id of ids) {
    source.getMatrixAt(id, world);
    world.premultiply(source.matrixWorld);
    const distance = eye.distanceTo(place.setFromMatrixPosition(world)) / (camera.zoom ?? 1);
    levelOf[id] = levelAt(levels, distance, levelOf[id]);
    lists[levelOf[id]].push(id);
  }
  return lists;
}

/** Sorts instances by the depth at which a camera sees the middle of their geometry, as BatchedMesh does. */
export function sortByDepth(ids: number[], source: InstancedMesh, camera: Camera): void {
  const { geometry, material, matrixWorld } = source;
  if (geometry.boundingSphere === null) geometry.computeBoundingSphere();
  const toCamera = new Matrix4().multiplyMatrices(camera.matrixWorldInverse, matrixWorld);
  const depths = new Map<number, number>();
  for (const id of ids) {
    if (geometry.boundingSphere !== null) place.copy(geometry.boundingSphere.center);
    source.getMatrixAt(id, world);
    // A camera looks along -z.
    depths.set(id, -place.applyMatrix4(world).applyMatrix4(toCamera).z);
  }
  const sign = [material].flat().some(({ transparent }) => transparent) ? -1 : 1;
  ids.sort((a, b) => sign * ((depths.get(a) ?? 0) - (depths.get(b) ?? 0)));
}
