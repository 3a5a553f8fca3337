import { POINT, MESH_EXTENTS, MESH_MAGNITUDE, MESH_ORIGIN } from '../../bvh/layout/kernelLayout';
import { COLUMNS, INVERSE, TRANSLATION } from '../../primitives/flat/boxLayout';
import { dot } from '../primitives/flat/vec3';
import { memoryBase } from '../memory/workingMemory';
import { LARGEST, ROUNDING, FLOAT32_RANGE } from './rayMargin';
import { EPSILON, U } from './roundOutward';

/** The query's POINT relative to the mesh's origin, minus and plus a pad that covers rounding. Each lane is an axis. */
export let meshLows: v128 = i64x2(0, 0);
export let meshHighs: v128 = i64x2(0, 0);
/**
 * The query's POINT in the mesh's space, minus and plus a pad that covers rounding, for tests against triangle corners.
 */
export let cornerLows: v128 = i64x2(0, 0);
export let cornerHighs: v128 = i64x2(0, 0);
/** For each axis of the mesh: the least world distance of two points that are 1 apart on the axis. */
export let meshScaleX: f32 = 0;
export let meshScaleY: f32 = 0;
export let meshScaleZ: f32 = 0;
/**
 * A plane between POINT and the triangles that are farther than the nearest triangle so far: the plane's normal in the
 * space of the mesh, which points to POINT, and the plane's height along the normal. Triangles below the plane do not
 * count. The fourth lane of the normal is 0.
 */
export let meshNormal: v128 = i64x2(0, 0);
export let meshHeight: f32 = 0;
/** The query's POINT in the space of the mesh, in float64. */
let pointX: f64 = 0;
let pointY: f64 = 0;
let pointZ: f64 = 0;
/** How much nearer to POINT, in world units, all rounding in float64 may bring a triangle. */
let slack: f64 = 0;

/** POINT may be at most this many times the mesh's extent from the mesh. Beyond, float32 excludes too few triangles. */
const FAR: f32 = 4096;
/** The error of rounding in float64 may be at most this fraction of the mesh's extent. */
const FINE: f32 = 2 ** -20;
/** The least eigenvalue λ (see {@link prepareMeshPoint}) with which bounds tests exclude enough triangles. */
const SHEARED: f64 = 2 ** -10;
/** No plane excludes triangles if the nearest is closer than this, as the inverse of its distance may overflow. */
const SHORT: f64 = 1e-300;

/**
 * Brings POINT into the space of an instance's mesh, for tests against the bounds of its nodes in float32. In the derivation,
 * triangles are those of the exact test, with corners transformed in float64.
 *
 * With M the matrix, T the translation, q the point, and p any point of the mesh's space, a vertex v is in the world at Mv +
 * T = q + M(v - p) + (Mp + T - q). Here p is q transformed by the inverse matrix. However inexact p is, the last term, Mp + T
 * - q, is computed. So the distance of a triangle is at least |M(v - p)| for one of its points v, less a slack. On one axis
 * of the world, with u = 2^-53, m = |M||p| + |T| + |q| and S = |M|·magnitude + |T|, the slack is:
 * - the last term, and 6um for its rounding;
 * - 5uS for the rounding of corners;
 * - 16uS for how far rounding takes the nearest point off its triangle. The barycentric weights of that point are not
 *   negative, and their sum is no more than 1 + 4u.
 *
 * With the columns of M as c1, c2, c3 and d = v - p, Md is the sum of |ck|dk along unit vectors. With λ the least eigenvalue
 * of the Gram matrix of these unit vectors, |Md|² >= λ·Σ(|ck|dk)². If the columns are orthogonal, as for every matrix that
 * scales and then turns, λ is 1. λ is at least 1 less the cosines in a row (Gershgorin), and at least 4/9 of the determinant,
 * as the three eigenvalues sum up to 3.
 *
 * Node bounds hold every vertex less the mesh's origin, apart from 2u of it. With ε = 2^-24 and x the point relative to that
 * origin, rounding x to float32 and moving it by the pad take ε|x| each, of the pad's 16ε|x| + 64u(|p| + magnitude). The
 * differences, the scales and the products take ε each, which limitOf covers.
 *
 * @param mesh the address of the mesh's table entry: see bvh/layout/kernelLayout.ts.
 * @param record the address of the instance's record.
 * @returns whether no float32 leaves its range, and the tests exclude enough triangles.
 */
