import type { Aabb, Capsule, Obb, Plane, Ray, RoundedBox, Sphere, Triangle } from 'slabtree';
import type { Random } from '../../support/random';
import { each, type Triple, vec } from '../../support/triple';
import { affine, rotation } from './matrices';
import { length, point, type Size } from './sizes';

export function aabb(size: Size, random: Random): Aabb {
  const min = point(size, random);
  // Some are flat.
  const max = each((k) => min[k] + (random.chance(0.1) ? 0 : length(size, random, 0, 4)));
  return { min: vec(min), max: vec(max) };
}

/** A box that is turned, stretched, mirrored and sheared. */
export function obb(size: Size, random: Random): Obb {
  const unit = size.unit(random);
  const columns = rotation(random);
  const [x, y, z] = columns.map((column): Triple => {
    const stretch = random.sign() * random.between(0.5, 2);
    return each((k) => column[k] * stretch);
  });
  const sheared = random.chance(0.3) ? each((k) => y[k] + x[k] / 4) : y;
  const min = each(() => random.between(-2, 0) * unit);
  return {
    min: vec(min),
    max: vec(each((k) => min[k] + random.between(0, 3) * unit)),
    matrix: affine([x, sheared, z], point(size, random)),
  };
}

export function capsule(size: Size, random: Random): Capsule {
  const a = point(size, random);
  const b = each((k) => a[k] + length(size, random, -4, 4));
  return { a: vec(a), b: vec(b), radius: length(size, random, 0, 3) };
}

export function roundedBox(size: Size, random: Random): RoundedBox {
  return { ...(random.chance(0.5) ? aabb(size, random) : obb(size, random)), radius: length(size, random, 0, 2) };
}

export function sphere(size: Size, random: Random): Sphere {
  return { center: vec(point(size, random)), radius: length(size, random, 0, 10) };
}

/** Some are a line. */
export function triangle(size: Size, random: Random): Triangle {
  const a = point(size, random);
  const b = point(size, random);
  const c = random.chance(0.1) ? each((k) => a[k] / 2 + b[k] / 2) : point(size, random);
  return { a: vec(a), b: vec(b), c: vec(c) };
}

export function plane(size: Size, random: Random): Plane {
  const normal = each(() => random.between(-1, 1));
  const [x, y, z] = point(size, random);
  return { normal: vec(normal), constant: -(normal[0] * x + normal[1] * y + normal[2] * z) };
}

/** A ray from one point of the world to another, which it reaches at t = 1, or along an axis. */
export function ray(size: Size, random: Random): Ray {
  const from = point(size, random);
  const to = point(size, random);
  const axis = random.chance(0.2) ? random.axis() : undefined;
  const direction = each((k) =>
    axis === undefined || k === axis ? to[k] - from[k] || size.unit(random) : 0 * from[k],
  );
  return { origin: vec(from), direction: vec(direction) };
}
