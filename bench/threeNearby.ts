import {
  Box3,
  Group,
  type Matrix4,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  Sphere,
  SphereGeometry,
  Vector3,
} from 'three';
import { type ExtendedTriangle, type HitPointInfo, MeshBVH, SAH } from 'three-mesh-bvh';
import { SceneIndex } from 'slabtree/three';
import { Disagreement } from './disagreement';
import { measure, type Measurement, microsecondsEach } from './measure';
import { geometryOf } from './peers/meshBvh';
import { seededRandom } from './random';
import type { Result } from './report';
import { createMeshScene } from './triangles/scenes';

const POINT_COUNT = 500;
const MESH_COUNT = 10_000;

/** What is nearest to a point, and which triangles a sphere touches. */
interface Contender {
  /** Returns the distance of the nearest triangle. */
  nearest(point: Vector3): number;
  /** Returns how many triangles the sphere touches. */
  overlap(sphere: Sphere): number;
}

interface Scene {
  readonly name: string;
  readonly root: Object3D;
  readonly size: number;
  readonly radius: number;
}

/** Measures the nearest triangle to points and the triangles in spheres: in one large mesh, and in many small ones. */
export function measureThreeNearby(): Result {
  const scenes = [largeMesh(), smallMeshes()];
  const names = ['slabtree/three', 'three-mesh-bvh, a tree a geometry, a loop over meshes'];
  const values = names.map((): Record<string, Measurement> => ({}));
  const columns: string[] = [];
  for (const scene of scenes) {
    const contenders = [indexOf(scene.root), treesOf(scene.root)];
    const spheres = createSpheres(scene);
    compareAnswers(contenders, spheres);
    const queries: [name: string, query: (contender: Contender, sphere: Sphere) => number][] = [
      ['nearest', (contender, { center }) => contender.nearest(center)],
      ['overlap', (contender, sphere) => contender.overlap(sphere)],
    ];
    for (const [name, query] of queries) {
      const column = `us, ${name}, ${scene.name}`;
      columns.push(column);
      const passes = measure(
        contenders.map((contender) => () => {
          for (const sphere of spheres) query(contender, sphere);
        }),
        { rounds: 5, passes: 1, time: 200 },
      );
      for (const [i, times] of passes.entries()) values[i][column] = microsecondsEach(times, POINT_COUNT);
    }
  }
  return {
    title: 'Nearest triangle to a point, triangles that a sphere touches',
    question: 'three',
    scene: 'nearby',
    boxes: MESH_COUNT,
    columns: columns.map((name) => ({ name, baselines: [names[0]] })),
    rows: names.map((contender, i) => ({ contender, values: values[i] })),
    notes: ['The same distances to a hundred-thousandth, and the same numbers of triangles but for one in a thousand.'],
  };
}

function largeMesh(): Scene {
  const { meshes, bounds } = createMeshScene('knot', 1_000_000);
  const root = new Mesh(geometryOf(meshes[0]), new MeshBasicMaterial());
  const size = bounds.getSize(new Vector3()).length() / 2;
  return { name: 'one mesh of 1,000,000 triangles', root, size, radius: size / 100 };
}

function smallMeshes(): Scene {
  const random = seededRandom(31);
  const material = new MeshBasicMaterial();
  const root = new Group();
  for (let i = 0; i < MESH_COUNT; i++) {
    const mesh = new Mesh(new SphereGeometry(1, 12, 8), material);
    mesh.position.set(random(), random(), random()).subScalar(0.5).multiplyScalar(100);
    mesh.rotation.set(6 * random(), 6 * random(), 6 * random());
    root.add(mesh);
  }
  return { name: '10,000 meshes', root, size: 100, radius: 1 };
}

function createSpheres({ size, radius }: Scene): Sphere[] {
  const random = seededRandom(32);
  return Array.from({ length: POINT_COUNT }, () => {
    const center = new Vector3(random(), random(), random()).subScalar(0.5).multiplyScalar(size);
    return new Sphere(center, radius);
  });
}

function indexOf(root: Object3D): Contender {
  const index = SceneIndex.from(root);
  return {
    nearest: (point) => index.nearest(point)[0].distance,
    overlap: (sphere) => index.overlap(sphere).reduce((sum, { faces }) => sum + faces.length, 0),
  };
}

/** The loop of those who have a tree of three-mesh-bvh a geometry: meshes whose bounds are too far are left out. */
function treesOf(root: Object3D): Contender {
  root.updateMatrixWorld();
  const meshes: { readonly tree: MeshBVH; readonly box: Box3; readonly inverse: Matrix4 }[] = [];
  root.traverse((object) => {
    if (!(object instanceof Mesh)) return;
    const { geometry, matrixWorld } = object as Mesh;
    const tree = new MeshBVH(geometry, { strategy: SAH });
    const box = new Box3().setFromObject(object, true);
    meshes.push({ tree, box, inverse: matrixWorld.clone().invert() });
  });
  const local = new Vector3();
  const sphere = new Sphere();
  const nearest: HitPointInfo = { point: new Vector3(), distance: Infinity, faceIndex: 0 };
  return {
    nearest: (point) => {
      let best = Infinity;
      for (const { tree, box, inverse } of meshes) {
        if (!(box.distanceToPoint(point) < best)) continue;
        const found = tree.closestPointToPoint(local.copy(point).applyMatrix4(inverse), nearest, 0, best);
        if (found !== null && found.distance < best) best = found.distance;
      }
      return best;
    },
    overlap: (given) => {
      let count = 0;
      for (const { tree, box, inverse } of meshes) {
        if (!given.intersectsBox(box)) continue;
        sphere.copy(given).applyMatrix4(inverse);
        tree.shapecast({
          intersectsBounds: (bounds) => sphere.intersectsBox(bounds),
          // eslint-disable-next-line @typescript-eslint/no-deprecated -- its types mean the shapecast of other trees
          intersectsTriangle: (triangle: ExtendedTriangle) => {
            if (triangle.intersectsSphere(sphere)) count++;
            return false;
          },
        });
      }
      return count;
    },
  };
}

function compareAnswers([index, trees]: readonly Contender[], spheres: readonly Sphere[]): void {
  let differing = 0;
  for (const sphere of spheres) {
    const { center, radius } = sphere;
    if (Math.abs(index.nearest(center) - trees.nearest(center)) > 1e-5 * radius)
      throw new Disagreement('A distance differs.');
    if (index.overlap(sphere) !== trees.overlap(sphere)) differing++;
  }
  if (differing > spheres.length / 1000) throw new Disagreement(`${differing} of ${spheres.length} overlaps differ.`);
}
