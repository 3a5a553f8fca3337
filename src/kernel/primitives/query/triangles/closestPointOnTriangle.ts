import { dot, length } from '../../flat/vec3';

/**
 * Finds the point of a triangle that is nearest to a given point, by the operations of
 * primitives/query/triangles/closestPointOnTriangle.ts.
 */

const SMALL: f64 = 1e-60;
const LARGE: f64 = 1e60;
const THIN: f64 = 2 ** -6;

/** The nearest point on a triangle that was found last. */
export let closestX: f64 = 0;
export let closestY: f64 = 0;
export let closestZ: f64 = 0;

let shareB: f64 = 0;
let shareC: f64 = 0;
let nearest: f64 = 0;

/** Finds the point of triangle a, b, c nearest to the point (x, y, z). Returns the distance. No edge may overflow. */
export function closestOnTriangle(
  aX: f64, aY: f64, aZ: f64, bX: f64, bY: f64, bZ: f64, cX: f64, cY: f64, cZ: f64, x: f64, y: f64, z: f64,
): f64 {
  if ((x == bX && y == bY && z == bZ) || (x == cX && y == cY && z == cZ)) {
    closestX = x;
    closestY = y;
    closestZ = z;
    return 0;
  }
  const abX = bX - aX;
  const abY = bY - aY;
  const abZ = bZ - aZ;
  const acX = cX - aX;
  const acY = cY - aY;
  const acZ = cZ - aZ;
  const apX = x - aX;
  const apY = y - aY;
  const apZ = z - aZ;
  const largest = max(
    max(max(abs(abX), abs(abY)), max(max(abs(abZ), abs(acX)), max(abs(acY), abs(acZ)))),
    max(max(abs(apX), abs(apY)), abs(apZ)),
  );
  if (largest > LARGE || (largest < SMALL && largest > 0)) {
    const s = largest;
    weigh(abX / s, abY / s, abZ / s, acX / s, acY / s, acZ / s, apX / s, apY / s, apZ / s);
  } else {
    weigh(abX, abY, abZ, acX, acY, acZ, apX, apY, apZ);
  }
  closestX = pointOf(aX, bX, cX, abX, acX);
  closestY = pointOf(aY, bY, cY, abY, acY);
  closestZ = pointOf(aZ, bZ, cZ, abZ, acZ);
  return length(x - closestX, y - closestY, z - closestZ);
}

/** Returns a coordinate of the nearest point of a triangle, clamped to the triangle's bounds. */
function pointOf(a: f64, b: f64, c: f64, ab: f64, ac: f64): f64 {
  if (shareB == 1) return b;
  if (shareC == 1) return c;
  const value = a + (shareB * ab + shareC * ac);
  const least = min(min(a, b), c);
  const most = max(max(a, b), c);
  return value < least ? least : value > most ? most : value;
}

/** Finds the barycentric weights of corners b and c at the point of a triangle nearest to p. */
function weigh(abX: f64, abY: f64, abZ: f64, acX: f64, acY: f64, acZ: f64, apX: f64, apY: f64, apZ: f64): void {
  const abab = dot(abX, abY, abZ, abX, abY, abZ);
  const abac = dot(abX, abY, abZ, acX, acY, acZ);
  const acac = dot(acX, acY, acZ, acX, acY, acZ);
  const area = abab * acac - abac * abac;
  if (!(area > THIN * (abab * acac))) {
    weighThin(abX, abY, abZ, acX, acY, acZ, apX, apY, apZ);
    return;
  }
  const abap = dot(abX, abY, abZ, apX, apY, apZ);
  const acap = dot(acX, acY, acZ, apX, apY, apZ);
  const abbp = abap - abab;
  const acbp = acap - abac;
  const abcp = abap - abac;
  const accp = acap - acac;
  const areaB = abap * acac - acap * abac;
  const areaC = acap * abab - abap * abac;
  const areaA = area - areaB - areaC;
  if (abap <= 0 && acap <= 0) {
    setShares(0, 0);
  } else if (abbp >= 0 && acbp <= abbp) {
    setShares(1, 0);
  } else if (accp >= 0 && abcp <= accp) {
    setShares(0, 1);
  } else if (areaC <= 0 && abap >= 0 && abbp <= 0) {
    setShares(fraction(abap, abab), 0);
  } else if (areaB <= 0 && acap >= 0 && accp <= 0) {
    setShares(0, fraction(acap, acac));
  } else if (areaA <= 0 && acbp >= abbp && abcp >= accp) {
    const s = alongEdge(acX - abX, acY - abY, acZ - abZ, apX - abX, apY - abY, apZ - abZ);
    setShares(1 - s, s);
  } else if (areaA > 0 && areaB > 0 && areaC > 0) {
    setShares(areaB / area, areaC / area);
  } else {
    // Far from the triangle, rounding may make all tests of the triangle's regions fail.
    weighThin(abX, abY, abZ, acX, acY, acZ, apX, apY, apZ);
  }
}

