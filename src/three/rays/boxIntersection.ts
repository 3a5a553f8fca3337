import type { BoxScene, Hit } from 'slabtree';
import { type Intersection, Matrix4, type Raycaster, Vector3 } from 'three';
import type { ObjectsById } from '../boxes/objectsById';
import { worldMatrixOf } from '../sources/boxSource';
import { isCutAway } from './clipping';
import { isWithin } from './graphOrder';
import type { RayChoice } from './raycastOptions';
import { usableLength } from './rayRange';
import { sortIntersections } from './sortIntersections';

/** How many rays are cast at once. */
const BATCH = 1024;

const matrix = /* @__PURE__ */ new Matrix4();

/** Returns the hit of the box that a ray hits first, or null. */
export function closestBox(
  raycaster: Raycaster,
  choice: RayChoice,
  scene: BoxScene,
  objects: ObjectsById,
): Intersection | null {
  const { clipping } = choice;
  const hit = scene.raycast(raycaster.ray, boxOptions(raycaster, choice, objects));
  const found = hit && boxIntersection(hit, objects);
  if (found === null || clipping === null || !isCutAway(found, clipping)) return found;
  // If the near side of the box is clipped, the ray may hit the far side, or another box before it.
  return allBoxes(raycaster, choice, scene, objects).at(0) ?? null;
}

/** Returns the ids of the boxes that rays hit first. All rays have `near` 0 and the same layers. */
export function firstBoxes(rays: Iterable<Raycaster>, scene: BoxScene): Set<number> {
  const first = new Set<number>();
  const numbers = new Float64Array(6 * BATCH);
  const ends = new Float64Array(BATCH);
  let count = 0;
  let mask = 0;
  const cast = () => {
    const { ids, ts } = scene.raycastMany(numbers.subarray(0, 6 * count), { mask });
    for (let i = 0; i < count; i++) if (ids[i] >= 0 && ts[i] <= ends[i]) first.add(ids[i]);
    count = 0;
  };
  for (const { ray, far, layers } of rays) {
    ray.origin.toArray(numbers, 6 * count);
    ray.direction.toArray(numbers, 6 * count + 3);
    ends[count++] = far / usableLength(ray.direction);
    mask = layers.mask;
    if (count === BATCH) cast();
  }
  cast();
  return first;
}

/** Returns the hits of all boxes along a ray, one for each box, sorted by distance. */
export function allBoxes(
  raycaster: Raycaster,
  choice: RayChoice,
  scene: BoxScene,
  objects: ObjectsById,
): Intersection[] {
  const { clipping } = choice;
  const options = boxOptions(raycaster, choice, objects);
  const hits = scene.raycastAll(raycaster.ray, options).flatMap((hit): Intersection[] => {
    const near = boxIntersection(hit, objects);
    if (clipping === null || !isCutAway(near, clipping)) return [near];
    // A ray that starts inside a box hits where it leaves the box.
    const tMin = hit.t + Math.max(Number.MIN_VALUE, Math.abs(hit.t) * 2 ** -52);
    if (!(tMin <= options.tMax)) return [];
    const exit = scene.raycast(raycaster.ray, { ...options, tMin, filter: (id) => id === hit.id });
    const far = exit && boxIntersection(exit, objects);
    return far === null || isCutAway(far, clipping) ? [] : [far];
  });
  return sortIntersections(hits);
}

interface BoxOptions {
  tMin: number;
  tMax: number;
  mask: number;
  filter?: (id: number) => boolean;
}

function boxOptions({ near, far, ray, layers }: Raycaster, choice: RayChoice, objects: ObjectsById): BoxOptions {
  const length = usableLength(ray.direction);
  const options: BoxOptions = { tMin: near / length, tMax: far / length, mask: layers.mask };
  const { filter, top, isEverything } = choice;
  if (filter === undefined && isEverything) return options;
  options.filter = (id) => {
    const { object, instanceName } = objects.sourceOf(id);
    if (!isEverything && !isWithin(object, top)) return false;
    return filter?.(object, instanceName === null ? undefined : objects.instanceOf(id), undefined) ?? true;
  };
  return options;
}

/** Returns the hit of a box in the form of an intersection of three.js. */
export function boxIntersection({ id, distance, point, normal }: Hit, objects: ObjectsById): Intersection {
  worldMatrixOf(objects.sourceOf(id), objects.instanceOf(id), matrix);
  return {
    distance,
    point: new Vector3(point.x, point.y, point.z),
    face: null,
    normal: toLocalAxis(new Vector3(normal.x, normal.y, normal.z), matrix),
    ...objects.describe(id),
  };
}

/** Transforms the normal of a box's face from the world to the space of the box, and rounds it to the axis that it is there. */
function toLocalAxis(normal: Vector3, { elements: m }: Matrix4): Vector3 {
  const x = m[0] * normal.x + m[1] * normal.y + m[2] * normal.z;
  const y = m[4] * normal.x + m[5] * normal.y + m[6] * normal.z;
  const z = m[8] * normal.x + m[9] * normal.y + m[10] * normal.z;
  const sizeX = Math.abs(x);
  const sizeY = Math.abs(y);
  const sizeZ = Math.abs(z);
  // A matrix with a scale of 0 along the axis makes the vector 0. The box of such an object is axis-aligned in the world.
  if (sizeX === 0 && sizeY === 0 && sizeZ === 0) return normal;
  if (sizeX >= sizeY && sizeX >= sizeZ) return normal.set(Math.sign(x), 0, 0);
  if (sizeY >= sizeZ) return normal.set(0, Math.sign(y), 0);
  return normal.set(0, 0, Math.sign(z));
}
