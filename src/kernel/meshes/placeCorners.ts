/**
 * Writes the corners of triangles, each a copy of one of the caller's vertices: see bvh/meshes/placeCorners.ts.
 *
 * @param positions the address of the vertices' coordinates, all finite. One more number may be read after them.
 * @param vertices the address of the index of the vertex at each corner.
 * @param corners the address for the corners. One more number may be written after the corners.
 * @param out the address of six float64 numbers for the bounds of the vertices.
 */
export function placeCorners(
  positions: usize, vertices: usize, count: usize, corners: usize, isFloat64: bool, out: usize,
): void {
  if (isFloat64) placeFloat64(positions, vertices, vertices + count * 4, corners, out);
  else placeFloat32(positions, vertices, vertices + count * 4, corners, out);
}

function placeFloat64(positions: usize, vertices: usize, end: usize, corners: usize, out: usize): void {
  let lowXY = f64x2.splat(Infinity);
  let lowZ = lowXY;
  let highXY = f64x2.splat(-Infinity);
  let highZ = highXY;
  for (; vertices < end; vertices += 4) {
    const at = positions + <usize>load<u32>(vertices) * 24;
    const xy = v128.load(at);
    const z = v128.load64_splat(at, 16);
    v128.store(corners, xy);
    v128.store64_lane(corners, z, 0, 16);
    corners += 24;
    lowXY = f64x2.pmin(lowXY, xy);
    lowZ = f64x2.pmin(lowZ, z);
    highXY = f64x2.pmax(highXY, xy);
    highZ = f64x2.pmax(highZ, z);
  }
  writeBox(lowXY, lowZ, highXY, highZ, out);
}

function placeFloat32(positions: usize, vertices: usize, end: usize, corners: usize, out: usize): void {
  let low = f32x4.splat(Infinity);
  let high = f32x4.splat(-Infinity);
  for (; vertices < end; vertices += 4) {
    // A vector has four numbers and a corner three, so the next corner overwrites the fourth number of the corner
    // before.
    const corner = v128.load(positions + <usize>load<u32>(vertices) * 12);
    v128.store(corners, corner);
    corners += 12;
    low = f32x4.pmin(low, corner);
    high = f32x4.pmax(high, corner);
  }
  const lowZ = v128.shuffle<i32>(low, low, 2, 2, 2, 2);
  const highZ = v128.shuffle<i32>(high, high, 2, 2, 2, 2);
  writeBox(
    f64x2.promote_low_f32x4(low),
    f64x2.promote_low_f32x4(lowZ),
    f64x2.promote_low_f32x4(high),
    f64x2.promote_low_f32x4(highZ),
    out,
  );
}

/** Writes the bounds of the vertices to `out`. Adding 0 turns -0 into 0. */
export function writeBox(lowXY: v128, lowZ: v128, highXY: v128, highZ: v128, out: usize): void {
  const zero = f64x2.splat(0);
  v128.store(out, f64x2.add(lowXY, zero));
  v128.store(out, f64x2.add(highXY, zero), 24);
  v128.store64_lane(out, f64x2.add(lowZ, zero), 0, 16);
  v128.store64_lane(out, f64x2.add(highZ, zero), 0, 40);
}
