import { DynamicDrawUsage, InstancedBufferAttribute, InstancedMesh } from 'three';
import { isObject } from '../primitives/check';
import { checkKind } from './check';
import { typeError } from './errors';
import type { SceneView } from './sceneIndex';

/** What a view must be. */
const EXPECTED = 'two sets { inside, crossing }, as SceneIndex.cull gives them';

/**
 * Draws of an InstancedMesh only the instances in view: they are written to the front of its own buffers, and `count` is set
 * to how many they are. The source keeps all instances, and the index their numbers: index the source, under a root that is
 * not drawn, and draw this in its place. Matrices and colours are written; what else a geometry has for each instance is not.
 * Shadows, order and the like are its own to be set.
 */
export class VisibleInstances extends InstancedMesh {
  /** By which the index knows what not to take in: the source is what it holds. */
  readonly isNotIndexed = true;
  readonly source: InstancedMesh;
  /** Which of the source's instances are drawn: the first `count` numbers. */
  instanceIds = new Uint32Array(0);

  constructor(source: InstancedMesh) {
    checkKind('source', source, 'InstancedMesh');
    super(source.geometry, source.material, 0);
    this.source = source;
    this.matrixAutoUpdate = false;
    this.matrixWorldAutoUpdate = false;
    // What is written is in view, and the sphere around it would be that of another time.
    this.frustumCulled = false;
  }

  /**
   * Takes over what of the source is in a view, as `SceneIndex.cull` gives it, in the order of its numbers.
   *
   * @throws Error where the index has changed since it gave the view.
   */
  write(view: SceneView): this {
    if (!isObject(view)) throw typeError('view', EXPECTED, view);
    const { source } = this;
    const { inside, crossing } = view;
    const capacity = source.instanceMatrix.count;
    const isInView = new Uint8Array(capacity);
    for (const set of [inside, crossing]) {
      if (!isObject(set) || !('ids' in set)) throw typeError('view', EXPECTED, set);
      set.forEach((object, instance) => {
        if (object === source) isInView[instance] = 1;
      });
    }
    if (this.instanceIds.length !== capacity) {
      this.dispose();
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
    // Of what was drawn before.
    this.boundingBox = this.boundingSphere = null;
    this.instanceMatrix = copyInstances(source.instanceMatrix, this.instanceMatrix, this.instanceIds, count);
    const { instanceColor } = source;
    this.instanceColor = instanceColor && copyInstances(instanceColor, this.instanceColor, this.instanceIds, count);
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
