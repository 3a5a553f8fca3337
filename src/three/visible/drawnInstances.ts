import {
  type BatchedMesh,
  type BufferGeometry,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedMesh,
  type Material,
  Sphere,
} from 'three';

export type InstancesMesh = InstancedMesh | BatchedMesh;

export function isBatch(source: InstancesMesh): source is BatchedMesh {
  return 'isBatchedMesh' in source;
}

/** Draws some instances of another mesh. Rays do not hit it. */
export class DrawnInstances extends InstancedMesh {
  /** The index leaves out objects with this field. The source is in the index instead. */
  readonly isNotIndexed = true;
  /** The numbers of the drawn instances in the source: the first `count` entries. */
  instanceIds = new Uint32Array(0);

  constructor(geometry: BufferGeometry | undefined, material: Material | Material[], like: InstancesMesh) {
    super(geometry, material, 0);
    this.#copyLook(like);
    this.matrixAutoUpdate = this.matrixWorldAutoUpdate = false;
    // All drawn instances are in view, and the bounding sphere may be out of date.
    this.frustumCulled = false;
  }

  override raycast(): void {
    // Rays must hit the source, not this mesh.
  }

  override copy(other: DrawnInstances, recursive?: boolean): this {
    // Frees the buffers on the graphics card, which may be too short for the copy.
    super.dispose();
    super.copy(other, recursive);
    this.instanceIds = other.instanceIds.slice();
    // three.js's copy shares the numbers of the texture.
    this.morphTexture = null;
    this.#copyMorphs(other, [...this.instanceIds.subarray(0, this.count).keys()]);
    this.#copyLook(other);
    return this;
  }

  #copyLook({
    castShadow,
    receiveShadow,
    renderOrder,
    customDepthMaterial,
    customDistanceMaterial,
  }: InstancesMesh): void {
    Object.assign(this, { castShadow, receiveShadow, renderOrder, customDepthMaterial, customDistanceMaterial });
  }

  /**
   * Copies the morph influences of instances, but only if the geometry has morph targets: otherwise the renderer would throw.
   */
  #copyMorphs(source: InstancedMesh, ids: ArrayLike<number>): void {
    const isMorphed = Object.keys(this.geometry.morphAttributes).length > 0;
    const width = isMorphed ? source.morphTexture?.image.width : undefined;
    if (this.morphTexture?.image.width !== width) {
      this.morphTexture?.dispose();
      this.morphTexture = null;
    }
    if (width === undefined) return;
    // A new array: getMorphAt writes to this array, and must not change the source.
    this.morphTargetInfluences = Array.from({ length: width - 1 }, () => 0);
    // setMorphAt creates a texture with `count` rows, which must have room for all instances.
    this.count = this.instanceIds.length;
    for (let i = 0; i < ids.length; i++) {
      source.getMorphAt(ids[i], this);
      this.setMorphAt(i, this);
    }
    this.count = ids.length;
    if (this.morphTexture !== null) this.morphTexture.needsUpdate = true;
  }

  /** @internal Copies the source's world matrix, layers and bounds, and the matrices, colours and influences of instances. */
  follow(source: InstancesMesh, ids: ArrayLike<number>, capacity: number): void {
    if (this.instanceIds.length !== capacity) {
      super.dispose();
      this.instanceIds = new Uint32Array(capacity);
    }
    this.instanceIds.set(ids);
    this.count = ids.length;
    this.layers.mask = source.layers.mask;
    this.matrixWorld.copy(source.matrixWorld);
    if (source.boundingSphere === null) source.computeBoundingSphere();
    // three.js sorts transparent objects by the centre of their bounding sphere.
    if (source.boundingSphere !== null) (this.boundingSphere ??= new Sphere()).copy(source.boundingSphere);
    // A box of an earlier call would be out of date.
    this.boundingBox = null;
    if (isBatch(source)) return;
    const { instanceMatrix, instanceColor, morphTargetInfluences } = source;
    Object.assign(this, { morphTargetInfluences });
    this.#copyMorphs(source, ids);
    this.instanceMatrix = copyInstances(instanceMatrix, this.instanceMatrix, ids);
    this.instanceColor = instanceColor && copyInstances(instanceColor, this.instanceColor, ids);
  }
}

/**
 * Copies the numbers of some instances to the front of an attribute. Returns `before` if its length fits, else a new attribute.
 */
function copyInstances(
  source: InstancedBufferAttribute,
  before: InstancedBufferAttribute | null,
  ids: ArrayLike<number>,
): InstancedBufferAttribute {
  const { array: from, itemSize } = source;
  const target =
    before?.count === source.count
      ? before
      : new InstancedBufferAttribute(from.slice(), itemSize, source.normalized).setUsage(DynamicDrawUsage);
  const { array: to } = target;
  const count = itemSize * ids.length;
  for (let at = 0; at < count; at += itemSize) {
    const first = itemSize * ids[at / itemSize];
    for (let k = 0; k < itemSize; k++) to[at + k] = from[first + k];
  }
  target.clearUpdateRanges();
  target.addUpdateRange(0, count);
  target.needsUpdate = true;
  return target;
}
