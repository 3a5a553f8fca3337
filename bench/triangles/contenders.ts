import { SAH } from 'three-mesh-bvh';
import type { Compared } from '../countDiffering';
import type { CastsRays, FindsNearest, HasByteLength } from '../peers/contender';
import { geometryOf, MeshBvh } from '../peers/meshBvh';
import type { Build, MovesVertices } from '../peers/meshContender';
import { MeshRapier } from '../peers/meshRapier';
import { MeshSlabtree, MeshSlabtreeArrays, MeshSlabtreeInto } from '../peers/meshSlabtree';
import {
  AcceleratedTriangles,
  instancedMeshesOf,
  meshesOf,
  ThreeTriangles,
  TriangleObjectBvh,
} from '../peers/threeTriangles';
import { type MeshNumbers } from './shapes';
import type { TriangleScene } from './scenes';

export interface Contender<Answers> extends Compared {
  /** Makes what users have anyway. */
  readonly prepare: (scene: TriangleScene) => Build<Answers>;
}

type OfMeshes = CastsRays & FindsNearest & MovesVertices & HasByteLength;

export const slabtree: Contender<OfMeshes> = {
  name: 'slabtree',
  prepare: (scene) => () => new MeshSlabtree(scene),
};
export const slabtreeJs: Contender<OfMeshes> = {
  name: 'slabtree, js',
  prepare: (scene) => () => new MeshSlabtree(scene, { backend: 'js' }),
};
export const slabtreeArrays: Contender<OfMeshes> = {
  name: 'slabtree raycastMany',
  prepare: (scene) => () => new MeshSlabtreeArrays(scene),
};
export const slabtreeInto: Contender<OfMeshes> = {
  name: 'slabtree raycast, into a hit',
  prepare: (scene) => () => new MeshSlabtreeInto(scene),
};
export const slabtreeArraysJs: Contender<OfMeshes> = {
  name: 'slabtree raycastMany, js',
  prepare: (scene) => () => new MeshSlabtreeArrays(scene, { backend: 'js' }),
};

/** The tree that users get without options, the one for fast queries, and one with leaves as small as in the fastest. */
export const meshBvhs: readonly Contender<OfMeshes>[] = [
  { name: 'three-mesh-bvh', options: {} },
  { name: 'three-mesh-bvh, SAH', options: { strategy: SAH } },
  { name: 'three-mesh-bvh, SAH, 3 a leaf', options: { strategy: SAH, targetLeafSize: 3 } },
].map(({ name, options }) => ({
  name,
  prepare: (scene) => {
    const geometry = geometryOf(onlyMesh(scene));
    return () => new MeshBvh(geometry, options);
  },
}));

export const rapier: Contender<MeshRapier> = {
  name: 'rapier3d-simd',
  roundsToFloat32: true,
  prepare: (scene) => () => new MeshRapier(onlyMesh(scene)),
};

export const threeLoop: Contender<CastsRays> = {
  name: 'three, loop',
  prepare: (scene) => {
    const meshes = meshesOf(scene);
    return () => new ThreeTriangles(meshes);
  },
};

export const objectBvhs: readonly Contender<TriangleObjectBvh>[] = [
  {
    name: 'three-mesh-bvh ObjectBVH, InstancedMesh',
    prepare: (scene) => {
      const meshes = instancedMeshesOf(scene);
      return () => new TriangleObjectBvh(meshes);
    },
  },
  {
    name: 'three-mesh-bvh ObjectBVH, Mesh',
    prepare: (scene) => {
      const meshes = meshesOf(scene);
      return () => new TriangleObjectBvh(meshes);
    },
  },
];

export const accelerated: Contender<CastsRays> = {
  name: 'three-mesh-bvh acceleratedRaycast, Mesh',
  prepare: (scene) => {
    const meshes = meshesOf(scene);
    return () => new AcceleratedTriangles(meshes);
  },
};

/** For packages that have one tree for each mesh, and place none. */
function onlyMesh({ kind, meshes }: TriangleScene): MeshNumbers {
  if (kind === 'forest') throw new TypeError('scene must be one mesh, got a forest');
  return meshes[0];
}
