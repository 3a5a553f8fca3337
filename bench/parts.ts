import {
  BatchedMesh,
  BoxGeometry,
  type BufferGeometry,
  CylinderGeometry,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  SphereGeometry,
  TorusGeometry,
} from 'three';
import { seededRandom } from './random';

/** How the parts of a building are drawn. */
export const partKinds = ['Meshes', 'InstancedMeshes', 'a BatchedMesh'] as const;
export type PartKind = (typeof partKinds)[number];

const PARTS = 1000;
const GEOMETRIES = 500;
const SIDE = 40;
const STOREYS = 4;
const STOREY = 3.2;

/**
 * Parts as in models of buildings in IFC files (three were counted: 253 to 1,531 parts of 159 to 954 geometries, seven in ten
 * with 16 triangles or fewer; a ray passes 7 to 8 boxes). Every call returns geometries of its own.
 */
export function makeParts(kind: PartKind): Group {
  const random = seededRandom(21);
  const geometries = Array.from({ length: GEOMETRIES }, (_, i) => createGeometry(i, random));
  const matrices = Array.from({ length: PARTS }, (_, i) => createMatrix(i, random));
  const group = new Group();
  const material = new MeshBasicMaterial();
  if (kind === 'Meshes') {
    for (let i = 0; i < PARTS; i++) {
      const mesh = new Mesh(geometries[i % GEOMETRIES], material);
      matrices[i].decompose(mesh.position, mesh.quaternion, mesh.scale);
      group.add(mesh);
    }
  } else if (kind === 'InstancedMeshes') {
    for (let i = 0; i < GEOMETRIES; i++) {
      const own = matrices.filter((_, part) => part % GEOMETRIES === i);
      const mesh = new InstancedMesh(geometries[i], material, own.length);
      own.forEach((matrix, instance) => {
        mesh.setMatrixAt(instance, matrix);
      });
      group.add(mesh);
    }
  } else {
    const vertices = geometries.reduce((sum, { attributes }) => sum + attributes.position.count, 0);
    const indices = geometries.reduce((sum, { index }) => sum + (index?.count ?? 0), 0);
    const batch = new BatchedMesh(PARTS, vertices, indices, material);
    const ids = geometries.map((geometry) => batch.addGeometry(geometry));
    for (let i = 0; i < PARTS; i++) batch.setMatrixAt(batch.addInstance(ids[i % GEOMETRIES]), matrices[i]);
    group.add(batch);
  }
  group.updateMatrixWorld();
  return group;
}

/**
 * Seven in ten are walls, braces and rails of 12 triangles, turned within their geometry, as exporters write them: their boxes are
 * far larger than they are. The others are pipes, frames and fittings of up to 2,000.
 */
function createGeometry(i: number, random: () => number): BufferGeometry {
  const place = i % 10;
  const turn = Math.PI * random();
  if (place < 4) return new BoxGeometry(4 + 6 * random(), 3, 0.2).rotateY(turn);
  if (place < 7) return new BoxGeometry(3 + 3 * random(), 0.1, 0.1).rotateZ(Math.PI * (random() - 0.5)).rotateY(turn);
  if (place === 7)
    return new CylinderGeometry(0.1, 0.1, 4 + 4 * random(), 12 + Math.floor(20 * random())).rotateZ(turn);
  if (place === 8) return new TorusGeometry(1 + random(), 0.08, 6, 16 + Math.floor(32 * random())).rotateY(turn);
  return new SphereGeometry(0.3 + 0.4 * random(), 16 + Math.floor(24 * random()), 12 + Math.floor(16 * random()));
}

function createMatrix(i: number, random: () => number): Matrix4 {
  const storey = STOREY * Math.floor(STOREYS * random());
  const matrix = new Matrix4();
  // Of a slab for each storey, the geometry is scaled: it is as thin as a wall.
  if (i < STOREYS) return matrix.makeScale(12, 0.05, 200).setPosition(0, STOREY * i, 0);
  return matrix.setPosition(SIDE * (random() - 0.5), storey + 0.5 + 2 * random(), SIDE * (random() - 0.5));
}
