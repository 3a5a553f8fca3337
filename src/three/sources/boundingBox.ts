import { Box3 } from 'three';

export interface Bounded {
  boundingBox: Box3 | null;
  computeBoundingBox(): void;
}

const nothing = /* @__PURE__ */ new Box3();

/** The bounding box, computed if it is missing, as three.js does wherever it needs one. */
export function boundingBoxOf(bounded: Bounded | undefined): Box3 {
  if (bounded?.boundingBox === null) bounded.computeBoundingBox();
  return bounded?.boundingBox ?? nothing;
}

/** Whether a box is neither empty nor infinite. */
export function isFilled(box: Box3): boolean {
  const { min, max } = box;
  return !box.isEmpty() && Number.isFinite(min.x + min.y + min.z + max.x + max.y + max.z);
}
