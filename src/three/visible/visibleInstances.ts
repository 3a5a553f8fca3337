import { DynamicDrawUsage, InstancedBufferAttribute, InstancedMesh, type Object3D } from 'three';
import { isObject } from '../../primitives/check';
import { checkKind, typeError } from '../check';
import type { SceneView } from '../boxes/indexedSet';
import { giveBackPlace, isShown, takePlace } from './standIns';

/** What a view must be. */
const EXPECTED = 'what SceneIndex.cull gives';

/**
 * Draws the instances of an InstancedMesh that are in view, in the place of all of them. Add it to the scene that the source
 * is in, and {@link write} to it once a frame.
 *
 * From the first `write` on, the source is not drawn: its `visible` is false. The index keeps it as long as this is visible and
 * has a parent, so hide and show this in its place. The source still is what rays meet and what an index answers with, by its
 * own numbers of instances; no ray meets this. {@link dispose} undoes all that.
 *
 * It has the source's geometry, material and layers, and shadows and `renderOrder` as they were when it was made. Matrices and
 * colours are written; what else a geometry has for each instance is not. What is not in view casts no shadow into it.
 */
export class VisibleInstances extends InstancedMesh {
  /** By which the index knows what not to take in: the source is what it holds. */
  readonly isNotIndexed = true;
  readonly source: InstancedMesh;
  /** Which of the source's instances are drawn: the first `count` numbers. */
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
    // What is written is in view, and the sphere around it would be that of another time.
    this.frustumCulled = false;
  }

  /**
   * Takes over what of the source is in a view, as `SceneIndex.cull` gives it, in the order of its numbers.
   *
   * @throws Error where the index has changed since it gave the view; RangeError where it has never seen the source, although
   *   that is shown.
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
    // An index sees nothing that is not shown, and of such a source nothing is to be drawn.
    if (!inside.hasSeen(source) && isShown(source)) {
      throw new RangeError(
        'view must be of an index that has seen the source, got that of another: ' +
          'have the source below index.root, and call index.markDirty(source) and index.update()',
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
    // By its middle, three.js draws what is transparent in order: there is no need for that of what is in view.
    this.boundingSphere = source.boundingSphere;
    // Of what was drawn before.
    this.boundingBox = null;
    this.instanceMatrix = copyInstances(source.instanceMatrix, this.instanceMatrix, this.instanceIds, count);
    const { instanceColor } = source;
    this.instanceColor = instanceColor && copyInstances(instanceColor, this.instanceColor, this.instanceIds, count);
    takePlace(source, this);
    return this;
  }

  override raycast(): void {
    // The source is what rays meet.
  }

  /**
   * Frees what the graphics card has of it, draws nothing any more, and has the source be drawn again. Another `write` takes
   * its place again.
   */
  override dispose(): void {
    super.dispose();
    this.count = 0;
    giveBackPlace(this.source, this);
  }

  /**
   * One of the same source that draws what this one does. It takes the place of the source once it is written itself, so that to
   * dispose of this one shows the source again.
   */
  override clone(recursive?: boolean): this {
    const Class = this.constructor as new (source: InstancedMesh) => this;
    return new Class(this.source).copy(this, recursive);
  }

  /** @param other one of the same source. */
  override copy(other: Object3D, recursive?: boolean): this {
    if (!(other instanceof VisibleInstances) || other.source !== this.source) {
      throw typeError('other', 'VisibleInstances of the same source, as clone() makes', other);
    }
    // What the graphics card has may be of another length.
    super.dispose();
    super.copy(other, recursive);
    this.instanceIds = other.instanceIds.slice();
    this.customDepthMaterial = other.customDepthMaterial;
    this.customDistanceMaterial = other.customDistanceMaterial;
    return this;
  }
}

/** Copies the numbers of some instances to the front of a target, or of a new one where that is none for as many. */
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
