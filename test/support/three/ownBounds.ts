import type { Matrix4, Sphere } from 'three';
import type { Random } from '../random';
import {
  Box3,
  BoxGeometry,
  InstancedBufferAttribute,
  type Intersection,
  Mesh,
  MeshBasicMaterial,
  Object3D,
  PlaneGeometry,
  Ray,
  type Raycaster,
  Vector3,
} from 'three';

/** Objects as other packages have them: what they draw, and where rays hit them, is nowhere in their geometry. */
export type Foreign = Cloud | Stream | Swarm | Fog;

/** Of those, the ones that have bounds of their own, or will have. */
export type Bounded = Cloud | Stream | Swarm;

export function isForeign(object: Object3D): object is Foreign {
  return object instanceof Fog || (isBounded(object) && !hasRaycastOfMesh(object));
}

export function isBounded(object: Object3D): object is Bounded {
  return object instanceof Cloud || object instanceof Stream || object instanceof Swarm;
}

/** Whether rays hit the geometry of an object, and not what it draws. */
export function hasRaycastOfMesh(object: Object3D): boolean {
  return Reflect.get(object, 'raycast') === Reflect.get(Mesh.prototype, 'raycast');
}

/** For the option `boundsOf`. */
export function boundsOfFog(object: Object3D): Box3 | undefined {
  return object instanceof Fog ? object.bounds : undefined;
}

/** Adds the hits of a ray with spheres in the space of an object. */
function intersectSpheres(
  object: Object3D,
  spheres: readonly Sphere[],
  raycaster: Raycaster,
  hits: Intersection[],
): void {
  const ray = new Ray().copy(raycaster.ray).applyMatrix4(object.matrixWorld.clone().invert());
  for (const [index, sphere] of spheres.entries()) {
    const point = ray.intersectSphere(sphere, new Vector3())?.applyMatrix4(object.matrixWorld);
    if (!point) continue;
    const distance = raycaster.ray.origin.distanceTo(point);
    if (distance >= raycaster.near && distance <= raycaster.far) hits.push({ distance, point, object, index });
  }
}

/** The box around spheres, a little larger: rounding may put a hit outside. */
function boxAround(spheres: readonly Sphere[], box: Box3): Box3 {
  box.makeEmpty();
  for (const sphere of spheres) box.union(sphere.getBoundingBox(new Box3()).expandByScalar(1e-6));
  return box;
}

/** A mesh that draws spheres, by a quad that a shader repeats. */
export abstract class SphereMesh extends Mesh {
  readonly spheres: Sphere[] = [];
  /** The bounds that it has now. */
  protected abstract readonly bounds: Box3 | null;

  constructor(...spheres: Sphere[]) {
    super(new PlaneGeometry(4, 4), new MeshBasicMaterial());
    this.spheres.push(...spheres);
  }

  /** The box that an index has of it. Empty if there is none. */
  get indexedBounds(): Box3 {
    const { geometry } = this;
    const bounds = this.bounds?.clone() ?? new Box3();
    if (!hasRaycastOfMesh(this)) return bounds;
    geometry.computeBoundingBox();
    return bounds.union(geometry.boundingBox ?? new Box3());
  }

  /** Lets rays hit its geometry, as three.js does, or again what it draws. */
  changeRaycast(): void {
    if (Object.hasOwn(this, 'raycast')) Reflect.deleteProperty(this, 'raycast');
    else Reflect.set(this, 'raycast', Reflect.get(Mesh.prototype, 'raycast'));
  }

  /** A place where rays may hit it, in its own space. */
  placeIn(random: Random): Vector3 {
    return random.pick(this.spheres).center.clone();
  }

  override raycast(raycaster: Raycaster, hits: Intersection[]): void {
    intersectSpheres(this, this.spheres, raycaster, hits);
  }
}

/** A mesh like `GaussianSplat`: its bounds are its own, once they are computed. */
export class Cloud extends SphereMesh {
  boundingBox: Box3 | null = null;

  protected get bounds(): Box3 | null {
    return this.boundingBox;
  }

