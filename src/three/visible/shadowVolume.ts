import type { Plane } from 'slabtree';
import { type Light, Vector3 } from 'three';
import { rangeError } from '../../primitives/check';

/** A three.js light, which may have a target. */
type AnyLight = Light & { readonly target?: { readonly matrixWorld: Light['matrixWorld'] } };

/** The position of the light. For a directional light, which is infinitely far away, the direction to the light. */
const place = /* @__PURE__ */ new Vector3();
const target = /* @__PURE__ */ new Vector3();

/**
 * Returns the planes around everything whose shadow may fall into a convex volume. These planes bound the volume after it is
 * swept towards the light. A directional light is infinitely far away.
 *
 * With d the direction to the light, a point p is in the swept volume if p - s·d is in the volume for some s ≥ 0. So each plane
 * n·p + c ≥ 0 of the volume gives s·h ≤ n·p + c, with the height h = n·d. For a light at a point, h is n·light + c, and s is at
 * most 1. Fourier-Motzkin elimination of s leaves exactly the planes of the swept volume.
 */
export function shadowVolume(planes: readonly Plane[], light: AnyLight): Plane[] {
  place.setFromMatrixPosition(light.matrixWorld);
  const isDirectional = 'isDirectionalLight' in light;
  if (isDirectional && light.target !== undefined) place.sub(target.setFromMatrixPosition(light.target.matrixWorld));
  const heights = planes.map(({ normal, constant }) => place.dot(normal) + (isDirectional ? 0 : constant));
  const bad = heights.find((height) => !Number.isFinite(height));
  if (bad !== undefined) throw rangeError('options.shadows', 'at a finite place', bad);
  const swept: Plane[] = [];
  planes.forEach((a, i) => {
    const height = heights[i];
    if (height >= 0) swept.push(a);
    else if (!isDirectional) swept.push({ normal: a.normal, constant: a.constant - height });
    if (height <= 0) return;
    planes.forEach((b, k) => {
      if (heights[k] < 0) addSum(swept, a, -heights[k], b, height);
    });
  });
  return swept;
}

/** Adds the weighted sum of two planes to a list, unless their normals cancel each other: no point is behind that sum. */
function addSum(planes: Plane[], a: Plane, factorA: number, b: Plane, factorB: number): void {
  const normal = new Vector3().addScaledVector(a.normal, factorA).addScaledVector(b.normal, factorB);
  const constant = factorA * a.constant + factorB * b.constant;
  // The normals of a view frustum's planes have length 1, so a sum of normals that is as short as this is 0 but for rounding.
  if (normal.length() > 1e-12 * (factorA + factorB)) planes.push({ normal, constant });
}
