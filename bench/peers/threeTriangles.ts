import {
  DoubleSide,
  InstancedBufferAttribute,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Raycaster,
} from 'three';
import { acceleratedRaycast, MeshBVH, ObjectBVH, SAH } from 'three-mesh-bvh';
import type { Rays } from '../rays';
import type { TriangleScene } from '../triangles/scenes';
import type { CastsRays, HasByteLength } from './contender';
import { geometryBytes, geometryOf } from './meshBvh';

/** Triangles have two sides, as in all contenders. */
const material = new MeshBasicMaterial({ side: DoubleSide });

/** The objects of a user of three.js: one for each place. */
export function meshesOf({ meshes }: TriangleScene): Mesh[] {
  return meshes.flatMap(({ matrices, ...numbers }) => {
    const geometry = geometryOf(numbers);
    geometry.computeBoundingSphere();
    return Array.from({ length: matrices.length / 16 }, (_, place) => {
      const mesh = new Mesh(geometry, material);
      mesh.matrixAutoUpdate = false;
      mesh.matrix.fromArray(matrices, 16 * place);
      mesh.matrixWorld.copy(mesh.matrix);
      return mesh;
    });
  });
}

/** The same, one for each mesh. */
export function instancedMeshesOf({ meshes }: TriangleScene): InstancedMesh[] {
  return meshes.map(({ matrices, ...numbers }) => {
    const mesh = new InstancedMesh(geometryOf(numbers), material, matrices.length / 16);
    mesh.instanceMatrix = new InstancedBufferAttribute(matrices.slice(), 16);
    return mesh;
  });
}

/** three's own loop over objects, and over the triangles of those whose bounding spheres a ray meets. */
export class ThreeTriangles implements CastsRays {
  readonly #objects: Mesh[];

  constructor(objects: Mesh[]) {
    this.#objects = objects;
  }

  castRays(rays: Rays, distances: Float64Array): void {
    castOneByOne(rays, distances, (raycaster) => raycaster.intersectObjects(this.#objects, false));
  }
}

/** The same loop over objects. Each geometry has a tree. */
export class AcceleratedTriangles extends ThreeTriangles {
  constructor(objects: Mesh[]) {
    addTrees(objects);
    super(objects);
  }
}

/** three-mesh-bvh over objects, each geometry of which has a tree. */
export class TriangleObjectBvh implements CastsRays, HasByteLength {
  /** The trees, the vertices, and the matrices of the objects. */
  readonly byteLength: number;
  readonly #bvh: ObjectBVH;

  constructor(objects: Mesh[]) {
    const bytes = addTrees(objects);
    this.#bvh = new ObjectBVH(objects);
    const matrices = objects.reduce((sum, object) => sum + matrixBytes(object), 0);
    const own = this.#bvh._roots.reduce((sum, root) => sum + root.byteLength, this.#bvh.primitiveBuffer.byteLength);
    this.byteLength = bytes + own + matrices;
  }

  castRays(rays: Rays, distances: Float64Array): void {
    castOneByOne(rays, distances, (raycaster) => this.#bvh.raycast(raycaster));
  }
}

/** Gives each geometry a tree, as its documentation says. Returns the bytes of the trees and the geometries. */
function addTrees(objects: readonly Mesh[]): number {
  Mesh.prototype.raycast = acceleratedRaycast;
  let bytes = 0;
  for (const geometry of new Set(objects.map((object) => object.geometry))) {
    const tree = new MeshBVH(geometry, { strategy: SAH });
    geometry.boundsTree = tree;
    bytes += tree._roots.reduce((sum, root) => sum + root.byteLength, geometryBytes(geometry));
  }
  return bytes;
}

function matrixBytes(object: Mesh): number {
  return object instanceof InstancedMesh ? object.instanceMatrix.array.byteLength : 8 * new Matrix4().elements.length;
}

function castOneByOne(
  rays: Rays,
  distances: Float64Array,
  cast: (raycaster: Raycaster) => { distance: number }[],
): void {
  const raycaster = new Raycaster();
  raycaster.firstHitOnly = true;
  const { origin, direction } = raycaster.ray;
  for (let at = 0; at < rays.length; at += 6) {
    origin.fromArray(rays, at);
    direction.fromArray(rays, at + 3);
    distances[at / 6] = cast(raycaster).at(0)?.distance ?? Infinity;
  }
}
