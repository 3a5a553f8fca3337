import { DoubleSide, Ray, Vector3 } from 'three';
import { MeshBVH, SAH } from 'three-mesh-bvh';
import { BoxScene } from 'slabtree';
import { Disagreement } from './disagreement';
import { measure, microsecondsEach } from './measure';
import { geometryOf } from './peers/meshBvh';
import { seededRandom } from './random';
import type { Result } from './report';
import { createMeshScene } from './triangles/scenes';
import type { MeshNumbers } from './triangles/shapes';

const POINT_COUNT = 2000;
const TRIANGLES = 1_000_000;

/** Returns whether a point is inside the mesh. */
type Inside = (point: Vector3) => boolean;

/** Measures whether points are inside a closed mesh, beside the parity of the hits of a ray. */
export function measureThreeInside(): Result {
  const { meshes, bounds } = createMeshScene('knot', TRIANGLES);
  const names = ['slabtree', 'three-mesh-bvh, the parity of all hits of a ray'];
  const contenders = [containsOf(meshes[0]), parityOf(meshes[0])];
  const random = seededRandom(33);
  const size = bounds.getSize(new Vector3());
  const points = Array.from({ length: POINT_COUNT }, () =>
    new Vector3(random(), random(), random()).multiply(size).add(bounds.min),
  );
  const [ours, theirs] = contenders.map((inside) => points.map(inside));
  const differing = ours.filter((isIn, i) => isIn !== theirs[i]).length;
  // A ray through an edge has two hits or none.
  if (differing > POINT_COUNT / 1000) throw new Disagreement(`${differing} of ${POINT_COUNT} points differ.`);
  const passes = measure(
    contenders.map((inside) => () => {
      for (const point of points) inside(point);
    }),
    { rounds: 5, passes: 1, time: 200 },
  );
  const column = 'us, a point';
  return {
    title: 'Whether a point is inside a mesh',
    question: 'three',
    scene: 'inside',
    boxes: TRIANGLES,
    columns: [{ name: column, baselines: [names[0]] }],
    rows: names.map((contender, i) => ({ contender, values: { [column]: microsecondsEach(passes[i], POINT_COUNT) } })),
    notes: [`${ours.filter(Boolean).length} of ${POINT_COUNT} points in the bounds of the mesh are inside.`],
  };
}

function containsOf({ positions, index }: MeshNumbers): Inside {
  const scene = new BoxScene();
  const id = scene.addInstance(scene.addMesh(positions, index));
  return (point) => scene.contains(id, point);
}

function parityOf(mesh: MeshNumbers): Inside {
  const tree = new MeshBVH(geometryOf(mesh), { strategy: SAH });
  const ray = new Ray(new Vector3(), new Vector3(1, 0, 0));
  return (point) => {
    ray.origin.copy(point);
    return tree.raycast(ray, DoubleSide).length % 2 === 1;
  };
}
