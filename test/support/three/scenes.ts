import {
  BackSide,
  BatchedMesh,
  Bone,
  BoxGeometry,
  type BufferGeometry,
  CylinderGeometry,
  DoubleSide,
  FrontSide,
  Group,
  InstancedMesh,
  Line,
  LineBasicMaterial,
  LineLoop,
  LineSegments,
  type Material,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  Points,
  PointsMaterial,
  Quaternion,
  Skeleton,
  SkinnedMesh,
  Sphere,
  SphereGeometry,
  Sprite,
  SpriteMaterial,
  TorusGeometry,
  Vector3,
} from 'three';
import type { Random } from '../random';
import { gridGeometry, meshGeometries, pointGeometry, skinned } from './geometries';
import { isPlainMesh } from './kinds';
import { type Bounded, Cloud, Fog, Stream, Swarm } from './ownBounds';

/**
 * Where objects are placed: anywhere, with any rotation and scale; or on a grid, with quarter turns and whole scales, where many
 * objects touch or coincide.
 */
export type Placement = 'anywhere' | 'grid';

/** A random scene graph with every kind of object that a `Raycaster` can hit. It can go on adding and moving objects. */
export class GeneratedScene {
  readonly root: Object3D = new Group();
  readonly random: Random;
  readonly #placement: Placement;
  readonly #hasInvisible: boolean;
  readonly #hasFlat: boolean;
  /** Objects with different transforms share these, as in real scenes. */
  readonly #geometries: [name: string, geometry: BufferGeometry][];
  #made = 0;

  /**
   * @param hasInvisible whether some objects are invisible, and so hide everything below them.
   * @param hasFlat whether some scales are 0. What three.js hits of a flat object depends on the rounding of its matrix.
   */
  constructor(random: Random, placement: Placement, size: number, hasInvisible: boolean, hasFlat = false) {
    this.random = random;
    this.#placement = placement;
    this.#hasInvisible = hasInvisible;
    this.#hasFlat = hasFlat;
    this.#geometries = Object.entries(meshGeometries).map(([name, make]) => [name, make(random)]);
    this.root.name = 'root';
    this.#place(this.root);
    for (let i = 0; i < size; i++) this.add();
  }

  /** All objects below the root, in the order in which three.js visits them. */
  get objects(): Object3D[] {
    const objects: Object3D[] = [];
    this.root.traverse((object) => objects.push(object));
    return objects.slice(1);
  }

  /** A random object of a type; undefined if there is none. */
  pick<Type extends Object3D>(isOfType: (object: Object3D) => object is Type): Type | undefined {
    const objects = this.objects.filter(isOfType);
    return objects.length === 0 ? undefined : this.random.pick(objects);
  }

  /** Adds a new object below a random one, and returns it. */
  add(): Object3D {
    const { random } = this;
    const parent = random.pick([this.root, ...this.objects]);
    const twin = random.chance(0.08) ? this.pick(isPlainMesh) : undefined;
    const object = twin === undefined ? this.#make() : this.#twinOf(twin);
    (twin?.parent ?? parent).add(object);
    return object;
  }

  /** Gives an object a new place. */
  move(object: Object3D): void {
    if (this.random.chance(0.5)) this.#placeNear(object);
    else this.#place(object);
    if (!object.matrixAutoUpdate) object.updateMatrix();
  }

