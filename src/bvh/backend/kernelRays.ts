import { copyRay, type RayBuffer } from '../../primitives/flat/rayBuffer';
import {
  BATCH_STRIDE,
  HIT_FRONT,
  HIT_PLACE,
  HIT_T,
  HIT_TRIANGLE,
  HIT_U,
  HIT_V,
  HIT_TRIANGLE_NUMBERS,
  RAY_KEYS,
  NEEDS_FLOAT64,
} from '../layout/kernelLayout';
import type { Queries } from '../query/queries';
import { type ClosestHit, raycast, raycastAny } from '../query/raycast';
import { type CheckRays, hitsOutside, type ManyPlaces, partOf, raycastMany } from '../query/raycastMany';
import { hasCallback } from '../query/raySelection';
import { NO_TRIANGLE } from '../meshes/rayVisitor';
import { writeTriangleFace } from '../query/faceNormal';
import { walkRay } from '../query/walkRay';
import type { Tree } from '../tree/tree';
import type { BoundKernel } from './boundKernel';
import { kernelPointInMesh } from './kernelPointInMesh';
import { kernelShapes } from './kernelShapes';
import { kernelTrianglesAround } from './kernelTrianglesAround';
import { kernelWalk } from './kernelWalk';

/** How many rays the kernel casts in a call: enough that sorting the rays pays, in little memory. */
const BATCH = 65_536;
/** Batches of fewer rays than this are cast unsorted, as sorting would cost more than it saves. */
const WORTH_ORDERING = 1024;

/** Returns the ray queries of the kernel. JavaScript casts the rays whose numbers are beyond the kernel's margins. */
export function kernelRays(
  kernel: BoundKernel,
): Pick<
  Queries,
  'raycast' | 'raycastAny' | 'raycastMany' | 'walkRay' | 'walkShape' | 'trianglesAround' | 'isPointInMesh'
> {
  const walk = kernelWalk(kernel);
  return {
    walkRay: walk,

    walkShape: kernelShapes(kernel, walk),

    trianglesAround: kernelTrianglesAround(kernel),
    isPointInMesh: kernelPointInMesh(kernel),

    raycast: (tree, ray, selection, hit) => {
      const hasVisitor = hasCallback(selection);
      const id = hasVisitor ? NEEDS_FLOAT64 : cast(kernel, 0, tree, ray, selection.mask);
      if (id === NEEDS_FLOAT64) {
        raycast(tree, ray, selection, hit, hasVisitor ? walk : walkRay);
      } else {
        hit.id = id;
        hit.t = kernel.numbers[HIT_T];
        if (id >= 0) readTriangle(kernel, tree, ray, hit);
      }
    },

    raycastAny: (tree, ray, selection) => {
      if (hasCallback(selection)) return raycastAny(tree, ray, selection, walk);
      const id = cast(kernel, 1, tree, ray, selection.mask);
      return id === NEEDS_FLOAT64 ? raycastAny(tree, ray, selection) : id;
    },

    raycastMany: (tree, rays, range, selection, ids, ts, details, checkRays) => {
      if (hasCallback(selection)) {
        raycastMany(tree, rays, range, selection, ids, ts, details, checkRays, walk);
        return;
      }
      const { mask } = selection;
      const batch = Math.min(ids.length, BATCH);
      const isWorthOrdering = batch >= WORTH_ORDERING;
      const isFloat32 = rays.BYTES_PER_ELEMENT === 4 ? 1 : 0;
      // Makes room for a batch of rays, and for the t, triangle and id of each hit. A batch that may be sorted also
      // needs a count for each sort key, and an index and a key for each ray.
      const tsAt = batch * BATCH_STRIDE * rays.BYTES_PER_ELEMENT;
      const trianglesAt = tsAt + batch * 8;
      const idsAt = trianglesAt + (details === null ? 0 : batch * HIT_TRIANGLE_NUMBERS * 8);
      const orderAt = idsAt + batch * 4;
      kernel.scratch.reserve(orderAt + (isWorthOrdering ? RAY_KEYS * 4 + batch * 6 : 0));
      kernel.bind(tree.boxes, tree);
      const at = kernel.scratch.byteOffset;
      const { buffer } = kernel.memory.memory;
      const length = batch * BATCH_STRIDE;
      const batchRays = isFloat32 === 1 ? new Float32Array(buffer, at, length) : new Float64Array(buffer, at, length);
      const batchTs = new Float64Array(buffer, at + tsAt, batch);
      const batchTriangles = new Float64Array(
        buffer,
        at + trianglesAt,
        details === null ? 0 : batch * HIT_TRIANGLE_NUMBERS,
      );
      const batchIds = new Int32Array(buffer, at + idsAt, batch);
      kernel.ray.set(range);

      const { functions } = kernel;
      for (let first = 0; first < ids.length; first += batch) {
        const end = Math.min(first + batch, ids.length);
        const count = end - first;
        batchRays.set(rays.subarray(BATCH_STRIDE * first, BATCH_STRIDE * end));
        const order = isWorthOrdering && functions.isIncoherent(at, isFloat32, count) !== 0 ? at + orderAt : 0;
        const hasMask = mask === undefined ? 0 : 1;
        const trianglesTo = details === null ? 0 : at + trianglesAt;
        if (
          functions.raycastMany(at, isFloat32, count, order, at + idsAt, at + tsAt, trianglesTo, hasMask, mask ?? 0) > 0
        ) {
          // A ray of the batch has numbers that the kernel cannot cast, so JavaScript casts the batch. It also checks
          // the rays, which may be malformed.
          const copy = batchRays.subarray(0, BATCH_STRIDE * count);
          const check: CheckRays = (rays) => {
            checkRays(rays, first);
          };
          const part = details && partOf(details, first, end);
          raycastMany(tree, copy, range, selection, ids.subarray(first, end), ts.subarray(first, end), part, check);
        } else {
          ids.set(batchIds.subarray(0, count), first);
          ts.set(batchTs.subarray(0, count), first);
          if (details === null) continue;
          const { places, fronts } = partOf(details, first, end);
          if (places !== null) readPlaces(batchTriangles, places);
          if (fronts !== null) writeFronts(tree, batchRays, range, batchIds, batchTriangles, fronts);
        }
      }
    },
  };
}

