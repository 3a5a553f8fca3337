import { Euler, Matrix4, Vector3 } from 'three';
import { type HitPointInfo, MeshBVH, SAH } from 'three-mesh-bvh';
import { BoxScene } from 'slabtree';
import { Disagreement } from '../disagreement';
import { measure, millisecondsEach } from '../measure';
import { geometryOf } from '../peers/meshBvh';
import type { Result } from '../report';
import { knot, type MeshNumbers } from './shapes';

/** Returns the distance of a mesh from the same mesh as a matrix places it. */
type Distance = (matrix: Matrix4) => number;

interface Contender {
  readonly name: string;
  readonly prepare: (mesh: MeshNumbers) => Distance;
}

const contenders: readonly Contender[] = [
  { name: 'slabtree', prepare: (mesh) => byClosestPoints(mesh) },
  { name: 'slabtree, js', prepare: (mesh) => byClosestPoints(mesh, { backend: 'js' }) },
  { name: 'three-mesh-bvh, SAH', prepare: byMeshBvh },
];

/** How the second mesh is placed, by what it does to the first: the way from the first, in sizes of the mesh. */
const PLACES = { apart: [1.6, 1.1], crossing: [0.7, 0.2] } as const;

/** The closest points of two meshes, each with a tree over its triangles. */
export function measureMeshDistance(triangles: number): Result {
  const mesh = knot(triangles);
  const distances = contenders.map(({ prepare }) => prepare(mesh));
  const sizes = geometryOf(mesh);
  sizes.computeBoundingBox();
  const size = sizes.boundingBox?.getSize(new Vector3()).length() ?? 0;
  const columns = Object.entries(PLACES).map(([name, ways]) => ({
    name: `${name}, ms`,
    matrices: ways.map((way, i) => placed((way * size) / 2, i)),
    isApart: name === 'apart',
  }));
  for (const { matrices, isApart } of columns) compareAnswers(distances, matrices, isApart);
  const passes = columns.map(({ matrices }) =>
    measure(
      distances.map((distance) => () => {
        for (const matrix of matrices) distance(matrix);
      }),
      { rounds: 3, passes: 1, time: 50 },
    ),
  );
  return {
    title: `Closest points of two knots of ${(mesh.index.length / 3).toLocaleString('en')} triangles`,
    question: 'triangles',
    scene: 'knot',
    boxes: 2,
    triangles: (2 * mesh.index.length) / 3,
    columns: columns.map(({ name }) => ({ name, baselines: [contenders[0].name] })),
    rows: contenders.map(({ name: contender }, i) => ({
      contender,
      values: Object.fromEntries(
        columns.map(({ name, matrices }, column) => [name, millisecondsEach(passes[column][i], matrices.length)]),
      ),
    })),
    notes: ['The mean of two places each. If the knots cross, slabtree looks for the first two triangles that touch.'],
  };
}

/** Turned, and moved along x and a little along y. */
function placed(way: number, turn: number): Matrix4 {
  return new Matrix4().makeRotationFromEuler(new Euler(0.3, 0.7 + turn, 1.1)).setPosition(way, way / 9, 0);
}

function byClosestPoints({ positions, index }: MeshNumbers, options = {}): Distance {
  const scene = new BoxScene(options);
  const mesh = scene.addMesh(positions, index);
  const [first, second] = [scene.addInstance(mesh), scene.addInstance(mesh)];
  return (matrix) => {
    scene.setMatrix(second, matrix.elements);
    return scene.closestPoints(first, second)?.distance ?? NaN;
  };
}

function byMeshBvh(mesh: MeshNumbers): Distance {
  const [first, second] = [geometryOf(mesh), geometryOf(mesh)];
  const tree = new MeshBVH(first, { strategy: SAH });
  second.boundsTree = new MeshBVH(second, { strategy: SAH });
  const info: HitPointInfo = { point: new Vector3(), distance: 0, faceIndex: 0 };
  return (matrix) => {
    tree.closestPointToGeometry(second, matrix, info, { ...info });
    return info.distance;
  };
}

/** All must find the same distance, to a billionth. */
function compareAnswers(distances: readonly Distance[], matrices: readonly Matrix4[], isApart: boolean): void {
  for (const matrix of matrices) {
    const [own, ...others] = distances.map((distance) => distance(matrix));
    if (own > 0 !== isApart) throw new Error(`The knots are ${own} apart.`);
    if (others.some((other) => !(Math.abs(other - own) <= 1e-9 * own))) throw new Disagreement('The distances differ.');
  }
}
