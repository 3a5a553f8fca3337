import { BoxScene, type FloatArray, type Vec3 } from 'slabtree';
import { at, meshOf, type MeshPiece, type Piece } from './pieces';

/**
 * How a course becomes a scene: all pieces as the triangles of one mesh, each as a box, each as an instance of a mesh, or in turn as
 * a box and as an instance. What is no box is always a mesh.
 */
export const CUTS = ['one mesh', 'boxes', 'instances', 'boxes and instances'] as const;
export type Cut = (typeof CUTS)[number];

/** The coordinates that the scene is made of. */
export const PRECISIONS = ['float32', 'float64'] as const;
export type Precision = (typeof PRECISIONS)[number];

/** A course as a scene. */
export interface CutCourse {
  readonly scene: BoxScene;
  /** The id of each piece. In one mesh, all have the same. */
  readonly ids: readonly number[];
  /** Moves a piece to where another one of its kind and size is. Not in one mesh. */
  readonly move: (piece: number, to: Piece) => void;
}

export function cutCourse(pieces: readonly Piece[], cut: Cut, precision: Precision): CutCourse {
  const scene = new BoxScene();
  const numbers = (values: readonly number[]) =>
    precision === 'float32' ? Float32Array.from(values) : Float64Array.from(values);
  const rounded = precision === 'float32' ? Math.fround : (value: number) => value;
  if (cut === 'one mesh') {
    const corners: Vec3[] = [];
    const index: number[] = [];
    for (const piece of pieces) {
      const mesh = meshOf(piece);
      for (const corner of mesh.index) index.push(corners.length + corner);
      corners.push(...mesh.corners);
    }
    const mesh = scene.addMesh(numbers(corners.flatMap(({ x, y, z }) => [x, y, z])), Uint32Array.from(index));
    const id = scene.addInstance(mesh);
    return {
      scene,
      ids: pieces.map(() => id),
      move: () => {
        throw new Error('The pieces of one mesh do not move');
      },
    };
  }
  const areBoxes = pieces.map(
    ({ kind }, i) => kind === 'box' && (cut === 'boxes' || (cut === 'boxes and instances' && i % 2 === 0)),
  );
  const boxOf = ({ min, max }: { min: Vec3; max: Vec3 }) => ({ min: each(min, rounded), max: each(max, rounded) });
  const ids = pieces.map((piece, i) => {
    if (piece.kind === 'mesh' || !areBoxes[i]) return addInstance(scene, piece, numbers);
    const { matrix } = piece;
    return matrix === undefined
      ? scene.addAabb(boxOf(piece))
      : scene.addObb({ ...boxOf(piece), matrix: numbers(matrix) });
  });
  const move = (i: number, piece: Piece) => {
    if (piece.kind === 'mesh') throw new Error('Only boxes move');
    if (!areBoxes[i]) scene.setMatrix(ids[i], numbers(placeOf(piece)));
    else if (piece.matrix === undefined) scene.setAabb(ids[i], boxOf(piece));
    else scene.setMatrix(ids[i], numbers(piece.matrix));
  };
  return { scene, ids, move };
}

function each({ x, y, z }: Vec3, of: (value: number) => number): Vec3 {
  return at(of(x), of(y), of(z));
}

const CUBE = meshOf({ kind: 'box', min: at(-0.5, -0.5, -0.5), max: at(0.5, 0.5, 0.5) });

/** Adds a box as a cube whose matrix has its size, as three.js and others do, and a mesh as one around its first corner. */
function addInstance(scene: BoxScene, piece: Piece, numbers: (values: readonly number[]) => FloatArray): number {
  const { corners, index } = piece.kind === 'box' ? CUBE : aroundFirst(piece);
  const positions = numbers(corners.flatMap(({ x, y, z }) => [x, y, z]));
  return scene.addInstance(scene.addMesh(positions, Uint32Array.from(index)), numbers(placeOf(piece)));
}

function aroundFirst({ corners, index }: MeshPiece) {
  const [first] = corners;
  return { corners: corners.map(({ x, y, z }) => at(x - first.x, y - first.y, z - first.z)), index };
}

/** The matrix of a piece as an instance. */
function placeOf(piece: Piece): number[] {
  if (piece.kind === 'mesh') {
    const [{ x, y, z }] = piece.corners;
    return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];
  }
  const { min, max, matrix: m = IDENTITY } = piece;
  const size = [max.x - min.x, max.y - min.y, max.z - min.z];
  const middle = [(min.x + max.x) / 2, (min.y + max.y) / 2, (min.z + max.z) / 2];
  const column = (i: number) => [m[4 * i], m[4 * i + 1], m[4 * i + 2]];
  const axes = size.flatMap((long, i) => [...column(i).map((part) => long * part), 0]);
  const place = [0, 1, 2].map(
    (row) => m[row] * middle[0] + m[4 + row] * middle[1] + m[8 + row] * middle[2] + m[12 + row],
  );
  return [...axes, ...place, 1];
}

const IDENTITY: readonly number[] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
