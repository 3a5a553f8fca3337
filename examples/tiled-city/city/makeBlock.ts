import { seededRandom } from '../../site/seededRandom';
import { addFlats, addHouse, addTower } from './buildings';
import { CityBlock, inset, type Rectangle } from './cityBlock';
import { densityAt, districtAt } from './districts';
import type { SideOfHouse } from './facade';
import { addPark, fillWithTrees } from './gardens';
import { type Cell, spiralCell } from './spiral';
import { addStreets } from './streets';

/** Where buildings may be in a block. */
const LOT: Rectangle = { x: 20, z: 20, width: 76, depth: 76 };

/** The houses around a courtyard: where each is in a grid of 3 × 3, and which of its sides have windows. */
const AROUND: readonly (readonly [column: number, row: number, ...sides: SideOfHouse[]])[] = [
  [0, 0, 'north', 'west'],
  [1, 0, 'north', 'south'],
  [2, 0, 'north', 'east'],
  [2, 1, 'east', 'west'],
  [2, 2, 'south', 'east'],
  [1, 2, 'south', 'north'],
  [0, 2, 'south', 'west'],
  [0, 1, 'west', 'east'],
];

/** Block `n` of the city. It is the same each time, in every engine. */
export function makeBlock(n: number): CityBlock {
  const cell = spiralCell(n);
  const block = new CityBlock(cell);
  const random = seededRandom(n + 1);
  addStreets(block, random);
  fillWithTrees(block, random, addBuildings(block, random, cell));
  return block;
}

/** Builds what is usual in the district. Returns where no tree may grow. */
function addBuildings(block: CityBlock, random: () => number, cell: Cell): Rectangle[] {
  switch (districtAt(cell)) {
    case 'towers':
      return addTowers(block, random, densityAt(cell));
    case 'flats':
      return addCourtyard(block, random);
    case 'houses':
      return addHouses(block, random);
    case 'park':
      return addPark(block, random, LOT);
  }
}

/** Three towers and a square with trees. */
function addTowers(block: CityBlock, random: () => number, density: number): Rectangle[] {
  const lots = gridOf(2);
  lots.splice(Math.floor(4 * random()), 1);
  for (const lot of lots) addTower(block, random, lot, 12 + Math.floor(38 * random() * Math.min(density, 1)));
  return lots;
}

function addCourtyard(block: CityBlock, random: () => number): Rectangle[] {
  const lots = gridOf(3);
  return AROUND.map(([column, row, ...sides]) => {
    const lot = lots[3 * row + column];
    addFlats(block, random, lot, sides, 4 + Math.floor(3 * random()), 95);
    return lot;
  });
}

function addHouses(block: CityBlock, random: () => number): Rectangle[] {
  return gridOf(4).map((lot) => addHouse(block, random, inset(lot, 0.5)));
}

/** The lot in equal parts, row by row. */
function gridOf(parts: number): Rectangle[] {
  const [width, depth] = [LOT.width / parts, LOT.depth / parts];
  return Array.from({ length: parts * parts }, (_, i) => {
    const [column, row] = [i % parts, Math.floor(i / parts)];
    return { x: LOT.x + column * width, z: LOT.z + row * depth, width, depth };
  });
}
