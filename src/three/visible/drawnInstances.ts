import {
  type BatchedMesh,
  type BufferGeometry,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedMesh,
  type Material,
  Sphere,
} from 'three';

/** A mesh with instances. */
export type InstancesMesh = InstancedMesh | BatchedMesh;

export function isBatch(source: InstancesMesh): source is BatchedMesh {
  return 'isBatchedMesh' in source;
}

/** Draws some instances of another mesh, and is not hit by rays. */
export class DrawnInstances extends InstancedMesh {
  /** Tells the index to leave this out. It holds the source instead. */
  readonly isNotIndexed = true;
  /** The source's instance numbers that are drawn: the first `count` entries. */
  instanceIds = new Uint32Array(0);

  constructor(geometry: BufferGeometry | undefined, material: Material | Material[], like: InstancesMesh) {
    super(geometry, material, 0);
    this.#copyLook(like);
    this.matrixAutoUpdate = this.matrixWorldAutoUpdate = false;
    // What is drawn is in view already, and the bounding sphere may be out of date.
    this.frustumCulled = false;
  }

  override raycast(): void {
    // Rays hit the source instead.
  }

  override copy(other: DrawnInstances, recursive?: boolean): this {
    // The buffers on the graphics card may have another length.
    super.dispose();
    super.copy(other, recursive);
    this.instanceIds = other.instanceIds.slice();
    // A cloned texture shares its numbers.
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

  /** Takes on how far instances are morphed, if this has morph targets: the renderer looks for them if it is told how far. */
  #copyMorphs(source: InstancedMesh, ids: ArrayLike<number>): void {
    const isMorphed = Object.keys(this.geometry.morphAttributes).length > 0;
    const width = isMorphed ? source.morphTexture?.image.width : undefined;
    if (this.morphTexture?.image.width !== width) {
      this.morphTexture?.dispose();
      this.morphTexture = null;
    }
    if (width === undefined) return;
    // Not those of the source.
    this.morphTargetInfluences = Array.from({ length: width - 1 }, () => 0);
    // The texture has a row for each.
    this.count = this.instanceIds.length;
    for (let i = 0; i < ids.length; i++) {
      source.getMorphAt(ids[i], this);
      this.setMorphAt(i, this);
    }
    this.count = ids.length;
    if (this.morphTexture !== null) this.morphTexture.needsUpdate = true;
  }

  /** @internal Follows the source, and takes on the matrices and colours of the instances with these numbers. */
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
    // three.js sorts transparent objects by the centre of this sphere. The source's will do.
    if (source.boundingSphere !== null) (this.boundingSphere ??= new Sphere()).copy(source.boundingSphere);
    // It was computed for other instances.
    this.boundingBox = null;
    if (isBatch(source)) return;
    const { instanceMatrix, instanceColor, morphTargetInfluences } = source;
    Object.assign(this, { morphTargetInfluences });
    this.#copyMorphs(source, ids);
    this.instanceMatrix = copyInstances(instanceMatrix, this.instanceMatrix, ids);
    this.instanceColor = instanceColor && copyInstances(instanceColor, this.instanceColor, ids);
  }
}

/** Copies the numbers of some instances to the front of an attribute: `before` if its length fits, otherwise a new one. */
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
