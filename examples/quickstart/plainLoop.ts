import { type Obb, type Plane, planeSide, type Ray, raycastObb } from 'slabtree';

/** The closest box along a ray, found by testing all boxes. */
export function closestByLoop(boxes: readonly Obb[], ray: Ray): { id: number; t: number } | null {
  let closest: { id: number; t: number } | null = null;
  for (let id = 0; id < boxes.length; id++) {
    const t = raycastObb(ray, boxes[id]);
    if (t !== null && (closest === null || t < closest.t)) closest = { id, t };
  }
  return closest;
}

/** The boxes in front of all planes, the boxes behind any plane, and the rest, which cross some plane. */
export function sidesByLoop(boxes: readonly Obb[], planes: readonly Plane[]) {
  const front: number[] = [];
  const crossing: number[] = [];
  const back: number[] = [];
  for (let id = 0; id < boxes.length; id++) {
    let side = 1;
    for (const plane of planes) {
      side = Math.min(side, planeSide(boxes[id], plane));
      if (side === -1) break;
    }
    (side === 1 ? front : side === 0 ? crossing : back).push(id);
  }
  return { front, crossing, back };
}
