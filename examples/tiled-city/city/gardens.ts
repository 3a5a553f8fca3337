import { type CityBlock, inset, PITCH, type Rectangle, squareAt, STREET } from './cityBlock';
import { KERB } from './streets';

/** How many places are tried for a tree. */
const TRIES = 12;

/** A park with a pond, paths and benches. Returns where no tree may grow. */
export function addPark(block: CityBlock, random: () => number, lot: Rectangle): Rectangle[] {
  block.add('lawn', lot, KERB, 0.0625);
  const pond = {
    x: lot.x + 8 + 12 * random(),
    z: lot.z + 8 + 12 * random(),
    width: 16 + 8 * random(),
    depth: 12 + 8 * random(),
  };
  block.add('pond', pond, KERB, 0.11);
  const across = { x: lot.x, z: lot.z + lot.depth * 0.72, width: lot.width, depth: 3 };
  const along = { x: lot.x + lot.width * 0.72, z: lot.z, width: 3, depth: lot.depth };
  block.add('path', across, KERB, 0.11);
  block.add('path', along, KERB, 0.125);
  for (let x = lot.x + 6; x < lot.x + lot.width - 6; x += 8) {
    block.add('bench', { x, z: across.z - 0.7, width: 1.8, depth: 0.5 }, KERB + 0.35, 0.12);
    block.add('bench', { x, z: across.z - 0.75, width: 1.8, depth: 0.1 }, KERB + 0.47, 0.5);
  }
  return [pond, across, along];
}

/** Fills a block with trees and bushes, where nothing else is. */
export function fillWithTrees(block: CityBlock, random: () => number, taken: readonly Rectangle[]): void {
  const kept = taken.map((area) => inset(area, -1.8));
  while (block.room > 0) {
    const { x, z } = freePlace(random, kept);
    if (block.room >= 3 && random() < 0.7) addTree(block, random, x, z);
    else block.add('bush', squareAt(x, z, 0.8 + 0.6 * random()), KERB, 0.7 + 0.7 * random());
  }
}

function addTree(block: CityBlock, random: () => number, x: number, z: number): void {
  const height = 2 + 2 * random();
  const size = 2.2 + 1.3 * random();
  block.add('tree trunk', squareAt(x, z, 0.4), KERB, height);
  block.add('tree top', squareAt(x, z, size), height, 0.8 * size);
  block.add('tree top', squareAt(x, z, 0.6 * size), height + 0.8 * size, 0.5 * size);
}

/** Beside the street, if no other place is found. */
function freePlace(random: () => number, taken: readonly Rectangle[]): { x: number; z: number } {
  const across = PITCH - STREET - 4;
  for (let i = 0; i < TRIES; i++) {
    const [x, z] = [STREET + 2 + across * random(), STREET + 2 + across * random()];
    if (!taken.some((area) => isIn(area, x, z))) return { x, z };
  }
  return { x: STREET + 2.2, z: STREET + 5 + (across - 5) * random() };
}

function isIn(area: Rectangle, x: number, z: number): boolean {
  return x > area.x && x < area.x + area.width && z > area.z && z < area.z + area.depth;
}
