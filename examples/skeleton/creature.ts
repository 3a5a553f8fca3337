import {
  Bone,
  BufferGeometry,
  Color,
  Float32BufferAttribute,
  Matrix4,
  MeshStandardMaterial,
  Skeleton,
  SkinnedMesh,
  Uint16BufferAttribute,
  Uint32BufferAttribute,
  Vector3,
} from 'three';
import type { Aabb } from 'slabtree';

const LENGTH = 14;
const THICKNESS = 0.95;
/** A body has so many rings for each side of a ring. */
const RINGS_A_SIDE = 2.5;

const BACK = /* @__PURE__ */ new Color(0x2b6f8f);
const BELLY = /* @__PURE__ */ new Color(0xf2e3c6);
const STRIPE = /* @__PURE__ */ new Color(0xe0703a);

/** An eel: a tube along x, from head to tail, with a chain of bones in it. Each vertex follows four of them. */
export function makeCreature(triangles: number, boneCount: number): SkinnedMesh {
  const sides = Math.max(3, Math.round(Math.sqrt(triangles / (2 * RINGS_A_SIDE))));
  const rings = Math.max(1, Math.round(triangles / (2 * sides)));
  const mesh = new SkinnedMesh(
    makeBody(rings, sides, boneCount),
    new MeshStandardMaterial({ vertexColors: true, roughness: 0.55 }),
  );
  return withBones(mesh, boneCount);
}

/** Another eel with the same geometry and bones of its own. */
export function makeTwin({ geometry, material, skeleton }: SkinnedMesh): SkinnedMesh {
  return withBones(new SkinnedMesh(geometry, material), skeleton.bones.length);
}

/** Bends the bones of a twin exactly as those of an eel: to swim to the same time may differ by a rounding. */
export function poseAs(twin: SkinnedMesh, eel: SkinnedMesh): void {
  twin.skeleton.bones.forEach((bone, i) => {
    bone.position.copy(eel.skeleton.bones[i].position);
    bone.rotation.copy(eel.skeleton.bones[i].rotation);
  });
  twin.updateMatrixWorld();
  twin.skeleton.update();
}

function withBones(mesh: SkinnedMesh, count: number): SkinnedMesh {
  const bones = Array.from({ length: count }, () => new Bone());
  bones.forEach((bone, i) => {
    bone.position.x = i === 0 ? -LENGTH / 2 : LENGTH / (count - 1);
    (i === 0 ? mesh : bones[i - 1]).add(bone);
  });
  mesh.bind(new Skeleton(bones));
  return mesh;
}

/** The bounds of the eel's motion: no vertex ever leaves them. Its middle stays where it is. */
export const SWUM_BOUNDS: Aabb = { min: { x: -6.7, y: -3.5, z: -3.1 }, max: { x: 6.3, y: 3.5, z: 3.1 } };

/** Bends the bones as they are at a time, in seconds. */
export function swim({ skeleton: { bones } }: SkinnedMesh, time: number): void {
  bones.forEach((bone, i) => {
    const share = i / bones.length;
    const sway = 0.06 + 0.14 * share;
    bone.rotation.y = sway * Math.sin(2.2 * time - 7 * share);
    bone.rotation.z = 0.3 * sway * Math.sin(1.3 * time - 5 * share + 1);
    bone.rotation.x = 0.05 * Math.sin(0.9 * time - 3 * share);
  });
  const middle = middleOf(bones);
  bones[0].position.sub(middle);
}

/** The mean of the places of a chain of bones, in the mesh. */
function middleOf(bones: readonly Bone[]): Vector3 {
  const place = new Matrix4();
  const sum = new Vector3();
  for (const bone of bones) {
    bone.updateMatrix();
    sum.add(new Vector3().setFromMatrixPosition(place.multiply(bone.matrix)));
  }
  return sum.divideScalar(bones.length);
}

function makeBody(rings: number, sides: number, boneCount: number): BufferGeometry {
  const positions: number[] = [];
  const colors: number[] = [];
  const skinIndices: number[] = [];
  const skinWeights: number[] = [];
  const index: number[] = [];
  const color = new Color();
  for (let ring = 0; ring <= rings; ring++) {
    const share = ring / rings;
    const along = share * (boneCount - 1);
    const first = Math.min(Math.floor(along), boneCount - 2);
    const weights = splineWeights(along - first);
    for (let side = 0; side < sides; side++) {
      const angle = (2 * Math.PI * side) / sides;
      const radius = radiusAt(share) * (1 + 0.03 * Math.cos(6 * angle));
      positions.push(LENGTH * (share - 0.5), radius * Math.cos(angle), 0.8 * radius * Math.sin(angle));
      color.copy(BELLY).lerp(BACK, 0.5 + 0.5 * Math.cos(angle));
      if (Math.cos(angle) > 0.2 && share % 0.08 < 0.03) color.lerp(STRIPE, 0.8);
      colors.push(color.r, color.g, color.b);
      skinWeights.push(...weights);
      skinIndices.push(...[-1, 0, 1, 2].map((k) => Math.min(Math.max(first + k, 0), boneCount - 1)));
      if (ring === rings) continue;
      const [here, ahead, next] = [ring * sides, (ring + 1) * sides, (side + 1) % sides];
      index.push(here + side, here + next, ahead + side, here + next, ahead + next, ahead + side);
    }
  }
  const geometry = new BufferGeometry()
    .setAttribute('position', new Float32BufferAttribute(positions, 3))
    .setAttribute('color', new Float32BufferAttribute(colors, 3))
    .setAttribute('skinIndex', new Uint16BufferAttribute(skinIndices, 4))
    .setAttribute('skinWeight', new Float32BufferAttribute(skinWeights, 4))
    .setIndex(new Uint32BufferAttribute(index, 1));
  geometry.computeVertexNormals();
  return geometry;
}

/** Round at the head, and thin at the tail. */
function radiusAt(share: number): number {
  return THICKNESS * Math.sqrt(Math.max(0, Math.sin(Math.PI * share ** 0.6)));
}

/** The weights of four neighbours in a uniform cubic B-spline: so a body bends without a crease. */
function splineWeights(t: number): readonly number[] {
  return [(1 - t) ** 3, 3 * t ** 3 - 6 * t ** 2 + 4, -3 * t ** 3 + 3 * t ** 2 + 3 * t + 1, t ** 3].map((w) => w / 6);
}
