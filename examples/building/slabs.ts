import { BoxGeometry, type BufferGeometry, CylinderGeometry } from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { HEIGHT, LENGTH, SLAB, type Storey, WIDTH } from './storey';
import { plate } from './openings';

/** The stairs go up along x, in two flights beside each other. */
const STAIRS = { x: -LENGTH / 2 + 0.6, length: 5, width: 1.2 };
const STEPS = 10;

/** The floor of a storey, with a hole for the stairs that come up. */
export function addSlab(storey: Storey): void {
  const isGround = storey.position.y === 0;
  const left = STAIRS.x + LENGTH / 2;
  const middle = WIDTH / 2;
  const hole = { left, bottom: middle - STAIRS.width, right: left + STAIRS.length, top: middle + STAIRS.width };
  const slab = plate(LENGTH, WIDTH, SLAB, isGround ? [] : [hole]).rotateX(Math.PI / 2);
  storey.put('slab', slab, -LENGTH / 2, -SLAB / 2, -WIDTH / 2);
}

/** Two flights with a landing between them, and their railings. */
export function addStair(storey: Storey): void {
  const { x, length, width } = STAIRS;
  const [rise, run] = [HEIGHT / (2 * STEPS), (length - width) / STEPS];
  const far = x + length;
  for (const flight of [0, 1]) {
    const steps: BufferGeometry[] = [];
    const bars: BufferGeometry[] = [];
    for (let step = 0; step < STEPS; step++) {
      const along = (step + 0.5) * run;
      const up = (step + 1) * rise;
      steps.push(new BoxGeometry(run, 0.18, width).translate(along, up - 0.09, 0));
      bars.push(new CylinderGeometry(0.015, 0.015, 0.9, 6).translate(along, up + 0.45, 0));
    }
    const y = (flight * HEIGHT) / 2;
    const turn = flight * Math.PI;
    const start = flight === 0 ? x : far - width;
    const z = flight === 0 ? width / 2 : -width / 2;
    storey.put('stair', mergeGeometries(steps), start, y, z).rotation.y = turn;
    storey.put('railing', mergeGeometries(bars), start, y, 0).rotation.y = turn;
  }
  const landing = new BoxGeometry(width, 0.18, 2 * width);
  storey.put('stair', landing, far - width / 2, HEIGHT / 2 - 0.09, 0);
}
