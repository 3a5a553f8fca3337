import { Box3, Matrix4, PerspectiveCamera, Quaternion, Vector3 } from 'three';
import { seededRandom, type Triple } from '../random';
import { fractal } from './noise';
import { rock, tree } from './plants';
import { knot, type MeshNumbers, slivers, soup, terrain } from './shapes';

export const meshKinds = ['terrain', 'knot', 'soup', 'slivers'] as const;
export type MeshKind = (typeof meshKinds)[number];
export type TriangleSceneKind = MeshKind | 'forest';

/** Meshes, each placed once or many times. Each contender builds what it needs from them. */
export interface TriangleScene {
  readonly kind: TriangleSceneKind;
  readonly meshes: readonly PlacedMesh[];
  /** All triangles of all meshes, however often they are placed. */
  readonly triangles: number;
  /** What is about the bounds of everything. z is up. */
  readonly bounds: Box3;
  readonly camera: CameraPlace;
}

export interface PlacedMesh extends MeshNumbers {
  /** 16 numbers for each place, as in InstancedMesh. */
  readonly matrices: Float32Array;
}

/** Where the camera of the coherent rays is. */
interface CameraPlace {
  /** From the middle of the bounds. */
  readonly towards: Triple;
  /** In half diagonals of the bounds. */
  readonly distance: number;
}

const shapes = { terrain, knot, soup, slivers };
const cameras: Record<TriangleSceneKind, CameraPlace> = {
  terrain: { towards: [-0.7, -0.6, 0.45], distance: 0.9 },
  knot: { towards: [0.3, -0.5, 0.9], distance: 1.3 },
  soup: { towards: [-0.8, -0.6, 0.5], distance: 1.6 },
  slivers: { towards: [-0.8, -0.6, 0.5], distance: 1.6 },
  forest: { towards: [-0.7, -0.6, 0.25], distance: 0.8 },
};

/** One mesh, where it was made. */
export function createMeshScene(kind: MeshKind, triangles: number): TriangleScene {
  const mesh = shapes[kind](triangles);
  return sceneOf(kind, [{ ...mesh, matrices: new Float32Array(new Matrix4().elements) }]);
}

/** Five trees and five rocks of about 5,000 triangles each, on gentle hills. Each is placed as often as the others. */
export function createForest(places: number): TriangleScene {
  const random = seededRandom(23);
  const meshes = [1, 2, 3, 4, 5].flatMap((seed) => [
    { ...tree(seed), isUpright: true },
    { ...rock(seed), isUpright: false },
  ]);
  const side = 2.5 * Math.sqrt(places);
  const placed = meshes.map(({ isUpright, ...mesh }, number) => {
    const count = Math.floor((places + number) / meshes.length);
    const matrices = new Float32Array(16 * count);
    for (let place = 0; place < count; place++) placeInForest(random, side, isUpright).toArray(matrices, 16 * place);
    return { ...mesh, matrices };
  });
  return sceneOf('forest', placed);
}

/** A tree leans a little, a rock lies anyhow. Both are scaled differently along each axis. */
function placeInForest(random: () => number, side: number, isUpright: boolean): Matrix4 {
  const signed = () => 2 * random() - 1;
  const [x, y] = [side * random(), side * random()];
  const turn = Math.PI * random();
  const rotation = isUpright
    ? new Quaternion(0.05 * signed(), 0.05 * signed(), Math.sin(turn), Math.cos(turn))
    : new Quaternion(signed(), signed(), signed(), signed());
  const size = 0.6 + 0.6 * random();
  const scale = new Vector3(0.7 + 0.6 * random(), 0.7 + 0.6 * random(), 0.7 + 0.6 * random()).multiplyScalar(size);
  return new Matrix4().compose(new Vector3(x, y, 12 * fractal(x / 60, y / 60, 4)), rotation.normalize(), scale);
}

/** The camera of the coherent rays of this scene. */
export function cameraOf({ bounds, camera: { towards, distance } }: TriangleScene): PerspectiveCamera {
  const radius = bounds.getSize(new Vector3()).length() / 2;
  const camera = new PerspectiveCamera(50, 1, 0.001 * radius, 10 * radius);
  const middle = bounds.getCenter(new Vector3());
  camera.position.copy(middle).addScaledVector(new Vector3(...towards).normalize(), distance * radius);
  camera.up.set(0, 0, 1);
  camera.lookAt(middle);
  camera.updateMatrixWorld();
  return camera;
}

function sceneOf(kind: TriangleSceneKind, meshes: readonly PlacedMesh[]): TriangleScene {
  const bounds = new Box3();
  const matrix = new Matrix4();
  for (const { positions, matrices } of meshes) {
    const own = new Box3().setFromArray(positions);
    for (let at = 0; at < matrices.length; at += 16)
      bounds.union(own.clone().applyMatrix4(matrix.fromArray(matrices, at)));
  }
  const triangles = meshes.reduce((sum, { index }) => sum + index.length / 3, 0);
  return { kind, meshes, triangles, bounds, camera: cameras[kind] };
}