export function prepareMeshPoint(mesh: usize, record: usize): bool {
  const column = record + COLUMNS * 8;
  const qX = load<f64>(memoryBase, POINT * 8);
  const qY = load<f64>(memoryBase, POINT * 8 + 8);
  const qZ = load<f64>(memoryBase, POINT * 8 + 16);
  const dX = qX - load<f64>(record, TRANSLATION * 8);
  const dY = qY - load<f64>(record, TRANSLATION * 8 + 8);
  const dZ = qZ - load<f64>(record, TRANSLATION * 8 + 16);
  const pX = rowDot(record + INVERSE * 8, 8, dX, dY, dZ);
  const pY = rowDot(record + INVERSE * 8 + 24, 8, dX, dY, dZ);
  const pZ = rowDot(record + INVERSE * 8 + 48, 8, dX, dY, dZ);
  const magnitude = load<f64>(mesh, MESH_MAGNITUDE * 8);
  pointX = pX;
  pointY = pY;
  pointZ = pZ;
  meshNormal = i64x2(0, 0);
  meshHeight = -Infinity;

  let size: f64 = 0;
  slack = 0;
  for (let k: usize = 0; k < 24; k += 8) {
    const a = abs(load<f64>(column + k));
    const b = abs(load<f64>(column + k, 24));
    const c = abs(load<f64>(column + k, 48));
    const t = load<f64>(record + k, TRANSLATION * 8);
    const q = load<f64>(memoryBase + k, POINT * 8);
    const left = abs(rowDot(column + k, 24, pX, pY, pZ) + t - q);
    const sizes = a * (abs(pX) + magnitude) + b * (abs(pY) + magnitude) + c * (abs(pZ) + magnitude) + 2 * abs(t) + abs(q);
    slack += left + sizes * (32 * U);
    size = max(size, sizes);
  }

  const lengthA = lengthOf(column);
  const lengthB = lengthOf(column + 24);
  const lengthC = lengthOf(column + 48);
  const ab = productOf(column, column + 24) / (lengthA * lengthB);
  const ac = productOf(column, column + 48) / (lengthA * lengthC);
  const bc = productOf(column + 24, column + 48) / (lengthB * lengthC);
  const determinant = 1 + 2 * (ab * ac * bc) - ab * ab - ac * ac - bc * bc;
  const rows = 1 - max(max(abs(ab) + abs(ac), abs(ab) + abs(bc)), abs(ac) + abs(bc));
  const least = max(rows, determinant * (4.0 / 9.0)) - 2 ** -40;
  const scale = sqrt(least) * (1 - 8 * EPSILON);
  meshScaleX = <f32>(lengthA * scale);
  meshScaleY = <f32>(lengthB * scale);
  meshScaleZ = <f32>(lengthC * scale);

  const x = <f32>(pX - load<f64>(mesh, MESH_ORIGIN * 8));
  const y = <f32>(pY - load<f64>(mesh, MESH_ORIGIN * 8 + 8));
  const z = <f32>(pZ - load<f64>(mesh, MESH_ORIGIN * 8 + 16));
  const farthest = max(max(abs(x), abs(y)), abs(z));
  const extent = load<f32>(mesh, MESH_EXTENTS * 4 + 12);
  const points = f32x4(x, y, z, 0);
  const rounding = <f32>((max(max(abs(pX), abs(pY)), abs(pZ)) + magnitude) * (64 * U));
  const pads = f32x4.add(f32x4.mul(f32x4.abs(points), f32x4.splat(ROUNDING)), f32x4.splat(rounding));
  meshLows = f32x4.sub(points, pads);
  meshHighs = f32x4.add(points, pads);
  const ownPoints = f32x4(<f32>pX, <f32>pY, <f32>pZ, 0);
  const ownPads = f32x4.add(f32x4.mul(f32x4.abs(ownPoints), f32x4.splat(ROUNDING)), f32x4.splat(rounding));
  cornerLows = f32x4.sub(ownPoints, ownPads);
  cornerHighs = f32x4.add(ownPoints, ownPads);
  // Comparisons with NaN are false, so a mesh or a point with NaN is refused.
  return (
    size >= <f64>(1 / FLOAT32_RANGE) &&
    size <= <f64>FLOAT32_RANGE &&
    extent + farthest >= 1 / FLOAT32_RANGE &&
    extent + farthest <= FLOAT32_RANGE &&
    farthest <= FAR * extent &&
    least >= SHEARED &&
    max(max(lengthA, lengthB), lengthC) <= <f64>LARGEST &&
    rounding <= FINE * extent
  );
}

