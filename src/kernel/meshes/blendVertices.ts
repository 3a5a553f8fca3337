import { writeBox } from './placeCorners';

/**
 * Transforms vertices by the weighted matrices of their bones: see VertexBlend in bvh/meshes/triangleOperations.ts. The
 * operations are those of bendVertices in three/poses/poseVertices.ts, with two axes at a time: one vector holds x and
 * y, and another z and w, of which w matters only for the last matrix, which is applied after the blend.
 *
 * @param last the address of the last matrix, or 0 if no matrix is applied after the blend.
 * @param positions the address for the transformed positions.
 * @param out the address of six float64 numbers for the bounds of the transformed positions.
 * @returns whether all transformed positions are finite.
 */
export function blendVertices(
  vertices: usize, count: i32, bones: usize, weights: usize, matrices: usize, last: usize, positions: usize,
  out: usize,
): bool {
  let lowXY = f64x2.splat(Infinity);
  let lowZ = lowXY;
  let highXY = f64x2.splat(-Infinity);
  let highZ = highXY;
  // The sum of x - x over all coordinates x: 0 if every coordinate is finite, else NaN.
  let differencesXY = f64x2.splat(0);
  let differencesZ = differencesXY;
  for (let end = vertices + <usize>count * 24; vertices < end; vertices += 24) {
    const x = v128.load64_splat(vertices);
    const y = v128.load64_splat(vertices, 8);
    const z = v128.load64_splat(vertices, 16);
    let xy = f64x2.splat(0);
    let zw = xy;
    for (let end = weights + 32; weights < end; weights += 8, bones += 4) {
      const matrix = matrices + (<usize>load<u32>(bones) << 7);
      const weight = v128.load64_splat(weights);
      xy = f64x2.add(xy, f64x2.mul(twoRows(matrix, x, y, z), weight));
      zw = f64x2.add(zw, f64x2.mul(twoRows(matrix + 16, x, y, z), weight));
    }
    if (last != 0) {
      const sumX = v128.shuffle<i64>(xy, xy, 0, 0);
      const sumY = v128.shuffle<i64>(xy, xy, 1, 1);
      const sumZ = v128.shuffle<i64>(zw, zw, 0, 0);
      zw = twoRows(last + 16, sumX, sumY, sumZ);
      const scale = f64x2.div(f64x2.splat(1), v128.shuffle<i64>(zw, zw, 1, 1));
      xy = f64x2.mul(twoRows(last, sumX, sumY, sumZ), scale);
      zw = f64x2.mul(zw, scale);
    }
    v128.store(positions, xy);
    v128.store64_lane(positions, zw, 0, 16);
    positions += 24;
    lowXY = f64x2.pmin(lowXY, xy);
    lowZ = f64x2.pmin(lowZ, zw);
    highXY = f64x2.pmax(highXY, xy);
    highZ = f64x2.pmax(highZ, zw);
    differencesXY = f64x2.add(differencesXY, f64x2.sub(xy, xy));
    differencesZ = f64x2.add(differencesZ, f64x2.sub(zw, zw));
  }
  writeBox(lowXY, lowZ, highXY, highZ, out);
  const differences = f64x2.add(f64x2.add(differencesXY, v128.shuffle<i64>(differencesXY, differencesXY, 1, 0)), differencesZ);
  return f64x2.extract_lane(differences, 0) == 0;
}

/** Returns two rows of the product of a matrix and a point. */
function twoRows(matrix: usize, x: v128, y: v128, z: v128): v128 {
  const xs = f64x2.mul(v128.load(matrix), x);
  const ys = f64x2.mul(v128.load(matrix, 32), y);
  const zs = f64x2.mul(v128.load(matrix, 64), z);
  return f64x2.add(f64x2.add(f64x2.add(xs, ys), zs), v128.load(matrix, 96));
}