  /** One of the geometries that all meshes share. */
  geometry(): BufferGeometry {
    return this.random.pick(this.#geometries)[1];
  }

  material(): Material {
    return new MeshBasicMaterial({ side: this.random.pick([FrontSide, FrontSide, BackSide, DoubleSide]) });
  }

  /** A matrix for an instance. */
  matrix(): Matrix4 {
    const { position, quaternion, scale } = this.#placeOf();
    return new Matrix4().compose(position, quaternion, scale);
  }

  /** A matrix for an instance of a batch. three.js does not support mirroring ones there. */
  unmirroredMatrix(): Matrix4 {
    const { position, quaternion, scale } = this.#placeOf();
    const unmirrored = new Vector3(Math.abs(scale.x), Math.abs(scale.y), Math.abs(scale.z));
    return new Matrix4().compose(position, quaternion, unmirrored);
  }

  #make(): Object3D {
    const { random } = this;
    const [kind, object] = random.pick(this.#kinds)();
    object.name = `${kind} ${this.#made++}`;
    this.#place(object);
    if (random.chance(0.1)) fixMatrix(object);
    if (random.chance(0.3)) object.layers.set(random.below(3));
    if (random.chance(0.1)) object.layers.enable(random.below(3));
    if (random.chance(0.02)) object.layers.disableAll();
    if (random.chance(0.05)) object.layers.enableAll();
    if (random.chance(0.05)) object.layers.enable(31);
    if (this.#hasInvisible && random.chance(0.12)) object.visible = false;
    if (random.chance(0.04)) object.raycast = () => undefined;
    return object;
  }

  readonly #kinds: (() => [kind: string, object: Object3D])[] = [
    () => ['group', new Group()],
    () => ['group', new Group()],
    () => this.#mesh(),
    () => this.#mesh(),
    () => this.#mesh(),
    () => this.#mesh(),
    () => this.#mesh(),
    () => ['mesh with many materials', this.#meshOfManyMaterials()],
    () => ['instanced mesh', this.#instancedMesh()],
    () => ['batched mesh', this.#batchedMesh()],
    () => ['skinned mesh', this.#skinnedMesh()],
    () => ['sprite', this.#sprite()],
    () => ['line', new Line(this.#points(), new LineBasicMaterial())],
    () => ['line segments', new LineSegments(this.#points(), new LineBasicMaterial())],
    () => ['line loop', new LineLoop(this.#points(), new LineBasicMaterial())],
    () => ['points', new Points(this.#points(), new PointsMaterial())],
    () => ['cloud', this.#bounded(new Cloud(...this.#spheres()))],
    () => ['stream', this.#bounded(new Stream(...this.#spheres()))],
    () => ['swarm', this.#bounded(new Swarm(...Array.from({ length: 1 + this.random.below(4) }, () => this.matrix())))],
    () => ['fog', new Fog(...this.#spheres())],
  ];

  /** An object that may have computed its bounds. */
  #bounded<Kind extends Bounded>(object: Kind): Kind {
    if (this.random.chance(0.7)) object.computeBoundingBox();
    return object;
  }

  #spheres(): Sphere[] {
    const { random } = this;
    const count = 1 + random.below(3);
    return Array.from(
      { length: count },
      () => new Sphere(new Vector3(...random.triple(-3, 3)), random.between(0.2, 1)),
    );
  }

  #mesh(): [kind: string, mesh: Mesh] {
    const [name, geometry] = this.random.pick(this.#geometries);
    const mesh = new Mesh(geometry, this.material());
    if (mesh.morphTargetInfluences !== undefined) mesh.morphTargetInfluences[0] = this.random.between(0, 1);
    return [name, mesh];
  }

  #meshOfManyMaterials(): Mesh {
    const sides = Array.from({ length: 6 }, () => this.material());
    return new Mesh(this.random.chance(0.5) ? new BoxGeometry(1, 1, 1) : new CylinderGeometry(0.5, 0.7, 1, 6), sides);
  }

  #instancedMesh(): InstancedMesh {
    const { random } = this;
    const mesh = new InstancedMesh(this.geometry(), this.material(), 1 + random.below(12));
    for (let i = 0; i < mesh.count; i++) mesh.setMatrixAt(i, this.matrix());
    if (random.chance(0.3)) mesh.count = random.below(mesh.count + 1);
    // three.js hits no instance outside the bounding sphere of them all. It does not update that sphere, and makes it too small
    // if matrices above shear. This sphere has neither fault.
    mesh.boundingSphere = new Sphere(new Vector3(), Infinity);
    return mesh;
  }

  #batchedMesh(): BatchedMesh {
    const { random } = this;
    const mesh = new BatchedMesh(12, 200, 600, this.material());
    const geometries = [new BoxGeometry(1, 1, 1), new SphereGeometry(0.5, 6, 5), new TorusGeometry(0.5, 0.2, 4, 8)];
    const geometryIds = geometries.map((geometry) => mesh.addGeometry(geometry));
    const ids = Array.from({ length: 1 + random.below(8) }, () => mesh.addInstance(random.pick(geometryIds)));
    for (const id of ids) {
      mesh.setMatrixAt(id, this.unmirroredMatrix());
      if (this.#hasInvisible && random.chance(0.2)) mesh.setVisibleAt(id, false);
    }
    for (const id of ids) if (random.chance(0.15)) mesh.deleteInstance(id);
    return mesh;
  }

  #skinnedMesh(): SkinnedMesh {
    const { random } = this;
    const mesh = new SkinnedMesh(skinned(random, new CylinderGeometry(0.3, 0.3, 2, 5, 3)), this.material());
    const bones = [new Bone(), new Bone()];
    mesh.add(bones[0]);
    bones[0].add(bones[1]);
    bones[1].position.y = 1;
    mesh.bind(new Skeleton(bones));
    bones[1].rotation.set(...random.triple(-1, 1));
    return mesh;
  }

  #sprite(): Sprite {
    const { random } = this;
    const sprite = new Sprite(
      new SpriteMaterial({ sizeAttenuation: random.chance(0.7), rotation: random.pick([0, 0, random.between(0, 6)]) }),
    );
    sprite.center.set(random.pick([0, 0.5, 1]), random.pick([0, 0.5, 1]));
    return sprite;
  }

  #points(): BufferGeometry {
    const { random } = this;
    const count = 3 + random.below(8);
    const isOnGrid = this.#placement === 'grid';
    const geometry = isOnGrid ? gridGeometry(random, count) : pointGeometry(random, count, random.chance(0.3));
    if (random.chance(0.2)) geometry.setDrawRange(1, count - 1);
    return geometry;
  }

  /** The same shape in the same place: all its hits are at the same distances. */
  #twinOf(mesh: Mesh): Mesh {
    const twin = new Mesh(mesh.geometry, mesh.material);
    twin.name = `twin ${this.#made++} of ${mesh.name}`;
    twin.position.copy(mesh.position);
    twin.quaternion.copy(mesh.quaternion);
    twin.scale.copy(mesh.scale);
    if (mesh.morphTargetInfluences !== undefined) twin.morphTargetInfluences = [...mesh.morphTargetInfluences];
    return twin;
  }

  #place(object: Object3D): void {
    const { position, quaternion, scale } = this.#placeOf();
    object.position.copy(position);
    object.quaternion.copy(quaternion);
    object.scale.copy(scale);
  }

  #placeNear(object: Object3D): void {
    const isOnGrid = this.#placement === 'grid';
    object.position.add(new Vector3(...this.random.triple(-1.5, 1.5)));
    if (isOnGrid) object.position.round();
  }

  #placeOf(): { position: Vector3; quaternion: Quaternion; scale: Vector3 } {
    const place = this.#placeOfVolume();
    const { random } = this;
    if (this.#hasFlat && random.chance(0.1)) place.scale.setComponent(random.axis(), 0);
    if (this.#hasFlat && random.chance(0.02)) place.scale.setScalar(0);
    return place;
  }

  #placeOfVolume(): { position: Vector3; quaternion: Quaternion; scale: Vector3 } {
    const { random } = this;
    const position = new Vector3(...random.triple(-4, 4));
    if (this.#placement === 'grid') {
      const axis = new Vector3().setComponent(random.axis(), 1);
      const quaternion = new Quaternion().setFromAxisAngle(axis, (random.below(4) * Math.PI) / 2);
      return { position: position.round(), quaternion, scale: new Vector3(1, random.pick([1, 2]), random.sign()) };
    }
    const quaternion = new Quaternion(...random.direction(), random.between(-1, 1)).normalize();
    const sizes = new Vector3(...random.triple(0.4, 1.6));
    const scale = random.chance(0.5) ? new Vector3(1, 1, 1) : sizes;
    if (random.chance(0.2)) scale.x *= -1;
    return { position, quaternion, scale };
  }
}

/** Keeps the matrix as it is now: three.js no longer computes it from position, rotation and scale. */
function fixMatrix(object: Object3D): void {
  object.updateMatrix();
  object.matrixAutoUpdate = false;
}
