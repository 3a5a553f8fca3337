import { CylinderGeometry, TorusGeometry } from 'three';
import { HEIGHT, LENGTH, SLAB, type Storey, WALL, WIDTH } from './storey';

const RADIUS = 0.06;
/** Of the middle of an elbow. */
const BEND = 0.15;
const SEGMENTS = 8;
const BRANCHES = 9;
/** Where pipes hang below the ceiling, from the floor. */
const LEVEL = HEIGHT - SLAB - 0.3;
/** Where they end, at a radiator. */
const LOW = 0.4;

const elbow = new TorusGeometry(BEND, RADIUS, SEGMENTS, 5, Math.PI / 2);
const tee = new CylinderGeometry(1.3 * RADIUS, 1.3 * RADIUS, 4 * RADIUS, SEGMENTS);

/** Two mains along the corridor. Branches leave them, cross a room, and go down at the outer wall. */
export function addPipes(storey: Storey, random: () => number): void {
  for (const side of [-1, 1]) {
    const [from, to] = [-LENGTH / 2 + 6, LENGTH / 2 - 1];
    const main = side * 0.5;
    storey.put('pipe', pipe(to - from), from, LEVEL, main).rotation.z = -Math.PI / 2;
    for (let i = 0; i < BRANCHES; i++) {
      const x = from + ((i + 0.2 + 0.6 * random()) * (to - from)) / BRANCHES;
      const wall = side * (WIDTH / 2 - WALL - 0.2);
      const across = Math.abs(wall - main) - BEND;
      storey.put('fitting', tee, x, LEVEL, main).rotation.z = Math.PI / 2;
      storey.put('pipe', pipe(across), x, LEVEL, main).rotation.x = (side * Math.PI) / 2;
      storey.put('fitting', elbow, x, LEVEL - BEND, wall - side * BEND).rotation.y = (-side * Math.PI) / 2;
      storey.put('pipe', pipe(LEVEL - BEND - LOW), x, LOW, wall);
    }
  }
}

/** It goes up from y = 0. */
function pipe(length: number): CylinderGeometry {
  return new CylinderGeometry(RADIUS, RADIUS, length, SEGMENTS).translate(0, length / 2, 0);
}
