import {
  type BatchedMesh,
  type BufferGeometry,
  DataTexture,
  DynamicDrawUsage,
  FloatType,
  InstancedBufferAttribute,
  InstancedMesh,
  type Material,
  RedFormat,
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
    if (other.morphTexture !== null) this.morphTexture = textureLike(other.morphTexture);
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
    this.boundingSphere = source.boundingSphere;
    // It was computed for other instances.
    this.boundingBox = null;
    if (isBatch(source)) return;
    const { instanceMatrix, instanceColor, morphTexture, morphTargetInfluences } = source;
    Object.assign(this, { morphTargetInfluences });
    // The renderer would look for the morph targets of a level that has none.
    const isMorphed = morphTexture !== null && Object.keys(this.geometry.morphAttributes).length > 0;
    this.morphTexture = isMorphed ? copyMorphs(morphTexture, this.morphTexture, ids) : null;
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
  copyRows(from, target.array, itemSize, ids);
  target.clearUpdateRanges();
  target.addUpdateRange(0, itemSize * ids.length);
  target.needsUpdate = true;
  return target;
}

/** Does for the morph targets of instances what {@link copyInstances} does: an instance has a row of a texture. */
function copyMorphs(source: DataTexture, before: DataTexture | null, ids: ArrayLike<number>): DataTexture {
  const { data, width } = source.image as MorphImage;
  const target =
    before?.image.width === width && before.image.height === source.image.height ? before : textureLike(source);
  if (target !== before) before?.dispose();
  copyRows(data, (target.image as MorphImage).data, width, ids);
  target.needsUpdate = true;
  return target;
}

/** What is in the morph texture of an InstancedMesh. */
interface MorphImage {
  readonly data: Float32Array<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
}

function textureLike({ image }: DataTexture): DataTexture {
  const { data, width, height } = image as MorphImage;
  return Object.assign(new DataTexture(data.slice(), width, height, RedFormat, FloatType), { needsUpdate: true });
}

/** Copies some rows of numbers to the front of others. */
function copyRows(from: ArrayLike<number>, to: { [at: number]: number }, size: number, rows: ArrayLike<number>): void {
  for (let row = 0, at = 0; row < rows.length; row++) {
    const first = size * rows[row];
    for (let k = 0; k < size; k++) to[at++] = from[first + k];
  }
}