  computeBoundingBox(): void {
    this.boundingBox = boxAround(this.spheres, this.boundingBox ?? new Box3());
  }

  forgetBoundingBox(): void {
    this.boundingBox = null;
  }

  /** Moves one of its spheres, and what bounds there are. */
  change(random: Random): void {
    random.pick(this.spheres).center.set(...random.triple(-3, 3));
    if (this.boundingBox !== null) this.computeBoundingBox();
  }
}

/** A mesh whose bounds are among what it loads: until then, their getter throws. */
export class Stream extends SphereMesh {
  protected bounds: Box3 | null = null;

  get boundingBox(): Box3 {
    if (this.bounds === null) throw new Error('nothing is loaded');
    return this.bounds;
  }

  computeBoundingBox(): void {
    this.bounds = boxAround(this.spheres, new Box3());
  }

  forgetBoundingBox(): void {
    this.bounds = null;
  }

  change(random: Random): void {
    random.pick(this.spheres).center.set(...random.triple(-3, 3));
    if (this.bounds !== null) this.computeBoundingBox();
  }
}

/** A mesh like `InstancedMesh2`: it says that it is an InstancedMesh, and has its matrices elsewhere. */
export class Swarm extends Mesh {
  readonly isInstancedMesh = true;
  instanceMatrix = new InstancedBufferAttribute(new Float32Array(0), 16);
  instanceColor = null;
  override count: number;
  readonly matrices: readonly Matrix4[];
  boundingBox: Box3 | null = null;

  constructor(...matrices: Matrix4[]) {
    super(new BoxGeometry(1, 1, 1), new MeshBasicMaterial());
    this.matrices = matrices;
    this.count = matrices.length;
  }

  get indexedBounds(): Box3 {
    return this.boundingBox ?? new Box3();
  }

  computeBoundingBox(): void {
    this.boundingBox ??= new Box3();
    this.boundingBox.makeEmpty();
    const cube = new Box3(new Vector3(-0.5, -0.5, -0.5), new Vector3(0.5, 0.5, 0.5));
    for (const matrix of this.matrices) this.boundingBox.union(cube.clone().applyMatrix4(matrix).expandByScalar(1e-6));
  }

  /** The property may be null, or not be there at all. */
  forgetBoundingBox(random: Random): void {
    if (random.chance(0.5)) this.boundingBox = null;
    else Reflect.deleteProperty(this, 'boundingBox');
  }

  placeIn(random: Random): Vector3 {
    return new Vector3(...random.triple(-0.5, 0.5)).applyMatrix4(random.pick(this.matrices));
  }

  change(random: Random): void {
    random.pick(this.matrices).setPosition(...random.triple(-3, 3));
    if (this.boundingBox) this.computeBoundingBox();
  }

  override raycast(raycaster: Raycaster, hits: Intersection[]): void {
    const one = new Mesh(this.geometry, this.material);
    for (const [instanceId, matrix] of this.matrices.entries()) {
      one.matrixWorld.multiplyMatrices(this.matrixWorld, matrix);
      const own: Intersection[] = [];
      one.raycast(raycaster, own);
      hits.push(...own.map((hit) => ({ ...hit, object: this, instanceId })));
    }
  }
}

/** An object without a geometry, which says in no way where it is. Its bounds are for the option `boundsOf`. */
export class Fog extends Object3D {
  readonly spheres: Sphere[] = [];
  calls = 0;

  constructor(...spheres: Sphere[]) {
    super();
    this.spheres.push(...spheres);
  }

  get bounds(): Box3 {
    return boxAround(this.spheres, new Box3());
  }

  placeIn(random: Random): Vector3 {
    return random.pick(this.spheres).center.clone();
  }

  change(random: Random): void {
    random.pick(this.spheres).center.set(...random.triple(-3, 3));
  }

  override raycast(raycaster: Raycaster, hits: Intersection[]): void {
    this.calls++;
    intersectSpheres(this, this.spheres, raycaster, hits);
  }
}
