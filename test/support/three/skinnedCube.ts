import {
  Bone,
  BoxGeometry,
  Float32BufferAttribute,
  MeshBasicMaterial,
  Skeleton,
  SkinnedMesh,
  Uint16BufferAttribute,
} from 'three';

/** A cube that follows its one bone, which is below it, or elsewhere. */
export function skinnedCube(isBoneBelow = true): { mesh: SkinnedMesh; bone: Bone } {
  const geometry = new BoxGeometry(1, 1, 1);
  const { count } = geometry.getAttribute('position');
  const weights = Array.from({ length: count }, () => [1, 0, 0, 0]).flat();
  geometry.setAttribute('skinIndex', new Uint16BufferAttribute(new Uint16Array(4 * count), 4));
  geometry.setAttribute('skinWeight', new Float32BufferAttribute(weights, 4));
  const mesh = new SkinnedMesh(geometry, new MeshBasicMaterial());
  const bone = new Bone();
  if (isBoneBelow) mesh.add(bone);
  mesh.bind(new Skeleton([bone]));
  return { mesh, bone };
}
