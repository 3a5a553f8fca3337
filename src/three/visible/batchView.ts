import { BatchedMesh, type InstancedMesh } from 'three';
import type { BatchLevels, DrawnBatchLevel } from './levels';

/** The private record that a BatchedMesh has of an instance. */
interface InstanceInfo {
  readonly visible: boolean;
  readonly active: boolean;
  readonly geometryIndex?: number;
}

/** Private fields of BatchedMesh. They are set because its public methods that hide an instance also hide it from rays. */
interface BatchLists {
  _instanceInfo: InstanceInfo[];
  _visibilityChanged: boolean;
  /** The records of the batch's geometries. Undefined in older revisions of three.js, where the field has another name. */
  _geometryInfo?: { readonly active: boolean }[];
}

const HIDDEN: InstanceInfo = { visible: false, active: false };
/** Matches the fields of a BatchedMesh that determine which instances are drawn. All others are read from the source. */
const LISTS = /Draw|_instanceInfo|_indirect|_visibility/;
/** The members of BatchedMesh that are not copied to the mesh that draws some of its instances. */
const NOT_COPIED = ['constructor', 'raycast', 'copy', 'dispose'];

/**
 * Makes a mesh draw some instances of a BatchedMesh, the source: gives the mesh all members that the renderer reads of a batch.
 * Matrices, colours and geometries are read from the source. three.js culls and sorts the instances as it does for the source.
 */
export class BatchView {
  readonly levels: BatchLevels;
  readonly #source: BatchedMesh;
  /** A BatchedMesh of the same size as the source. Its lists determine which instances the mesh draws. */
  #batch: BatchedMesh;

  constructor(mesh: InstancedMesh, source: BatchedMesh, levels: BatchLevels) {
    this.levels = levels;
    this.#source = source;
    this.#batch = new BatchedMesh(source.maxInstanceCount, 0, 0);
    for (const name of Object.keys(this.#batch)) {
      if (name in mesh) continue;
      const holder = () => (LISTS.test(name) ? this.#batch : source);
      Object.defineProperty(mesh, name, {
        get: () => Reflect.get(holder(), name) as unknown,
        set: (value) => Reflect.set(holder(), name, value),
      });
    }
    const methods = Object.entries(Object.getOwnPropertyDescriptors(BatchedMesh.prototype));
    for (const [name, method] of methods) if (!NOT_COPIED.includes(name)) Object.defineProperty(mesh, name, method);
    Object.assign(mesh, { isInstancedMesh: false });
  }

  /** Returns the levels of detail of an instance. Undefined if the instance has none, or is deleted. */
  levelsOf(id: number): readonly DrawnBatchLevel[] | undefined {
    const { active, geometryIndex } = this.#infos.at(id) ?? HIDDEN;
    return active && geometryIndex !== undefined ? this.levels.get(geometryIndex) : undefined;
  }

  /** Draws the instances with these numbers, each at its level of detail. Instances that the source hides stay hidden. */
  draw(ids: Uint32Array, levelOf: Uint8Array): void {
    const { maxInstanceCount } = this.#source;
    if (this.#batch.maxInstanceCount !== maxInstanceCount) this.dispose();
    const infos = this.#infos;
    const { _geometryInfo: geometries } = this.#source as unknown as BatchLists;
    const shown: InstanceInfo[] = infos.map(() => HIDDEN);
    for (const id of ids) {
      // An instance whose number is not in the batch's list any more was deleted after the cull.
      if (id >= infos.length) continue;
      const geometry = this.levelsOf(id)?.at(levelOf[id])?.geometryId;
      const isThere = geometry !== undefined && geometries?.[geometry].active !== false;
      shown[id] = isThere ? { ...infos[id], geometryIndex: geometry } : infos[id];
    }
    Object.assign(this.#batch, { _instanceInfo: shown, _visibilityChanged: true } satisfies BatchLists);
  }

  get #infos(): InstanceInfo[] {
    return (this.#source as unknown as BatchLists)._instanceInfo;
  }

  /** Frees the memory of this view's lists on the graphics card. */
  dispose(): void {
    this.#batch.dispose();
    this.#batch = new BatchedMesh(this.#source.maxInstanceCount, 0, 0);
  }
}
