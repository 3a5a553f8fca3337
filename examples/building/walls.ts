import { BoxGeometry, CylinderGeometry } from 'three';
import { HEIGHT, LENGTH, SLAB, type Storey, WALL, WIDTH } from './storey';
import { type Opening, plate } from './openings';

/** A bay of the facade has a window, or a door. */
const BAY = 3;
const SILL: Opening = { left: 0.5, bottom: 0.9, right: 2.5, top: 2.6 };
const ENTRANCE: Opening = { left: 0.7, bottom: 0, right: 2.3, top: 2.4 };

const PARTITION = 0.12;
const DOOR = { width: 0.9, height: 2.1, thickness: 0.05 };
/** Half the width of the corridor along the middle, and how far the rooms are from the outer walls. */
const CORRIDOR = 1.1;

const clear = HEIGHT - SLAB;
const { left, bottom, right, top } = SILL;
const frame = 0.08;
const windowFrame = plate(right - left, top - bottom, 0.12, [
  { left: frame, bottom: frame, right: (right - left) / 2 - frame / 2, top: top - bottom - frame },
  { left: (right - left) / 2 + frame / 2, bottom: frame, right: right - left - frame, top: top - bottom - frame },
]);
const pane = new BoxGeometry(right - left, top - bottom, 0.02).translate((right - left) / 2, (top - bottom) / 2, 0);
const column = new CylinderGeometry(0.2, 0.2, clear, 12).translate(0, clear / 2, 0);
const door = new BoxGeometry(DOOR.width, DOOR.height, DOOR.thickness).translate(DOOR.width / 2, DOOR.height / 2, 0);

/** Outer walls, bay by bay, with windows. */
export function addFacades(storey: Storey, isGround: boolean): void {
  const sides = [
    { length: LENGTH, x: -LENGTH / 2, z: (WIDTH - WALL) / 2, turn: 0 },
    { length: LENGTH, x: LENGTH / 2, z: -(WIDTH - WALL) / 2, turn: Math.PI },
    { length: WIDTH, x: (LENGTH - WALL) / 2, z: WIDTH / 2, turn: Math.PI / 2 },
    { length: WIDTH, x: -(LENGTH - WALL) / 2, z: -WIDTH / 2, turn: -Math.PI / 2 },
  ];
  for (const { length, x, z, turn } of sides) {
    // The way along the side, seen from above.
    const [alongX, alongZ] = [Math.round(Math.cos(turn)), -Math.round(Math.sin(turn))];
    for (let from = 0; from < length; from += BAY) {
      const isEntrance = isGround && turn === 0 && from === 7 * BAY;
      const put: Storey['put'] = (kind, geometry, along, y) => {
        const part = storey.put(kind, geometry, x + alongX * (from + along), y, z + alongZ * (from + along));
        part.rotation.y = turn;
        return part;
      };
      put('wall', plate(BAY, clear, WALL, [isEntrance ? ENTRANCE : SILL]), 0, 0, 0);
      if (isEntrance) continue;
      put('window', windowFrame, left, bottom, 0);
      put('pane', pane, left, bottom, 0);
    }
  }
}

/** Two rows of columns beside the corridor. */
export function addColumns(storey: Storey): void {
  for (let x = -LENGTH / 2 + 2 * BAY; x < LENGTH / 2; x += 2 * BAY) {
    for (const z of [-CORRIDOR - 1, CORRIDOR + 1]) storey.put('column', column, x, 0, z);
  }
}

/** Rooms of different sizes on both sides of the corridor: a wall with a door toward it, and a wall to the next room. */
export function addRooms(storey: Storey, random: () => number): void {
  const deep = WIDTH / 2 - WALL - CORRIDOR;
  for (const side of [-1, 1]) {
    // The stairs are at the one end.
    let from = -LENGTH / 2 + 2 * BAY;
    while (from < LENGTH / 2 - WALL) {
      const bays = random() < 0.5 ? 2 : 1.5;
      const to = Math.min(from + bays * BAY, LENGTH / 2 - WALL);
      const at = 0.4 + random() * (to - from - DOOR.width - 0.8);
      const opening = to - from > 2 ? [{ left: at, bottom: 0, right: at + DOOR.width, top: DOOR.height }] : [];
      storey.put('partition', plate(to - from, clear, PARTITION, opening), from, 0, side * CORRIDOR);
      const across = plate(deep, clear, PARTITION, []);
      const z = side > 0 ? WIDTH / 2 - WALL : -CORRIDOR;
      storey.put('partition', across, from, 0, z).rotation.y = Math.PI / 2;
      // Doors stand open.
      if (opening.length > 0)
        storey.put('door', door, from + at, 0, side * CORRIDOR).rotation.y = -side * random() * 1.5;
      from = to;
    }
  }
}
