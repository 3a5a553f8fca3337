import { IcosahedronGeometry } from 'three';
import { mergeVertices } from 'three/addons/utils/BufferGeometryUtils.js';
import { randomDirection, seededRandom, type Triple } from '../random';
import { cross, normalize } from '../scenes';
import { fractal, noise } from './noise';
import type { MeshNumbers } from './shapes';

/** The triangles of a tree. */
const TREE_TRIANGLES = 5000;

/** A ball with dents and bumps, closed: 5,120 triangles. */
export function rock(seed: number): MeshNumbers {
  const ball = new IcosahedronGeometry(1, 15);
  ball.deleteAttribute('normal');
  ball.deleteAttribute('uv');
  const { attributes, index } = mergeVertices(ball);
  if (index === null) throw new TypeError('merged vertices must have an index');
  const positions = Float32Array.from(attributes.position.array);
  for (let at = 0; at < positions.length; at += 3) {
    const [x, y, z] = positions.subarray(at, at + 3);
    const bumps = 0.5 * fractal(2 * x + 5, 2 * y + 1.7 * z + 9, 5, 31 * seed) + 0.3 * noise(2 * z, x - y, 17 * seed);
    for (let axis = 0; axis < 3; axis++) positions[at + axis] *= 0.6 + bumps;
  }
  return { positions, index: Uint32Array.from(index.array) };
}

/** A trunk, two generations of branches, and leaves of two triangles each around the twigs. 5,000 triangles. */
export function tree(seed: number): MeshNumbers {
  const random = seededRandom(seed);
  const vertices: Triple[] = [];
  const index: number[] = [];
  const twigs: Triple[] = [];
  const branches: Branch[] = [{ root: [0, 0, 0], heading: [0, 0, 1], length: 4, radius: 0.22, depth: 0 }];
  // Iterating an array includes what is added on the way.
  for (const branch of branches) {
    addTube(branch, vertices, index);
    const { root, heading, length, radius, depth } = branch;
    for (let child = 0; child < CHILDREN; child++) {
      const from = moved(root, heading, length * (0.35 + 0.65 * random()));
      if (depth === GENERATIONS) {
        twigs.push(from);
        continue;
      }
      const turned = normalize(moved(heading, randomDirection(random), 1.2));
      const shorter = length * (0.4 + 0.2 * random());
      branches.push({ root: from, heading: turned, length: shorter, radius: radius / 2, depth: depth + 1 });
    }
  }
  while (index.length < 3 * TREE_TRIANGLES) {
    const twig = twigs[Math.floor(random() * twigs.length)];
    const center = moved(twig, randomDirection(random), 0.3 * random());
    const along = randomDirection(random);
    const across = normalize(cross(along, randomDirection(random)));
    const size = 0.12 + 0.08 * random();
    const first = vertices.length;
    vertices.push(moved(center, along, -size), moved(center, across, -size / 2));
    vertices.push(moved(center, along, size), moved(center, across, size / 2));
    index.push(first, first + 1, first + 2, first, first + 2, first + 3);
  }
  return { positions: Float32Array.from(vertices.flat()), index: Uint32Array.from(index) };
}

interface Branch {
  readonly root: Triple;
  /** Of length 1. */
  readonly heading: Triple;
  readonly length: number;
  /** At the root. The end is a third as thick. */
  readonly radius: number;
  /** 0 for the trunk. */
  readonly depth: number;
}

const GENERATIONS = 2;
/** Branches on a branch, or twigs on one of the last generation. */
const CHILDREN = 6;
/** Around a branch, and along it. */
const SIDES = 6;
const RINGS = 4;

function addTube({ root, heading, length, radius }: Branch, vertices: Triple[], index: number[]): void {
  const right = normalize(cross(heading, Math.abs(heading[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0]));
  const up = cross(right, heading);
  const first = vertices.length;
  for (let ring = 0; ring <= RINGS; ring++) {
    const center = moved(root, heading, (length * ring) / RINGS);
    const thickness = radius * (1 - (2 * ring) / (3 * RINGS));
    for (let side = 0; side < SIDES; side++) {
      const angle = (2 * Math.PI * side) / SIDES;
      vertices.push(moved(moved(center, right, thickness * Math.cos(angle)), up, thickness * Math.sin(angle)));
    }
  }
  for (let ring = 0; ring < RINGS; ring++) {
    for (let side = 0; side < SIDES; side++) {
      const a = first + SIDES * ring + side;
      const b = first + SIDES * ring + ((side + 1) % SIDES);
      index.push(a, b, b + SIDES, a, b + SIDES, a + SIDES);
    }
  }
}

function moved([x, y, z]: Triple, direction: Triple, distance: number): Triple {
  return [x + distance * direction[0], y + distance * direction[1], z + distance * direction[2]];
}
