import type { CityBlock, Rectangle } from './cityBlock';

/** The sides of a rectangle. */
export const SIDES = ['north', 'east', 'south', 'west'] as const;

export type SideOfHouse = (typeof SIDES)[number];

/**
 * The ground of something on the outside of a wall.
 *
 * @param from where it begins along the wall, from the west or from the north.
 * @param out how far it stands out.
 * @param into how far it goes into the wall, or before it if negative.
 */
export function onWall(
  { x, z, width, depth }: Rectangle,
  side: SideOfHouse,
  from: number,
  length: number,
  out: number,
  into = out,
): Rectangle {
  const thick = out + into;
  switch (side) {
    case 'north':
      return { x: x + from, z: z - out, width: length, depth: thick };
    case 'south':
      return { x: x + from, z: z + depth - into, width: length, depth: thick };
    case 'west':
      return { x: x - out, z: z + from, width: thick, depth: length };
    case 'east':
      return { x: x + width - into, z: z + from, width: thick, depth: length };
  }
}

export function wallLength({ width, depth }: Rectangle, side: SideOfHouse): number {
  return side === 'north' || side === 'south' ? width : depth;
}

/** A balcony in front of a window. */
export function addBalcony(
  block: CityBlock,
  house: Rectangle,
  side: SideOfHouse,
  from: number,
  length: number,
  floor: number,
): void {
  block.add('balcony', onWall(house, side, from, length, 1.3, 0.1), floor, 0.15);
  block.add('railing', onWall(house, side, from, length, 1.3, -1.2), floor + 0.15, 0.95);
}
