import { rayPointAt, type Ray, type Vec3 } from 'slabtree';
import { dot, unit } from './vectors';

/** A point over the Earth: degrees, and metres above the ellipsoid. */
export interface Place {
  longitude: number;
  latitude: number;
  height: number;
}

/** The ellipsoid of WGS84, in metres. */
export const EQUATORIAL_RADIUS = 6_378_137;
export const POLAR_RADIUS = EQUATORIAL_RADIUS * (1 - 1 / 298.257223563);

/** Earth-centred metres: x towards longitude 0 on the equator, z towards the north pole. */
export function earthCentred({ longitude, latitude, height }: Place): Vec3 {
  const { sin, cos } = Math;
  const [lambda, phi] = [radians(longitude), radians(latitude)];
  const squash = (POLAR_RADIUS / EQUATORIAL_RADIUS) ** 2;
  // The length of the vertical down to the Earth's axis. On an ellipsoid, it meets the axis beside the centre.
  const toAxis = EQUATORIAL_RADIUS / Math.sqrt(cos(phi) ** 2 + squash * sin(phi) ** 2);
  return {
    x: (toAxis + height) * cos(phi) * cos(lambda),
    y: (toAxis + height) * cos(phi) * sin(lambda),
    z: (toAxis * squash + height) * sin(phi),
  };
}

/** The column-major matrix that stands things up at a place: local x points east, y north, and z up. */
export function standingMatrix(place: Place): number[] {
  const { sin, cos } = Math;
  const [lambda, phi] = [radians(place.longitude), radians(place.latitude)];
  const east = [-sin(lambda), cos(lambda), 0, 0];
  const north = [-sin(phi) * cos(lambda), -sin(phi) * sin(lambda), cos(phi), 0];
  const up = [cos(phi) * cos(lambda), cos(phi) * sin(lambda), sin(phi), 0];
  const { x, y, z } = earthCentred(place);
  return [...east, ...north, ...up, x, y, z, 1];
}

/** The `t` at which a ray hits the ground. Infinity for a miss. */
export function raycastGlobe(ray: Ray): number {
  const { origin, direction } = asUnitSphere(ray);
  const a = dot(direction, direction);
  const b = dot(origin, direction);
  const discriminant = b * b - a * (dot(origin, origin) - 1);
  return discriminant < 0 ? Infinity : (-b - Math.sqrt(discriminant)) / a;
}

/** The least height above the ground, in metres, of a ray that misses the globe. */
export function passingHeight(ray: Ray): number {
  const squeezed = asUnitSphere(ray);
  const { origin, direction } = squeezed;
  const nearest = rayPointAt(squeezed, -dot(origin, direction) / dot(direction, direction));
  return (Math.hypot(nearest.x, nearest.y, nearest.z) - 1) * EQUATORIAL_RADIUS;
}

/** The direction that is up at a point on the ground. */
export function upAt({ x, y, z }: Vec3): Vec3 {
  return unit({ x, y, z: z * (EQUATORIAL_RADIUS / POLAR_RADIUS) ** 2 });
}

/** The ray in a space in which the globe is a sphere of radius 1. Its `t` stays the same. */
function asUnitSphere({ origin, direction }: Ray): Ray {
  return { origin: squeeze(origin), direction: squeeze(direction) };
}

function squeeze({ x, y, z }: Vec3): Vec3 {
  return { x: x / EQUATORIAL_RADIUS, y: y / EQUATORIAL_RADIUS, z: z / POLAR_RADIUS };
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
