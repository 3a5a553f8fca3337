import { type Camera, type Intersection, type Mesh, Raycaster } from 'three';
import { acceleratedRaycast, CENTER, MeshBVH, SAH, type SplitStrategy } from 'three-mesh-bvh';
import { SceneIndex } from 'slabtree/three';
import { aim, canvas, type Pointer } from '../pointers';

export type Pick = (pointer: Pointer) => Intersection | null | undefined;

interface Contender {
  readonly name: string;
  /** From a mesh that no contender has read. Everything is ready only after the first pick. */
  readonly prepare: (mesh: Mesh, camera: Camera) => Pick;
}

/** What is under the pointer in one mesh. */
export const meshPicks: readonly Contender[] = [
  {
    name: 'slabtree pick, precise',
    prepare: (mesh, camera) => {
      const index = SceneIndex.from(mesh);
      return (pointer) => index.pick(pointer, camera, canvas, { precise: true });
    },
  },
  pickByMeshBvh('SAH', SAH),
  // Its default.
  pickByMeshBvh('CENTER', CENTER),
];

function pickByMeshBvh(name: string, strategy: SplitStrategy): Contender {
  return {
    name: `three-mesh-bvh acceleratedRaycast, ${name}, first hit only`,
    prepare: (mesh, camera) => {
      mesh.geometry.boundsTree = new MeshBVH(mesh.geometry, { strategy });
      mesh.raycast = acceleratedRaycast;
      mesh.updateMatrixWorld();
      const raycaster = new Raycaster();
      raycaster.firstHitOnly = true;
      return (pointer) => aim(raycaster, pointer, camera).intersectObject(mesh).at(0);
    },
  };
}
