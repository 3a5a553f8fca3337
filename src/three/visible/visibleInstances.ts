import { DynamicDrawUsage, InstancedBufferAttribute, InstancedMesh, type Object3D } from 'three';
import { isObject } from '../../primitives/check';
import type { SceneView } from '../boxes/indexedSet';
import { checkKind, typeError } from '../check';
import { giveBackPlace, isShown, takePlace } from './standIns';

/** What a view must be. */
const EXPECTED = 'the result of SceneIndex.cull';

/**
 * Draws only those instances of an InstancedMesh that are in view. Add it to the scene of its source, and call {@link write}
 * once a frame.
 *
 * - From the first `write` on, the source is not drawn: its `visible` is false. {@link dispose} undoes that.
 * - The index keeps the source as long as this object is visible and has a parent. So hide and show this one instead.
 * - Rays hit the source, never this object. An index answers with the source and its instance numbers.
 * - Geometry, material and layers are those of the source. `castShadow`, `receiveShadow`, `renderOrder` and the custom depth and
 *   distance materials are copied when this object is made.
 * - `write` copies matrices and colours. It does not copy other attributes that a geometry has per instance.
 * - An instance out of view casts no shadow into the view.
 *
 * ```ts
 * const visible = new VisibleInstances(crates);
 * scene.add(visible);
 *
 * // Once a frame:
 * index.update();
 * visible.write(index.cull(camera));
 * ```
 */
export class VisibleInstances extends InstancedMesh {
  /** Tells the index to leave this out. It holds the source instead. */
  readonly isNotIndexed = true;
  readonly source: InstancedMesh;
  /** The source's instance numbers that are drawn: the first `count` entries. */
  instanceIds = new Uint32Array(0);

  constructor(source: InstancedMesh) {
    checkKind('source', source, 'isInstancedMesh');
    super(source.geometry, source.material, 0);
    this.source = source;
    this.castShadow = source.castShadow;
    this.receiveShadow = source.receiveShadow;
    this.renderOrder = source.renderOrder;
    this.customDepthMaterial = source.customDepthMaterial;
    this.customDistanceMaterial = source.customDistanceMaterial;
    this.matrixAutoUpdate = false;
    this.matrixWorldAutoUpdate = false;
    // What is written is in view already, and the bounding sphere may be out of date.
    this.frustumCulled = false;
  }

  /**
   * Copies the source's instances in a view, in the order of their numbers.
   *
   * @param view the result of `SceneIndex.cull`.
   * @throws Error if the index has changed since; RangeError if the source is shown and the index has never seen it.
   */
  write(view: SceneView): this {
    if (!isObject(view)) throw typeError('view', EXPECTED, view);
    const { source } = this;
    const { inside, crossing } = view;
    const capacity = source.instanceMatrix.count;
    const isInView = new Uint8Array(capacity);
    for (const set of [inside, crossing]) {
      if (!isObject(set) || !('hasSeen' in set)) throw typeError('view', EXPECTED, set);
      set.forEach((object, instance) => {
        if (object === source) isInView[instance] = 1;
      });
    }
    // An index does not see a hidden source, but nothing of that is drawn anyway.
    if (!inside.hasSeen(source) && isShown(source)) {
      throw new RangeError(
        'view must be of an index that has seen the source, got one of another index: ' +
          'put the source below index.root, then call index.markDirty(source) and index.update()',
      );
    }
    if (this.instanceIds.length !== capacity) {
      super.dispose();
      this.instanceIds = new Uint32Array(capacity);
    }
    let count = 0;
    isInView.forEach((inView, instance) => {
      if (inView === 1) this.instanceIds[count++] = instance;
    });
    this.count = count;
    this.geometry = source.geometry;
    this.material = source.material;
    this.layers.mask = source.layers.mask;
    this.matrixWorld.copy(source.matrixWorld);
    if (source.boundingSphere === null) source.computeBoundingSphere();
    // three.js sorts transparent objects by the centre of this sphere. The source's will do.
    this.boundingSphere = source.boundingSphere;
    // It was computed for other instances.
    this.boundingBox = null;
    this.instanceMatrix = copyInstances(source.instanceMatrix, this.instanceMatrix, this.instanceIds, count);
    const { instanceColor } = source;
    this.instanceColor = instanceColor && copyInstances(instanceColor, this.instanceColor, this.instanceIds, count);
    takePlace(source, this);
    return this;
  }

  override raycast(): void {
    // Rays hit the source instead.
  }

  /** Frees the memory on the graphics card, draws nothing, and shows the source again. Another `write` hides it again. */
  override dispose(): void {
    super.dispose();
    this.count = 0;
    giveBackPlace(this.source, this);
  }

  /**
   * Makes another for the same source, which draws what this one draws. It hides the source only once `write` is called on it:
   * disposing of this one before that shows the source again.
   */
  override clone(recursive?: boolean): this {
    const Class = this.constructor as new (source: InstancedMesh) => this;
    return new Class(this.source).copy(this, recursive);
  }

  /** @param other a VisibleInstances of the same source. */
  override copy(other: Object3D, recursive?: boolean): this {
    if (!(other instanceof VisibleInstances) || other.source !== this.source) {
      throw typeError('other', 'VisibleInstances of the same source, as clone() makes', other);
    }
    // The buffers on the graphics card may have another length.
    super.dispose();
    super.copy(other, recursive);
    this.instanceIds = other.instanceIds.slice();
    this.customDepthMaterial = other.customDepthMaterial;
    this.customDistanceMaterial = other.customDistanceMaterial;
    return this;
  }
}

/** Copies the numbers of some instances to the front of an attribute: `before` if its length fits, otherwise a new one. */
function copyInstances(
  source: InstancedBufferAttribute,
  before: InstancedBufferAttribute | null,
  ids: Uint32Array,
  count: number,
): InstancedBufferAttribute {
  const { array: from, itemSize } = source;
  const target =
    before?.count === source.count
      ? before
      : new InstancedBufferAttribute(from.slice(), itemSize, source.normalized).setUsage(DynamicDrawUsage);
  const { array: to } = target;
  for (let i = 0, at = 0; i < count; i++) {
    const first = itemSize * ids[i];
    for (let k = first; k < first + itemSize; k++) to[at++] = from[k];
  }
  target.clearUpdateRanges();
  target.addUpdateRange(0, count * itemSize);
  target.needsUpdate = true;
  return target;
}
