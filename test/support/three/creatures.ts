import {
  BackSide,
  Bone,
  BoxGeometry,
  BufferAttribute,
  type BufferGeometry,
  CylinderGeometry,
  DataUtils,
  DetachedBindMode,
  DoubleSide,
  Float16BufferAttribute,
  Float32BufferAttribute,
  FrontSide,
  Group,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  Quaternion,
  Skeleton,
  SkinnedMesh,
  SphereGeometry,
  TorusGeometry,
  Uint16BufferAttribute,
  Vector3,
} from 'three';
import type { Random } from '../random';

/** Meshes with generated skeletons, with morph targets, or with both, in a group. Each frame moves them. */
export class Creatures {
  readonly root = new Group();
  readonly meshes: Mesh[] = [];
  readonly #random: Random;
  readonly #bones: Bone[] = [];

  readonly #isWild: boolean;

  /** @param isWild whether influences may move vertices out of the bounds of a geometry. These are made for one influence, from 0 to 1. */
  constructor(random: Random, count: number, isWild = true) {
    this.#random = random;
    this.#isWild = isWild;
    for (let i = 0; i < count; i++) this.#add(i);
    this.root.updateMatrixWorld();
  }

  /** Moves some bones, some influences, and now and then a mesh. */
  step(): void {
    const random = this.#random;
    for (const bone of this.#bones) if (random.chance(0.5)) this.#place(bone, 0.6);
    for (const mesh of this.meshes) {
      if (random.chance(0.2)) this.#place(mesh, 3);
      const influences = mesh.morphTargetInfluences ?? [];
      if (this.#isWild) {
        for (const k of influences.keys()) {
          if (random.chance(0.5)) influences[k] = random.pick([0, 1, random.between(-0.5, 1.5)]);
        }
      } else if (influences.length > 0) {
        influences.fill(0)[random.below(influences.length)] = random.pick([0, 1, random.next()]);
      }
    }
  }

  #add(number: number): void {
    const random = this.#random;
    const geometry = random.pick(geometries)();
    const isSkinned = random.chance(0.7);
    if (!isSkinned || random.chance(0.3)) addMorphTargets(random, geometry);
    if (random.chance(0.2)) geometry.setDrawRange(3 * random.below(10), 60);
    const materials = [FrontSide, BackSide, DoubleSide].map((side) => new MeshBasicMaterial({ side }));
    const material =
      geometry.groups.length > 0 && random.chance(0.5) ? [...materials, ...materials] : random.pick(materials);
    const mesh = isSkinned ? this.#skinnedMesh(geometry) : new Mesh(geometry);
    mesh.material = material;
    mesh.name = `creature ${number}`;
    this.#place(mesh, 3);
    this.root.add(mesh);
    this.meshes.push(mesh);
  }

  #skinnedMesh(geometry: BufferGeometry): SkinnedMesh {
    const random = this.#random;
    const mesh = new SkinnedMesh(geometry);
    const bones = Array.from({ length: 1 + random.below(6) }, () => new Bone());
    // Bones may be below their mesh or beside it, and a skeleton may have several roots.
    const above: Object3D = random.chance(0.5) ? mesh : this.root;
    bones.forEach((bone, i) => {
      (i === 0 || random.chance(0.2) ? above : bones[random.below(i)]).add(bone);
      this.#place(bone, 0.6);
    });
    this.#bones.push(...bones);
    addSkin(random, geometry, bones.length);
    if (random.chance(0.3)) mesh.bindMode = DetachedBindMode;
    this.root.updateMatrixWorld();
    if (random.chance(0.5)) mesh.bind(new Skeleton(bones));
    else
      mesh.bind(
        new Skeleton(
          bones,
          bones.map(() => this.#matrix(0.6)),
        ),
        this.#matrix(1),
      );
    return mesh;
  }

  #place(object: Object3D, distance: number): void {
    this.#matrix(distance).decompose(object.position, object.quaternion, object.scale);
  }

  #matrix(distance: number): Matrix4 {
    const random = this.#random;
    const rotation = new Quaternion(...random.direction(), random.between(-1, 1)).normalize();
    const scale = random.pick([new Vector3(1, 1, 1), new Vector3(...random.triple(0.6, 1.4)), new Vector3(-1, 1, 1)]);
    return new Matrix4().compose(new Vector3(...random.triple(-distance, distance)), rotation, scale);
  }
}

const geometries: (() => BufferGeometry)[] = [
  () => new CylinderGeometry(0.4, 0.5, 2, 7, 5),
  () => new SphereGeometry(1, 9, 7),
  () => new TorusGeometry(0.8, 0.3, 6, 9).toNonIndexed(),
  () => new BoxGeometry(1, 2, 1, 2, 4, 2),
];

function addMorphTargets(random: Random, geometry: BufferGeometry): void {
  const { array, count } = geometry.getAttribute('position');
  geometry.morphTargetsRelative = random.chance(0.5);
  geometry.morphAttributes.position = Array.from({ length: 1 + random.below(3) }, () => {
    const start = geometry.morphTargetsRelative ? 0 : 1;
    const numbers = Float64Array.from(array, (x) => start * x + random.between(-0.3, 0.3));
    return random.pick([
      () => new BufferAttribute(numbers, 3),
      () => new Float32BufferAttribute(numbers, 3),
      () =>
        new Float16BufferAttribute(
          Array.from(numbers, (x) => DataUtils.toHalfFloat(x)),
          3,
        ),
      () => new InterleavedBufferAttribute(new InterleavedBuffer(padded(numbers, count), 5), 3, 1),
    ])();
  });
}

/** Every third number but two is padding. */
function padded(numbers: Float64Array, count: number): Float64Array {
  return Float64Array.from({ length: 5 * count }, (_, i) =>
    i % 5 > 0 && i % 5 < 4 ? numbers[3 * Math.floor(i / 5) + (i % 5) - 1] : NaN,
  );
}

/** Weights as files have them: of one to four bones, as floats or bytes, and not always with one as their sum. */
function addSkin(random: Random, geometry: BufferGeometry, bones: number): void {
  const { count } = geometry.getAttribute('position');
  const used = 1 + random.below(4);
  const indices = Array.from({ length: 4 * count }, () => random.below(bones));
  const weights = Array.from({ length: 4 * count }, (_, i) =>
    i % 4 === 0 ? random.between(0.1, 1) : i % 4 < used ? random.pick([0, 1, random.next()]) : 0,
  );
  geometry.setAttribute('skinIndex', new Uint16BufferAttribute(indices, 4));
  geometry.setAttribute(
    'skinWeight',
    random.chance(0.5)
      ? new Float32BufferAttribute(weights, 4)
      : new BufferAttribute(
          Uint8Array.from(weights, (weight) => 255 * weight),
          4,
          true,
        ),
  );
}
