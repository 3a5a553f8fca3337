import {
  type BatchedMesh,
  type BufferGeometry,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedMesh,
  type Material,
  Sphere,
} from 'three';

/** The meshes whose instances {@link VisibleInstances} draws. */
export type InstancesMesh = InstancedMesh | BatchedMesh;

export function isBatch(source: InstancesMesh): source is BatchedMesh {
  return 'isBatchedMesh' in source;
}

/** A mesh that draws some instances of another mesh, the source. Rays do not hit it. */
export class DrawnInstances extends InstancedMesh {
  /** Marks this mesh for the SceneIndex, which leaves out objects with this field. The source is in the index instead. */
  readonly isNotIndexed = true;
  /** The numbers that the drawn instances have in the source. Only the first `count` entries are valid. */
  instanceIds = new Uint32Array(0);

  constructor(geometry: BufferGeometry | undefined, material: Material | Material[], like: InstancesMesh) {
    super(geometry, material, 0);
    this.#copyLook(like);
    this.matrixAutoUpdate = this.matrixWorldAutoUpdate = false;
    // The renderer must not cull this mesh: all drawn instances are in view, and the bounding sphere may be out of date.
    this.frustumCulled = false;
  }

  override raycast(): void {
    // Rays must hit the source, the mesh whose instances are drawn, so the raycast of this mesh is empty.
  }

  override copy(other: DrawnInstances, recursive?: boolean): this {
    // The buffers on the graphics card are freed, as they may be too short for the copied instances.
    super.dispose();
    super.copy(other, recursive);
    this.instanceIds = other.instanceIds.slice();
    // The copy that three.js makes of a mesh shares the numbers of its morph texture, so the texture is dropped and made anew.
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
   * Copies the morph influences of instances from another mesh, but only if the geometry has morph targets: otherwise the
   * renderer would throw.
   */
  #copyMorphs(source: InstancedMesh, ids: ArrayLike<number>): void {
    const isMorphed = Object.keys(this.geometry.morphAttributes).length > 0;
    const width = isMorphed ? source.morphTexture?.image.width : undefined;
    if (this.morphTexture?.image.width !== width) {
      this.morphTexture?.dispose();
      this.morphTexture = null;
    }
    if (width === undefined) return;
    // This mesh gets an array of its own for morph influences: getMorphAt writes to this array, and must not change the source.
    this.morphTargetInfluences = Array.from({ length: width - 1 }, () => 0);
    // setMorphAt creates a texture with `count` rows, so `count` is first set to the largest number of instances.
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
    // The bounding sphere is copied because three.js sorts transparent objects by its centre.
    if (source.boundingSphere !== null) (this.boundingSphere ??= new Sphere()).copy(source.boundingSphere);
    // A bounding box that was computed for the instances of an earlier call would be out of date.
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
 * Copies the numbers of some instances of a source to the front of an instanced attribute. The attribute is `before` if its
 * length fits, else a new one. Returns the attribute.
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