function setShares(b: f64, c: f64): void {
  shareB = b;
  shareC = c;
}

/**
 * Finds the barycentric weights of corners b and c at the point of a thin triangle nearest to p. Takes the nearest of
 * four candidates: one on each edge, and one inside.
 */
function weighThin(abX: f64, abY: f64, abZ: f64, acX: f64, acY: f64, acZ: f64, apX: f64, apY: f64, apZ: f64): void {
  setShares(alongEdge(abX, abY, abZ, apX, apY, apZ), 0);
  nearest = squareOf(apX - shareB * abX, apY - shareB * abY, apZ - shareB * abZ);
  const s = alongEdge(acX, acY, acZ, apX, apY, apZ);
  tryShares(0, s, apX - s * acX, apY - s * acY, apZ - s * acZ);
  const bcX = acX - abX;
  const bcY = acY - abY;
  const bcZ = acZ - abZ;
  const bpX = apX - abX;
  const bpY = apY - abY;
  const bpZ = apZ - abZ;
  const r = alongEdge(bcX, bcY, bcZ, bpX, bpY, bpZ);
  tryShares(1 - r, r, bpX - r * bcX, bpY - r * bcY, bpZ - r * bcZ);
  const nX = abY * acZ - abZ * acY;
  const nY = abZ * acX - abX * acZ;
  const nZ = abX * acY - abY * acX;
  const square = squareOf(nX, nY, nZ);
  let v = dot(nX, nY, nZ, apY * acZ - apZ * acY, apZ * acX - apX * acZ, apX * acY - apY * acX) / square;
  let w = dot(nX, nY, nZ, abY * apZ - abZ * apY, abZ * apX - abX * apZ, abX * apY - abY * apX) / square;
  // The weights v and w are NaN for a triangle without a normal, so the candidate inside the triangle is skipped.
  if (!(v > 0 && w > 0 && v + w < 1)) return;
  // The normal may be tilted along the triangle: then p is not yet straight above the point. The shares move it along the longer edge.
  const x = apX - (v * abX + w * acX);
  const y = apY - (v * abY + w * acY);
  const z = apZ - (v * abZ + w * acZ);
  const abab = squareOf(abX, abY, abZ);
  const acac = squareOf(acX, acY, acZ);
  if (abab > acac) v += dot(abX, abY, abZ, x, y, z) / abab;
  else w += dot(acX, acY, acZ, x, y, z) / acac;
  if (!(v > 0 && w > 0 && v + w < 1)) return;
  tryShares(v, w, apX - (v * abX + w * acX), apY - (v * abY + w * acY), apZ - (v * abZ + w * acZ));
}

/**
 * Keeps a candidate for the nearest point if it is nearer to p than those before. (x, y, z) is p minus the candidate.
 */
function tryShares(b: f64, c: f64, x: f64, y: f64, z: f64): void {
  const square = squareOf(x, y, z);
  if (!(square < nearest)) return;
  nearest = square;
  setShares(b, c);
}

/** Returns how far along an edge, 0 to 1, its nearest point to p is. (x, y, z) is p minus the start of the edge. */
function alongEdge(edgeX: f64, edgeY: f64, edgeZ: f64, x: f64, y: f64, z: f64): f64 {
  return fraction(dot(edgeX, edgeY, edgeZ, x, y, z), squareOf(edgeX, edgeY, edgeZ));
}

/** Returns `product / square` clamped to 0 and 1. An edge of length 0 gives 0. */
function fraction(product: f64, square: f64): f64 {
  if (product <= 0) return 0;
  return product >= square ? 1 : product / square;
}

function squareOf(x: f64, y: f64, z: f64): f64 {
  return x * x + y * y + z * z;
}
