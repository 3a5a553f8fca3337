import type { Plane } from 'slabtree';
import { type Light, Vector3 } from 'three';
import { rangeError } from '../check';

/** A light, or anything with its flags. */
type AnyLight = Light & { readonly target?: { readonly matrixWorld: Light['matrixWorld'] } };

const place = /* @__PURE__ */ new Vector3();
const target = /* @__PURE__ */ new Vector3();

/**
 * The planes of everything whose shadow may fall into a convex volume: of the volume, swept towards a light. A directional light
 * is infinitely far away.
 *
 * A point p is in it if, for some s ≥ 0, the point p - s·(x, y, z) is in the volume, where (x, y, z) is the way to the light. So
 * each plane n·p + c ≥ 0 of the volume gives s·h ≤ n·p + c, with h = n·(x, y, z). For a light at a point, h is n·light + c, and s
 * is at most 1. Fourier-Motzkin elimination of s leaves the planes, and no others are needed.
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

/** Adds the sum of two planes, each with a factor. If their normals cancel each other out, no point is behind the sum. */
function addSum(planes: Plane[], a: Plane, factorA: number, b: Plane, factorB: number): void {
  const normal = new Vector3().addScaledVector(a.normal, factorA).addScaledVector(b.normal, factorB);
  const constant = factorA * a.constant + factorB * b.constant;
  // The normals of a frustum have length 1, so this is what rounding leaves of nothing.
  if (normal.length() > 1e-12 * (factorA + factorB)) planes.push({ normal, constant });
}
