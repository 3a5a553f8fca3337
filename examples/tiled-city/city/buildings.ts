import { type CityBlock, inset, type Rectangle, squareAt } from './cityBlock';
import { addBalcony, onWall, SIDES, type SideOfHouse, wallLength } from './facade';
import { KERB } from './streets';

const TOWER_STOREY = 3.5;
const STOREY = 3.1;

/** A tower of 5 boxes a storey and a few more. Its upper part is narrower. */
export function addTower(block: CityBlock, random: () => number, lot: Rectangle, storeys: number): void {
  const base = inset(lot, 2);
  block.add('concrete wall', base, KERB, 8);
  block.add('cornice', inset(base, -0.3), 8, 0.5);
  block.add('door', onWall(base, 'north', base.width / 2 - 3, 6, 0.1), KERB, 3.5);
  const low = inset(lot, 5 + 2 * random());
  const high = inset(low, 1.5 + 2 * random());
  const wall = random() < 0.5 ? 'glass wall' : random() < 0.5 ? 'concrete wall' : 'brick wall';
  const lowStoreys = Math.floor(storeys * (0.5 + 0.4 * random()));
  const shaft = (area: Rectangle, from: number, to: number): void => {
    block.add(wall, area, 8 + from * TOWER_STOREY, (to - from) * TOWER_STOREY);
    for (let storey = from; storey < to; storey++) {
      const bottom = 8 + storey * TOWER_STOREY;
      block.add('floor of a tower', inset(area, -0.3), bottom + 3, 0.5);
      for (const side of SIDES) {
        block.add('window', onWall(area, side, 0.4, wallLength(area, side) - 0.8, 0.1), bottom + 0.5, 2.4);
      }
    }
  };
  shaft(low, 0, lowStoreys);
  shaft(high, lowStoreys, storeys);
  const top = 8 + storeys * TOWER_STOREY;
  block.add('roof hut', inset(high, high.width * 0.28), top, 4);
  if (random() < 0.4) block.add('mast', squareAt(high.x + high.width / 2, high.z + high.depth / 2, 0.5), top + 4, 12);
}

/** A house of flats, with windows on two sides: at most so many boxes. */
export function addFlats(
  block: CityBlock,
  random: () => number,
  lot: Rectangle,
  sides: readonly SideOfHouse[],
  storeys: number,
  most: number,
): void {
  const least = block.room - most;
  const wall = random() < 0.45 ? 'brick wall' : 'plastered wall';
  const height = 1 + storeys * STOREY;
  block.add(wall, lot, KERB, height);
  block.add('concrete wall', inset(lot, -0.1), KERB, 0.9);
  block.add('cornice', inset(lot, -0.4), KERB + height, 0.4);
  block.add('roof', inset(lot, 1.5), KERB + height + 0.4, 1.6);
  block.add('chimney', squareAt(lot.x + lot.width * 0.3, lot.z + lot.depth * 0.35, 1.1), height + 2, 1.8);
  block.add('roof hut', squareAt(lot.x + lot.width * 0.65, lot.z + lot.depth * 0.6, 3), height + 2, 2.2);
  block.add('door', onWall(lot, sides[0], wallLength(lot, sides[0]) / 2 - 0.9, 1.8, 0.15), KERB, 2.4);
  for (const side of sides) {
    const bays = 6;
    const bay = wallLength(lot, side) / bays;
    for (let storey = 0; storey < storeys; storey++) {
      const floor = KERB + 1 + storey * STOREY;
      for (let i = 0; i < bays; i++) {
        block.add('window', onWall(lot, side, (i + 0.3) * bay, 0.4 * bay, 0.0625), floor + 0.8, 1.7);
      }
    }
  }
  // Balconies are left for last, so that no window is missing.
  for (let storey = 1; storey < storeys; storey++) {
    for (let i = 0; i < 6; i++) {
      if (block.room < least + 2) return;
      if (random() > 0.4) continue;
      const side = sides[i % sides.length];
      const bay = wallLength(lot, side) / 6;
      addBalcony(block, lot, side, (i + 0.15) * bay, 0.7 * bay, KERB + 1 + storey * STOREY);
    }
  }
}

/** A house with a roof in steps, and a garden with a fence. Returns the ground that the house itself covers. */
export function addHouse(block: CityBlock, random: () => number, lot: Rectangle): Rectangle {
  const [width, depth] = [7 + 3 * random(), 7 + 3 * random()];
  const house = { x: lot.x + 2 + 4 * random(), z: lot.z + 2 + 4 * random(), width, depth };
  const storeys = random() < 0.6 ? 2 : 1;
  const top = KERB + storeys * STOREY;
  block.add('lawn', inset(lot, 0.3), KERB, 0.0625);
  block.add(random() < 0.5 ? 'brick wall' : 'plastered wall', house, KERB, storeys * STOREY);
  for (let step = 0; step < 4; step++) {
    block.add('tiled roof', inset(house, -0.5 + 0.85 * step), top + 0.6 * step, 0.6);
  }
  block.add('chimney', squareAt(house.x + width * 0.3, house.z + depth * 0.4, 0.7), top, 3.4);
  block.add('door', onWall(house, 'north', width / 2 - 0.5, 1, 0.1), KERB, 2.1);
  block.add('path', { x: house.x + width / 2 - 0.7, z: lot.z, width: 1.4, depth: house.z - lot.z }, KERB, 0.09);
  for (let storey = 0; storey < storeys; storey++) {
    for (const side of SIDES) {
      for (const part of [0.12, 0.66]) {
        const length = wallLength(house, side);
        const window = onWall(house, side, part * length, 0.22 * length, 0.0625);
        block.add('window', window, KERB + storey * STOREY + 0.9, 1.3);
      }
    }
  }
  for (const side of ['east', 'south', 'west'] as const) {
    block.add('fence', onWall(inset(lot, 0.15), side, 0, wallLength(lot, side) - 0.3, 0.05), KERB, 1.1);
  }
  return house;
}