/** Writes whether rays hit fronts. @param triangles what the kernel has written for each ray: see HIT_TRIANGLE_NUMBERS. */
function writeFronts(
  tree: Tree,
  rays: Float32Array | Float64Array,
  range: RayBuffer,
  ids: Int32Array,
  triangles: Float64Array,
  fronts: Uint8Array,
): void {
  const ray = range.slice();
  for (let i = 0, at = 0; i < fronts.length; i++, at += HIT_TRIANGLE_NUMBERS) {
    if (ids[i] < 0) continue;
    if (triangles[at] !== NO_TRIANGLE) {
      fronts[i] = triangles[at + 3];
      continue;
    }
    for (let k = 0; k < BATCH_STRIDE; k++) ray[k] = rays[BATCH_STRIDE * i + k];
    fronts[i] = +hitsOutside(tree, ids[i], ray);
  }
}

function readPlaces(numbers: Float64Array, { triangles, us, vs }: ManyPlaces): void {
  for (let i = 0, at = 0; i < triangles.length; i++, at += HIT_TRIANGLE_NUMBERS) {
    triangles[i] = numbers[at];
    us[i] = numbers[at + 1];
    vs[i] = numbers[at + 2];
  }
}

/** Reads the triangle that a ray hits, if any, from the kernel's numbers, and writes the triangle's face to the ray. */
function readTriangle({ numbers }: BoundKernel, tree: Tree, ray: RayBuffer, { id, hitTriangle }: ClosestHit): void {
  hitTriangle.triangle = numbers[HIT_TRIANGLE];
  if (hitTriangle.triangle === NO_TRIANGLE) return;
  hitTriangle.place = numbers[HIT_PLACE];
  hitTriangle.u = numbers[HIT_U];
  hitTriangle.v = numbers[HIT_V];
  hitTriangle.front = numbers[HIT_FRONT] !== 0;
  writeTriangleFace(tree, id, hitTriangle.place, ray);
}

/** Casts one ray with the kernel. Returns the id of the hit box, NO_HIT or NEEDS_FLOAT64. */
function cast(kernel: BoundKernel, isAny: 0 | 1, tree: Tree, ray: RayBuffer, mask: number | undefined): number {
  kernel.bind(tree.boxes, tree);
  if (ray !== kernel.ray) copyRay(ray, kernel.ray);
  return kernel.functions.raycast(isAny, mask === undefined ? 0 : 1, mask ?? 0);
}
