import { isObject } from '../check';
import { elementsOf, type Matrix4 } from './matrix4';
import { isPoint, type Shape } from './shape';
import type { Vec3 } from './vec3';

/** The parts of shapes that are points. */
const POINTS = ['center', 'a', 'b', 'c', 'min', 'max'] as const;

/**
 * Returns a plain copy of a shape, each part of which was read once. Does not check the parts, apart from the length of a matrix. What
 * is no shape is returned as it is, for the check to reject.
 */
export function copyShape(name: string, shape: Shape): Shape {
  if (!isObject(shape)) return shape;
  const given = shape as unknown as Readonly<Record<string, unknown>>;
  if (isPoint(given)) return copyPoint(shape as Vec3);
  const copy: Record<string, unknown> = {};
  for (const part of POINTS) if (part in given) copy[part] = copyPoint(given[part] as Vec3);
  if (Object.keys(copy).length === 0) return 'x' in given ? copyPoint(shape as Vec3) : shape;
  if ('radius' in given) copy.radius = given.radius;
  if ('matrix' in given) {
    const elements = elementsOf(`${name}.matrix`, given.matrix as Matrix4);
    copy.matrix = Array.from({ length: 16 }, (_, i) => elements[i]);
  }
  return copy as unknown as Shape;
}

function copyPoint(point: Vec3): Vec3 {
  return isObject(point) ? { x: point.x, y: point.y, z: point.z } : point;
}
