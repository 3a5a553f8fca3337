import {
  BoxGeometry,
  type BufferGeometry,
  ConeGeometry,
  CylinderGeometry,
  DodecahedronGeometry,
  Group,
  Mesh,
  type Object3D,
  OctahedronGeometry,
  SphereGeometry,
  TorusGeometry,
  TorusKnotGeometry,
} from 'three';
import { seededRandom } from '../site/seededRandom';
import { palette } from './palette';

const SEED = 6;
const COLUMNS = 5;
const ROWS = 4;
const SHAPES_IN_A_GROUP = 20;
/** The distance between the middles of groups. */
const SPACING = 5.2;

/** The geometries by name. All shapes share these few, and the editor never changes them. */
const geometries: readonly (readonly [name: string, geometry: BufferGeometry])[] = [
  ['box', new BoxGeometry(0.9, 0.9, 0.9)],
  ['sphere', new SphereGeometry(0.55, 20, 14)],
  ['torus', new TorusGeometry(0.5, 0.18, 10, 28)],
  ['knot', new TorusKnotGeometry(0.38, 0.12, 64, 7)],
  ['cone', new ConeGeometry(0.55, 1.1, 24)],
  ['cylinder', new CylinderGeometry(0.4, 0.4, 1, 24)],
  ['dodecahedron', new DodecahedronGeometry(0.6)],
  ['octahedron', new OctahedronGeometry(0.65)],
];

/**
 * The scene of the editor: 400 shapes in groups, which stand in rows. Groups are turned and stretched, and every third
 * one is mirrored. So the place of a shape in the world comes from three matrices.
 */
export function createShapes(): Group {
  const random = seededRandom(SEED);
  const root = new Group();
  let number = 0;
  for (let row = 0; row < ROWS; row++) {
    const line = new Group();
    line.position.z = (row - (ROWS - 1) / 2) * SPACING;
    for (let column = 0; column < COLUMNS; column++) {
      const group = new Group();
      group.position.x = (column - (COLUMNS - 1) / 2) * SPACING;
      group.rotation.y = random() * 2 * Math.PI;
      const stretch = 0.8 + 0.4 * random();
      group.scale.set((row + column) % 3 === 0 ? -1 : 1, 1, stretch);
      for (let i = 0; i < SHAPES_IN_A_GROUP; i++) group.add(createShape(++number, random));
      line.add(group);
    }
    root.add(line);
  }
  return root;
}

function createShape(number: number, random: () => number): Mesh {
  const [name, geometry] = geometries[Math.floor(random() * geometries.length)];
  const shape = new Mesh(geometry, palette[Math.floor(random() * palette.length)]);
  shape.name = `${name} ${number}`;
  const distance = 1.9 * Math.sqrt(random());
  const angle = random() * 2 * Math.PI;
  shape.position.set(distance * Math.cos(angle), 0.6 + 2.4 * random() ** 2, distance * Math.sin(angle));
  shape.rotation.set(random() * 2 * Math.PI, random() * 2 * Math.PI, random() * 2 * Math.PI);
  shape.scale.set(size(random), size(random), size(random));
  return shape;
}

function size(random: () => number): number {
  return 0.5 + 0.45 * random();
}

/** All shapes that are in the scene now, in the order of the scene. */
export function shapesOf(root: Group): Mesh[] {
  const shapes: Mesh[] = [];
  root.traverse((object) => {
    if (isShape(object)) shapes.push(object);
  });
  return shapes;
}

/** Groups are not shapes. */
export function isShape(object: Object3D): object is Mesh {
  return object instanceof Mesh;
}
