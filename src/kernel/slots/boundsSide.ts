/** normal·p for one corner p of each of four slots, given the addresses of the coordinates. */
export function alongNormal(normalX: v128, normalY: v128, normalZ: v128, x: usize, y: usize, z: usize): v128 {
  return f32x4.add(
    f32x4.add(f32x4.mul(normalX, v128.load(x)), f32x4.mul(normalY, v128.load(y))),
    f32x4.mul(normalZ, v128.load(z)),
  );
}
