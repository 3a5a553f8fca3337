import type { Intersection, Vector2, Vector3 } from 'three';

/** Returns a copy of an intersection. Its vectors are copied, too. */
export function copyIntersection(hit: Intersection): Intersection {
  const copy: Intersection = { ...hit };
  const fields = copy as unknown as Record<string, unknown>;
  // `Object.entries` would make an array for each field.
  for (const name in fields) {
    const value = fields[name];
    if (isVector(value)) fields[name] = value.clone();
  }
  if (hit.face) copy.face = { ...hit.face, normal: hit.face.normal.clone() };
  return copy;
}

function isVector(value: unknown): value is Vector2 | Vector3 {
  return typeof value === 'object' && value !== null && ('isVector3' in value || 'isVector2' in value);
}
