/** The shear and the origin of the ray that was prepared last for tests of triangles: see primitives/flat/shear.ts. */
export let originXY: v128 = i64x2(0, 0);
/** The z of the prepared ray's origin along the ray's own axes, in both lanes. */
export let originZ: v128 = i64x2(0, 0);
export let directionXY: v128 = i64x2(0, 0);
export let directionZ: f64 = 0;
export let shearXY: v128 = i64x2(0, 0);
/** The swizzle that puts the three float32 coordinates of a corner in the order of the ray's own axes. */
export let order: v128 = i64x2(0, 0);
/** For each of the prepared ray's own axes, the axis of the triangles' space that it is: 0, 1 or 2. */
export let axisX: i32 = 0;
export let axisY: i32 = 0;
export let axisZ: i32 = 0;
export let side: f64 = 0;

/**
 * Prepares tests of triangles for a ray: computes the shear that makes the ray parallel to its own z axis.
 *
 * @param local the address of the ray's origin and direction in the space of the triangles.
 * @param sideOf 1 if only fronts count, -1 if only backs count, 0 for both.
 */
export function prepareShear(local: usize, sideOf: f64): void {
  const sizeX = abs(load<f64>(local, 24));
  const sizeY = abs(load<f64>(local, 32));
  const sizeZ = abs(load<f64>(local, 40));
  axisZ = select<i32>(0, select<i32>(1, 2, sizeY >= sizeZ), (<i32>(sizeX >= sizeY) & <i32>(sizeX >= sizeZ)) != 0);
  const next = axisZ == 2 ? 0 : axisZ + 1;
  const other = next == 2 ? 0 : next + 1;
  directionZ = load<f64>(local + (<usize>axisZ << 3), 24);
  const isUp = directionZ > 0;
  axisX = isUp ? next : other;
  axisY = isUp ? other : next;
  originXY = f64x2(load<f64>(local + (<usize>axisX << 3)), load<f64>(local + (<usize>axisY << 3)));
  originZ = v128.load64_splat(local + (<usize>axisZ << 3));
  directionXY = f64x2(load<f64>(local + (<usize>axisX << 3), 24), load<f64>(local + (<usize>axisY << 3), 24));
  shearXY = f64x2.div(directionXY, f64x2.splat(directionZ));
  order = i32x4.add(
    i32x4.mul(i32x4(axisX, axisY, axisZ, 3), i32x4.splat(0x04040404)),
    i32x4.splat(0x03020100),
  );
  side = sideOf;
}