/**
 * Returns the float32 square of a world distance up to which nodes of the mesh are visited, when triangles farther than
 * `distance` do not count. With u = 2^-53 and ε = 2^-24, the distance of a triangle rounds by 4u, and squares in the
 * tests are too large by at most 7ε.
 */
export function meshLimitOf(distance: f64): f32 {
  const reach = distance * (1 + 8 * U) + slack;
  return <f32>min(reach * reach * (1 + 16 * EPSILON) + 1e-36, <f64>LARGEST);
}

/**
 * Prepares the plane that excludes triangles farther from POINT than the nearest triangle so far. The plane touches the
 * sphere around POINT with radius `distance` at the nearest point (x, y, z).
 *
 * With n the unit vector from the nearest point to POINT, M the instance's matrix, p POINT in the mesh, ε = 2^-24, and v a
 * corner, a triangle is no nearer than the least n·M(p - v) of its corners, less the slack. In the mesh that is m·p - m·v,
 * with m = Mᵀn. In float64, m·p and m·v round by less than the slack. In float32, rounding m takes ε, and the products and
 * sums of m·v take 3ε, of the magnitude of its terms. Below 2^-126, rounding m takes up to 2^-150, for which m counts as
 * larger by 2^-120. Other underflow is less than the 1e-36.
 *
 * @param mesh the address of the mesh's table entry.
 * @param record the address of the instance's record.
 */
export function prepareMeshPlane(mesh: usize, record: usize, distance: f64, x: f64, y: f64, z: f64): void {
  const shrink = distance > SHORT ? (1 - EPSILON) / distance : 0;
  const nX = (load<f64>(memoryBase, POINT * 8) - x) * shrink;
  const nY = (load<f64>(memoryBase, POINT * 8 + 8) - y) * shrink;
  const nZ = (load<f64>(memoryBase, POINT * 8 + 16) - z) * shrink;
  const column = record + COLUMNS * 8;
  const mX = rowDot(column, 8, nX, nY, nZ);
  const mY = rowDot(column + 24, 8, nX, nY, nZ);
  const mZ = rowDot(column + 48, 8, nX, nY, nZ);
  const terms = (abs(mX) + abs(mY) + abs(mZ) + 2 ** -120) * load<f64>(mesh, MESH_MAGNITUDE * 8);
  const height = dot(mX, mY, mZ, pointX, pointY, pointZ) - distance * (1 + 8 * U) - 2 * slack - terms * (8 * EPSILON) - 1e-36;
  meshNormal = f32x4(<f32>mX, <f32>mY, <f32>mZ, 0);
  meshHeight = <f32>(height - abs(height) * (2 * EPSILON));
}

/** Returns the dot product of a row of a matrix and the vector (x, y, z). The row's numbers are `step` bytes apart. */
function rowDot(row: usize, step: usize, x: f64, y: f64, z: f64): f64 {
  return dot(load<f64>(row), load<f64>(row + step), load<f64>(row + 2 * step), x, y, z);
}

function lengthOf(column: usize): f64 {
  return sqrt(productOf(column, column));
}

/** Returns the dot product of two columns of a matrix, given their addresses. */
function productOf(a: usize, b: usize): f64 {
  return dot(load<f64>(a), load<f64>(a, 8), load<f64>(a, 16), load<f64>(b), load<f64>(b, 8), load<f64>(b, 16));
}
