import { type Plane, planeFromNormalAndPoint, type Vec3 } from 'slabtree';

/** The plane through the first point whose normal points to the second. Null if they are equal. */
export function facePlane(through: Vec3, towards: Vec3): Plane | null {
  const arm = { x: towards.x - through.x, y: towards.y - through.y, z: towards.z - through.z };
  const longest = Math.max(Math.abs(arm.x), Math.abs(arm.y), Math.abs(arm.z));
  if (longest === 0) return null;
  return movePlane({ x: rounded(arm.x / longest), y: rounded(arm.y / longest), z: rounded(arm.z / longest) }, through);
}

/** The plane with this normal, nearly through the point. Its constant is rounded to stay short. */
export function movePlane(normal: Vec3, through: Vec3): Plane {
  const { constant } = planeFromNormalAndPoint(normal, through);
  return { normal, constant: rounded(constant) };
}

/** The nearest point of a plane. */
export function footOn({ normal, constant }: Plane, { x, y, z }: Vec3): Vec3 {
  const squared = normal.x ** 2 + normal.y ** 2 + normal.z ** 2;
  const steps = (normal.x * x + normal.y * y + normal.z * z + constant) / squared;
  return { x: x - steps * normal.x, y: y - steps * normal.y, z: z - steps * normal.z };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
