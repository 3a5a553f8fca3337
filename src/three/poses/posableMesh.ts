import { type Box3, type Matrix4, Mesh, type Object3D, type Skeleton, SkinnedMesh, type Sphere } from 'three';

/** A mesh whose vertices are placed by bones, by morph targets, or by both. Only a SkinnedMesh has what follows. */
export interface PosableMesh extends Mesh {
  readonly skeleton?: Skeleton;
  readonly bindMatrix: Matrix4;
  readonly bindMatrixInverse: Matrix4;
  boundingBox: Box3 | null;
  boundingSphere: Sphere | null;
}

/** Whether three.js's own code places the vertices of an object, by bones or morph targets. */
export function isPosable(object: Object3D): object is PosableMesh {
  const { geometry, skeleton, morphTargetInfluences, getVertexPosition } = object as Partial<PosableMesh>;
  const { prototype } = skeleton === undefined ? Mesh : SkinnedMesh;
  if (geometry === undefined || getVertexPosition !== prototype.getVertexPosition) return false;
  const { attributes, morphAttributes } = geometry;
  return skeleton === undefined
    ? morphTargetInfluences !== undefined && 'position' in morphAttributes
    : 'skinIndex' in attributes && 'skinWeight' in attributes;
}
