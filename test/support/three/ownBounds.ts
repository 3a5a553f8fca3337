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
export type Foreign = Cloud | Swarm | Fog;

export function isForeign(object: Object3D): object is Foreign {
  return object instanceof Cloud || object instanceof Swarm || object instanceof Fog;
}

/** Of those, the ones that have bounds of their own, or will have. */
export function isBounded(object: Object3D): object is Cloud | Swarm {
  return object instanceof Cloud || object instanceof Swarm;
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

/** A mesh like `GaussianSplat`: it draws spheres, by a quad that a shader repeats. Its bounds are its own, once they are computed. */
export class Cloud extends Mesh {
  readonly spheres: Sphere[] = [];
  boundingBox: Box3 | null = null;

  constructor(...spheres: Sphere[]) {
    super(new PlaneGeometry(4, 4), new MeshBasicMaterial());
    this.spheres.push(...spheres);
  }

  computeBoundingBox(): void {
    this.boundingBox = boxAround(this.spheres, this.boundingBox ?? new Box3());
  }

  /** A place where rays may hit it, in its own space. */
  placeIn(random: Random): Vector3 {
    return random.pick(this.spheres).center.clone();
  }

  /** Moves one of its spheres, and what bounds there are. */
  change(random: Random): void {
    random.pick(this.spheres).center.set(...random.triple(-3, 3));
    if (this.boundingBox !== null) this.computeBoundingBox();
  }

  override raycast(raycaster: Raycaster, hits: Intersection[]): void {
    intersectSpheres(this, this.spheres, raycaster, hits);
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

  computeBoundingBox(): void {
    this.boundingBox ??= new Box3();
    this.boundingBox.makeEmpty();
    const cube = new Box3(new Vector3(-0.5, -0.5, -0.5), new Vector3(0.5, 0.5, 0.5));
    for (const matrix of this.matrices) this.boundingBox.union(cube.clone().applyMatrix4(matrix).expandByScalar(1e-6));
  }

  placeIn(random: Random): Vector3 {
    return new Vector3(...random.triple(-0.5, 0.5)).applyMatrix4(random.pick(this.matrices));
  }

  change(random: Random): void {
    random.pick(this.matrices).setPosition(...random.triple(-3, 3));
    if (this.boundingBox !== null) this.computeBoundingBox();
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
