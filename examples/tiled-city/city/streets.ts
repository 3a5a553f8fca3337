import { type CityBlock, PITCH, type Rectangle, squareAt, STREET } from './cityBlock';

/** The height of the pavement above the street. */
export const KERB = 0.1875;

/** The ground of the blocks reaches so far down. */
const BELOW = 0.5;

/** The street to the west of a block and the one to its north, what stands there, and the ground of the block. */
export function addStreets(block: CityBlock, random: () => number): void {
  const long = PITCH - STREET;
  block.add('street', { x: 0, z: 0, width: STREET, depth: PITCH }, -BELOW, BELOW);
  block.add('street', { x: STREET, z: 0, width: long, depth: STREET }, -BELOW, BELOW);
  block.add('pavement', { x: STREET, z: STREET, width: long, depth: long }, -BELOW, BELOW + KERB);
  for (const turned of [false, true]) addAlong(block, random, turned);
}

/** What belongs to one street. It is laid out for the street to the west, and `turned` for the one to the north. */
function addAlong(block: CityBlock, random: () => number, turned: boolean): void {
  const place = (area: Rectangle) => (turned ? mirrored(area) : area);
  for (let z = 22; z < 94; z += 9) {
    block.add('road marking', place({ x: STREET / 2 - 0.1, z, width: 0.2, depth: 4 }), 0, 0.016);
  }
  for (let x = 1.6; x < STREET - 1; x += 2) {
    block.add('road marking', place({ x, z: STREET + 1.5, width: 0.9, depth: 3 }), 0, 0.016);
  }
  for (let z = 27; z < 96; z += 15) {
    block.add('lamp post', place(squareAt(STREET + 0.7, z, 0.2)), KERB, 7.5);
    block.add('lamp post', place({ x: STREET - 1.8, z: z - 0.07, width: 2.5, depth: 0.14 }), 7.5, 0.14);
    block.add('lamp', place({ x: STREET - 2.2, z: z - 0.2, width: 0.9, depth: 0.4 }), 7.3, 0.2);
  }
  block.add('traffic light', place(squareAt(STREET + 0.5, STREET + 0.9, 0.16)), KERB, 3);
  block.add('traffic light', place(squareAt(STREET + 0.5, STREET + 0.9, 0.4)), 3.2, 1);
  for (let z = 24; z < 92; z += 6.5) if (random() < 0.6) addCar(block, place, z + random());
}

function addCar(block: CityBlock, place: (area: Rectangle) => Rectangle, z: number): void {
  const x = STREET - 2.4;
  block.add('wheels of a car', place({ x, z: z + 0.6, width: 1.8, depth: 0.6 }), 0, 0.6);
  block.add('wheels of a car', place({ x, z: z + 3.1, width: 1.8, depth: 0.6 }), 0, 0.6);
  block.add('car', place({ x: x + 0.05, z, width: 1.7, depth: 4.3 }), 0.3, 0.6);
  block.add('roof of a car', place({ x: x + 0.15, z: z + 1, width: 1.5, depth: 2.2 }), 0.9, 0.55);
}

function mirrored({ x, z, width, depth }: Rectangle): Rectangle {
  return { x: z, z: x, width: depth, depth: width };
}
