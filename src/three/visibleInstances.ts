import { DynamicDrawUsage, InstancedBufferAttribute, InstancedMesh, type Object3D } from 'three';
import type { SceneView } from './sceneIndex';

/**
 * Draws of an InstancedMesh only the instances in view: they are written to the front of its own buffers, and `count` is set
 * to how many they are. The source keeps all instances, and the index their numbers: index the source, under a root that is
 * not drawn, and draw this in its place.
 */
export class VisibleInstances extends InstancedMesh {
  /** By which the index knows what not to take in: the source is what it holds. */
  readonly isVisibleInstances = true;
  readonly source: InstancedMesh;
  /** Which of the source's instances are drawn: the first `count` numbers. */
  instanceIds = new Uint32Array(0);

  constructor(source: InstancedMesh) {
    super(source.geometry, source.material, 0);
    this.source = source;
    this.matrixAutoUpdate = false;
    this.matrixWorldAutoUpdate = false;
    // What is written is in view, and the sphere around it would be that of another time.
    this.frustumCulled = false;
    this.castShadow = source.castShadow;
    this.receiveShadow = source.receiveShadow;
    this.renderOrder = source.renderOrder;
  }

  /** Takes over what of the source is in a view, as `SceneIndex.cull` gives it, and where it is. */
  write({ inside, crossing }: SceneView): this {
    const { source } = this;
    this.#makeRoom();
    this.matrixWorld.copy(source.matrixWorld);
    const ids = this.instanceIds;
    let count = 0;
    const add = (object: Object3D, instance: number) => {
      if (object === source) ids[count++] = instance;
    };
    inside.forEach(add);
    crossing.forEach(add);
    this.count = count;
    copyInstances(source.instanceMatrix, this.instanceMatrix, ids, count);
    if (source.instanceColor !== null && this.instanceColor !== null) {
      copyInstances(source.instanceColor, this.instanceColor, ids, count);
    }
    return this;
  }

  /** Has buffers for as many instances as the source. */
  #makeRoom(): void {
    const { instanceMatrix, instanceColor } = this.source;
    if (instanceMatrix.count !== this.instanceMatrix.count) {
      this.dispose();
      this.instanceMatrix = emptyLike(instanceMatrix);
      this.instanceIds = new Uint32Array(instanceMatrix.count);
    }
    if (instanceColor === null) this.instanceColor = null;
    else if (instanceColor.count !== this.instanceColor?.count) this.instanceColor = emptyLike(instanceColor);
  }
}

function emptyLike({ count, itemSize }: InstancedBufferAttribute): InstancedBufferAttribute {
  const attribute = new InstancedBufferAttribute(new Float32Array(count * itemSize), itemSize);
  return attribute.setUsage(DynamicDrawUsage);
}

function copyInstances(
  from: InstancedBufferAttribute,
  to: InstancedBufferAttribute,
  ids: Uint32Array,
  count: number,
): void {
  const { itemSize, array } = from;
  for (let i = 0, at = 0; i < count; i++) {
    const first = itemSize * ids[i];
    for (let k = first; k < first + itemSize; k++) to.array[at++] = array[k];
  }
  to.clearUpdateRanges();
  to.addUpdateRange(0, count * itemSize);
  to.needsUpdate = true;
}
