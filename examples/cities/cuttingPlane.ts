import type { Plane } from 'slabtree';

/** How a plane lies that cuts the globe: at 0, 0, 0 it is that of the equator, and the north is in front of it. */
export interface Cut {
  /** How far its normal is turned away from the north pole, in degrees. */
  tilt: number;
  /** The longitude towards which the normal is turned. */
  longitude: number;
  /** How far it is shifted along its normal from the Earth's centre, in metres. */
  offset: number;
}

export const EQUATOR: Cut = { tilt: 0, longitude: 0, offset: 0 };

/** At noon UTC at the solstice of June the sun stands over longitude 0, and as far north as the Earth's axis is tilted. */
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
