import type { PickingInfo } from '@babylonjs/core/Collisions/pickingInfo.js';
import type { Ray, TrianglePickingPredicate } from '@babylonjs/core/Culling/ray.core.js';
import { Matrix } from '@babylonjs/core/Maths/math.vector.js';
import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { InstanceTable } from '../../primitives/instanceTable';
import { type MeshEntry, NO_THIN_INSTANCE } from '../boxes/meshEntry';
import { thinCountOf, thinMatricesOf, thresholdOf } from '../boxes/meshKind';
import { hitOf, type MeshIntersections } from '../meshes/meshIntersections';
import { type LocalRays, PointerRays, WorldRays } from './localRays';
import type { MeshPredicate, PickChoice } from './pickOptions';

/** How many searches there were. Each search has its own number, by which entries note its results. */
let searches = 0;

/**
 * A search for the hits of a ray: tests meshes and thin instances by the operations of `InternalPick` and `InternalMultiPick` of
 * Babylon.js, in any order.
 */
export abstract class PickSearch {
  readonly #scene: Scene;
  readonly #intersections: MeshIntersections;
  readonly #thin = new Matrix();
  readonly #combined = new Matrix();
  readonly #worldRays = new WorldRays();
  readonly #pointerRays: PointerRays;
  #rays: LocalRays = this.#worldRays;
  #number = 0;
  #predicate: MeshPredicate | undefined;
  #trianglePredicate: TrianglePickingPredicate | undefined;
  #isForced = false;

  /** @param takesDistant as for {@link PointerRays}. */
  constructor(scene: Scene, intersections: MeshIntersections, takesDistant: boolean) {
    this.#scene = scene;
    this.#intersections = intersections;
    this.#pointerRays = new PointerRays(scene, takesDistant);
  }

  /** Begins a search along a ray in world space. */
  beginRay(ray: Ray, choice: PickChoice): void {
    this.#worldRays.begin(ray);
    this.#begin(this.#worldRays, choice);
  }

  /** Begins a search under a point of the canvas. */
  beginPointer(x: number, y: number, choice: PickChoice): void {
    this.#pointerRays.begin(x, y, choice.camera ?? null);
    this.#begin(this.#pointerRays, choice);
  }

  #begin(rays: LocalRays, { predicate, trianglePredicate }: PickChoice): void {
    this.#number = ++searches;
    this.#rays = rays;
    this.#predicate = predicate;
    this.#trianglePredicate = trianglePredicate;
    const { activeCameras, activeCamera, cameraToUseForPointers } = this.#scene;
    this.#isForced = activeCameras !== null && activeCameras.length > 1 && cameraToUseForPointers !== activeCamera;
  }

  /** The largest distance in the world that matters. */
  abstract get limit(): number;

  protected abstract take(info: PickingInfo, entry: MeshEntry, thinInstance: number): void;

  /** Tests the mesh or the thin instance to which a box of the index belongs. */
  testBox(id: number, entries: InstanceTable<MeshEntry>): void {
    const entry = entries.sourceOf(id);
    const instance = entries.instanceOf(id);
    if (instance === NO_THIN_INSTANCE) this.#testMesh(entry);
    else if (this.#passesAsWhole(entry)) this.#testInstance(entry, instance, this.#worldOf(entry));
  }

  /** Tests a mesh with all its thin instances. */
  testWhole(entry: MeshEntry): void {
    if (!entry.isThin) this.#testMesh(entry);
    else if (this.#passesAsWhole(entry)) {
      const world = this.#worldOf(entry);
      const count = thinCountOf(entry.mesh);
      for (let i = 0; i < count; i++) this.#testInstance(entry, i, world);
    }
  }

  #testMesh(entry: MeshEntry): void {
    if (!this.#accepts(entry)) return;
    const world = this.#worldOf(entry);
    this.#intersect(entry, NO_THIN_INSTANCE, this.#localRay(entry.mesh, world), world);
  }

  #testInstance(entry: MeshEntry, instance: number, world: Matrix): void {
    if (this.#predicate !== undefined && !this.#predicate(entry.mesh, instance)) return;
    Matrix.FromArrayToRef(thinMatricesOf(entry.mesh), 16 * instance, this.#thin);
    this.#thin.multiplyToRef(world, this.#combined);
    const ray = this.#localRay(entry.mesh, this.#combined);
    const bounds = entry.mesh.getClassName() === 'GreasedLineMesh' ? null : entry.mesh.rawBoundingInfo;
    if (bounds !== null) {
      const threshold = thresholdOf(entry.mesh);
      if (!ray.intersectsSphere(bounds.boundingSphere, threshold)) return;
      if (!ray.intersectsBox(bounds.boundingBox, threshold)) return;
    }
    this.#intersect(entry, instance, ray, this.#combined);
  }

  #intersect(entry: MeshEntry, instance: number, ray: Ray, world: Matrix): void {
    const { mesh } = entry;
    const isInstance = instance !== NO_THIN_INSTANCE;
    const hit =
      this.#trianglePredicate === undefined
        ? this.#intersections.intersect(mesh, ray, world, isInstance, this.limit)
        : hitOf(mesh.intersects(ray, false, this.#trianglePredicate, false, world, isInstance));
    if (hit === null) return;
    if (isInstance) hit.thinInstanceIndex = instance;
    this.take(hit, entry, instance);
  }

  /** Whether thin instances of a mesh may be hit: the mesh is accepted, and the ray hits the bounds of all of them. */
  #passesAsWhole(entry: MeshEntry): boolean {
    if (entry.search === this.#number) return entry.isPassed;
    let isPassed = this.#accepts(entry);
    if (isPassed) {
      const world = this.#worldOf(entry);
      const ray = this.#localRay(entry.mesh, world);
      isPassed = entry.mesh.intersects(ray, true, this.#trianglePredicate, true, world).hit;
    }
    entry.search = this.#number;
    entry.isPassed = isPassed;
    return isPassed;
  }

  #accepts(entry: MeshEntry): boolean {
    return this.#predicate === undefined ? entry.isPickable : this.#predicate(entry.mesh, NO_THIN_INSTANCE);
  }

  #worldOf({ mesh }: MeshEntry): Matrix {
    const scene = this.#scene;
    const isForced = this.#isForced && mesh.isWorldMatrixCameraDependent();
    return mesh.computeWorldMatrix(isForced, scene.cameraToUseForPointers ?? scene.activeCamera);
  }

  #localRay(mesh: AbstractMesh, world: Matrix): Ray {
    return this.#rays.to(world, mesh.enableDistantPicking);
  }
}
