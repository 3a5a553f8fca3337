import { type Camera, type InstancedMesh, Matrix4, Vector3 } from 'three';
import type { InstancesMesh } from './drawnInstances';
import { type DrawnBatchLevel, type DrawnLevel, levelAt } from './levels';

const world = /* @__PURE__ */ new Matrix4();
const eye = /* @__PURE__ */ new Vector3();
const place = /* @__PURE__ */ new Vector3();

/**
 * Finds the levels of instances.
 *
 * @param levelsOf what there is for an instance; undefined if it has no levels.
 * @param levelOf the level of each instance before, and after.
 */
export function findLevels(
  ids: readonly number[],
  source: InstancesMesh,
  camera: Camera & { readonly zoom?: number },
  levelsOf: (id: number) => readonly (DrawnLevel | DrawnBatchLevel)[] | undefined,
  levelOf: Uint8Array,
): void {
  eye.setFromMatrixPosition(camera.matrixWorld);
  for (const id of ids) {
    const levels = levelsOf(id);
    if (levels === undefined) continue;
    source.getMatrixAt(id, world);
    world.premultiply(source.matrixWorld);
    const distance = eye.distanceTo(place.setFromMatrixPosition(world)) / (camera.zoom ?? 1);
    levelOf[id] = levelAt(levels, distance, levelOf[id]);
  }
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
