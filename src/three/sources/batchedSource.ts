import type { PlacedGeometry } from '../meshes/placedGeometry';
import type { FloatArray } from 'slabtree';
import { BatchedMesh, Box3, BufferGeometry, Sphere } from 'three';
import { type InstancesSource, ObjectSource, placeInstance } from './boxSource';
import type { RaycastHolder } from './callRaycast';

/** Private fields of BatchedMesh. Its public methods throw for a deleted instance, and none lists the existing instances. */
interface BatchInternals {
  readonly _instanceInfo: readonly (InstanceInfo | undefined)[];
  readonly _geometryInfo: readonly { readonly start: number; readonly count: number }[];
  readonly _matricesTexture: { readonly version: number; readonly image: { readonly data: Float32Array } };
}

interface InstanceInfo {
  readonly active: boolean;
  readonly visible: boolean;
  readonly geometryIndex: number;
}

/** The field that three-mesh-bvh adds to a BatchedMesh. It has one tree for each geometry of the batch. */
interface MaybeWithTrees {
  boundsTrees?: readonly unknown[];
}

const nothing = /* @__PURE__ */ new BufferGeometry();

/**
 * For the whole geometry of each BatchedMesh, the geometries in it as separate BufferGeometries. The separate geometries, and the
 * trees over their triangles, outlive the batch's source, which is replaced when the batch is hidden and shown again.
 */
const partsOf = /* @__PURE__ */ new WeakMap<BufferGeometry, BufferGeometry[]>();

function partOf(whole: BufferGeometry, geometryId: number): BufferGeometry {
  let parts = partsOf.get(whole);
  if (parts === undefined) {
    parts = [];
    partsOf.set(whole, parts);
    whole.addEventListener('dispose', disposeParts);
  }
  return (parts[geometryId] ??= new BufferGeometry());
}

function disposeParts({ target }: { readonly target: BufferGeometry }): void {
  partsOf.get(target)?.forEach((part) => {
    part.dispose();
  });
  partsOf.delete(target);
}

/** The source of the boxes of a BatchedMesh: one box per instance. */
export class BatchedSource extends ObjectSource<BatchedMesh> implements InstancesSource {
  readonly instanceName = 'batchId';
  readonly #internals: BatchInternals;
  readonly #bounds = new Box3();
  readonly #sphere = new Sphere();

  constructor(object: BatchedMesh) {
    super(object);
    this.#internals = object as unknown as BatchInternals;
  }

  get count(): number {
    return this.#internals._instanceInfo.length;
  }

  get matrices(): FloatArray {
    return this.#internals._matricesTexture.image.data;
  }

  get version(): number {
    return this.#internals._matricesTexture.version;
  }

  get boundsCount(): number {
    return this.#internals._geometryInfo.length;
  }

  boundsAt(index: number): Box3 {
    return this.object.getBoundingBoxAt(index, this.#bounds) ?? this.#bounds.makeEmpty();
  }

  boundsOf(instance: number): number {
    const info = this.#internals._instanceInfo[instance];
    return info?.active === true && info.visible ? info.geometryIndex : -1;
  }

  triangles({ raycast }: RaycastHolder, instance: number): PlacedGeometry | null {
    return raycast === BatchedMesh.prototype.raycast ? placeInstance(this, this.#partOf(instance), instance) : null;
  }

  /** Brings the parts that rays have read up to date: a part may have another range of the batch's vertices now. */
  followGeometries(): void {
    partsOf.get(this.object.geometry)?.forEach((part, geometryId) => {
      this.#follow(part, geometryId);
    });
  }

  #partOf(instance: number): BufferGeometry {
    const info = this.#internals._instanceInfo[instance];
    // An instance that was deleted after the last update has no active record. It draws nothing.
    if (info?.active !== true) return nothing;
    const { geometryIndex } = info;
    const part = partOf(this.object.geometry, geometryIndex);
    this.#follow(part, geometryIndex);
    part.boundingBox = this.boundsAt(geometryIndex);
    part.boundingSphere = this.object.getBoundingSphereAt(geometryIndex, this.#sphere);
    return part;
  }

  #follow(part: BufferGeometry, geometryId: number): void {
    const { geometry } = this.object;
    // A private field is read: public methods throw for a deleted geometry, although three.js's rays hit its instances.
    const { start, count } = this.#internals._geometryInfo[geometryId];
    part.index = geometry.index;
    part.attributes = geometry.attributes;
    part.setDrawRange(start, count);
    Object.assign(part, { boundsTree: (this.object as MaybeWithTrees).boundsTrees?.[geometryId] });
  }
}
