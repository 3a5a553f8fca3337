import { type Backend, BoxScene, type Matrix4, type Vec3 } from 'slabtree';
import { type Material, Mesh, MeshBasicMaterial, type Object3D } from 'three';
import { makeBuilding } from '../../../examples/building/building';
import { HEIGHT, type Kind, kinds, LENGTH, STOREYS, WIDTH } from '../../../examples/building/storey';
import { Random } from '../../support/random';

/** A place to walk in. */
export interface Place {
  readonly scene: BoxScene;
  readonly start: Vec3;
  readonly up: Vec3;
  /** The boxes in which a character stays. */
  readonly bounds: { min: Vec3; max: Vec3 };
  /** The mask of what does not move. */
  readonly still: number;
  /** Moves what moves, by a step of a sixtieth of a second. */
  readonly step: () => void;
}

const STILL = 1;
const MOVING = 2;
const UPRIGHT = { x: 0, y: 1, z: 0 };
const nothing = () => undefined;

/** The building of the examples, its entrance closed. */
export function building(backend: Backend): Place {
  const material: Material = new MeshBasicMaterial();
  const scene = new BoxScene({ backend });
  addGraph(scene, makeBuilding(Object.fromEntries(kinds.map((kind) => [kind, material])) as Record<Kind, Material>));
  const [x, z] = [LENGTH / 2, WIDTH / 2];
  // Outside of the facade, where the entrance is, and the ground around.
  scene.addAabb({ min: { x: -x, y: -1, z }, max: { x, y: 4, z: z + 1 } });
  scene.addAabb({ min: { x: -50, y: -2, z: -50 }, max: { x: 50, y: -0.3, z: 50 } });
  const bounds = { min: { x: -x, y: -0.3, z: -z }, max: { x, y: STOREYS * HEIGHT, z } };
  return { scene, start: { x: -5, y: 0.2, z: 0 }, up: UPRIGHT, bounds, still: -1, step: nothing };
}

/** Adds the meshes of a graph of three.js. */
function addGraph(scene: BoxScene, graph: Object3D): void {
  graph.traverse((object) => {
    if (!(object instanceof Mesh)) return;
    const { attributes, index } = (object as Mesh).geometry;
    const mesh = scene.addMesh(attributes.position.array as Float32Array, index?.array as Uint16Array | undefined);
    scene.addInstance(mesh, object.matrixWorld);
  });
}

const ROWS = 65;
const CELL = 0.5;

/** Hills by midpoint displacement, closed by walls. Up is z. Many slopes are too steep to stand on. */
export function terrain(backend: Backend): Place {
  const heights = displaced(new Random(5), 5);
  const positions: number[] = [];
  const index: number[] = [];
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < ROWS; column++) {
      positions.push(column * CELL, row * CELL, heights[row * ROWS + column]);
      const at = row * ROWS + column;
      if (row + 1 < ROWS && column + 1 < ROWS) {
        index.push(at, at + 1, at + ROWS + 1, at, at + ROWS + 1, at + ROWS);
      }
    }
  }
  const scene = new BoxScene({ backend });
  scene.addInstance(scene.addMesh(new Float64Array(positions), new Uint32Array(index)));
  const side = (ROWS - 1) * CELL;
  const bounds = { min: { x: 0, y: 0, z: -30 }, max: { x: side, y: side, z: 60 } };
  addWalls(scene, bounds, ['x', 'y']);
  const start = { x: side / 2, y: side / 2, z: Math.max(...heights) + 1 };
  return { scene, start, up: { x: 0, y: 0, z: 1 }, bounds, still: -1, step: nothing };
}

function displaced(random: Random, height: number): Float64Array {
  const heights = new Float64Array(ROWS * ROWS);
  for (let side = ROWS - 1, rough = height; side > 1; side /= 2, rough *= 0.55) {
    const half = side / 2;
    for (let row = 0; row < ROWS; row += half) {
      for (let column = 0; column < ROWS; column += half) {
        if (row % side === 0 && column % side === 0) continue;
        const corners = [];
        for (const r of [row - (row % side), row - (row % side) + (row % side === 0 ? 0 : side)]) {
          for (const c of [column - (column % side), column - (column % side) + (column % side === 0 ? 0 : side)]) {
            corners.push(heights[r * ROWS + c]);
          }
        }
        const middle = corners.reduce((sum, each) => sum + each, 0) / corners.length;
        heights[row * ROWS + column] = middle + rough * (random.next() - 0.5);
      }
    }
  }
  return heights;
}

const SOUP = { side: 12, boxes: 160 };

interface Mover {
  readonly id: number;
  readonly at: Vec3;
  readonly speed: Vec3;
  readonly turning: number;
  angle: number;
}

/** Oriented boxes in a pit. Half of them move and turn. */
export function soup(backend: Backend): Place {
  const random = new Random(9);
  const between = (low: number, high: number) => random.between(low, high);
  const { side, boxes } = SOUP;
  const scene = new BoxScene({ backend });
  const bounds = { min: { x: -side, y: 0, z: -side }, max: { x: side, y: 30, z: side } };
  scene.addAabb({ min: { x: -side, y: -1, z: -side }, max: { x: side, y: 0, z: side } }, STILL);
  addWalls(scene, bounds, ['x', 'z']);
  const movers: Mover[] = [];
  for (let i = 0; i < boxes; i++) {
    const max = { x: between(0.1, 1.2), y: between(0.1, 0.7), z: between(0.1, 1.2) };
    const at = { x: between(-side, side), y: between(0, 3), z: between(-side, side) };
    const moves = i % 2 === 0;
    const angle = between(0, 6);
    const box = { min: { x: -max.x, y: -max.y, z: -max.z }, max, matrix: placedAt(at, angle) };
    const id = scene.addObb(box, moves ? MOVING : STILL);
    const speed = { x: between(-0.7, 0.7), y: between(-0.3, 0.3), z: between(-0.7, 0.7) };
    if (moves) movers.push({ id, at, speed, turning: between(-0.5, 0.5), angle });
  }
  const step = () => {
    for (const mover of movers) {
      const { id, at, speed, turning } = mover;
      mover.angle += turning / 60;
      for (const axis of ['x', 'y', 'z'] as const) {
        at[axis] += speed[axis] / 60;
        const [low, high] = axis === 'y' ? [0, 4] : [-side, side];
        if (at[axis] < low) speed[axis] = Math.abs(speed[axis]);
        if (at[axis] > high) speed[axis] = -Math.abs(speed[axis]);
      }
      scene.setMatrix(id, placedAt(at, mover.angle));
    }
  };
  return { scene, start: { x: 0, y: 6, z: 0 }, up: UPRIGHT, bounds, still: STILL, step };
}

function placedAt({ x, y, z }: Vec3, angle: number): Matrix4 {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  return [c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0, x, y, z, 1];
}

/** Adds walls around bounds, across two axes. */
function addWalls(scene: BoxScene, { min, max }: { min: Vec3; max: Vec3 }, axes: readonly ('x' | 'y' | 'z')[]): void {
  for (const axis of axes) {
    scene.addAabb({ min: { ...min, [axis]: min[axis] - 1 }, max: { ...max, [axis]: min[axis] } }, STILL);
    scene.addAabb({ min: { ...min, [axis]: max[axis] }, max: { ...max, [axis]: max[axis] + 1 } }, STILL);
  }
}
