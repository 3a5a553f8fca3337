import { Box3, type BufferGeometry } from 'three';

const nothing = /* @__PURE__ */ new Box3();

/** The bounding box of a geometry, computed if it is missing, as three.js does wherever it needs one. */
export function boundingBoxOf(geometry: BufferGeometry | undefined): Box3 {
  if (geometry?.boundingBox === null) geometry.computeBoundingBox();
  return geometry?.boundingBox ?? nothing;
}

/** Whether a box is neither empty nor infinite. */
export function isFilled(box: Box3): boolean {
  const { min, max } = box;
  return !box.isEmpty() && Number.isFinite(min.manhattanLength() + max.manhattanLength());
}
