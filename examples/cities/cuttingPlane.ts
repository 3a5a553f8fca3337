import type { Plane } from 'slabtree';

/** The position of a plane that cuts the globe. 0, 0, 0 is the plane of the equator, with the north in front of it. */
export interface Cut {
  /** The angle between its normal and the direction of the north pole, in degrees. */
  tilt: number;
  /** The longitude towards which the normal is tilted. */
  longitude: number;
  /** The distance from the Earth's centre to the plane, along the normal, in metres. */
  offset: number;
}

export const EQUATOR: Cut = { tilt: 0, longitude: 0, offset: 0 };

/** At noon UTC on the June solstice, the sun is over longitude 0, and as far north as the tilt of the Earth's axis. */
export const LONGEST_DAY: Cut = { tilt: 90 - 23.44, longitude: 0, offset: 0 };

/** In Earth-centred metres. */
export function cuttingPlane({ tilt, longitude, offset }: Cut): Plane {
  const { sin, cos, PI } = Math;
  const [angle, towards] = [(tilt * PI) / 180, (longitude * PI) / 180];
  return {
    normal: { x: sin(angle) * cos(towards), y: sin(angle) * sin(towards), z: cos(angle) },
    constant: -offset,
  };
}
