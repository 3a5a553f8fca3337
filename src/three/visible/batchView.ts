import { BatchedMesh, type InstancedMesh } from 'three';
import type { BatchLevels, DrawnBatchLevel } from './levels';

/** What a batch knows of an instance. */
interface InstanceInfo {
  readonly visible: boolean;
  readonly active: boolean;
  readonly geometryIndex?: number;
}

/** Private fields of BatchedMesh. Its public methods cannot leave an instance out without hiding it from rays too. */
interface BatchLists {
  _instanceInfo: InstanceInfo[];
  _visibilityChanged: boolean;
  /** Three.js has had it under another name. */
  _geometryInfo?: { readonly active: boolean }[];
}

const HIDDEN: InstanceInfo = { visible: false, active: false };
/** The fields that say what is drawn. All others of a batch are read from the source. */
const LISTS = /Draw|_instanceInfo|_indirect|_visibility/;
/** What a mesh goes on doing in its own way. */
const KEPT = ['constructor', 'raycast', 'copy', 'dispose'];

/**
 * Lets a mesh draw some instances of a BatchedMesh. The mesh takes on all that three.js reads of a batch. Matrices, colours and
 * geometries stay those of the source, and three.js culls and sorts the instances as it does in the source.
 */
export class BatchView {
  readonly levels: BatchLevels;
  readonly #source: BatchedMesh;
  /** A batch that lends its lists. */
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
    for (const [name, method] of methods) if (!KEPT.includes(name)) Object.defineProperty(mesh, name, method);
    Object.assign(mesh, { isInstancedMesh: false });
  }

  /** The levels of an instance. Undefined if it has none, or has been deleted. */
  levelsOf(id: number): readonly DrawnBatchLevel[] | undefined {
    const { active, geometryIndex } = this.#infos.at(id) ?? HIDDEN;
    return active && geometryIndex !== undefined ? this.levels.get(geometryIndex) : undefined;
  }

  /** Draws these instances, each at a level, as far as the source would draw them. */
  draw(ids: Uint32Array, levelOf: Uint8Array): void {
    const { maxInstanceCount } = this.#source;
    if (this.#batch.maxInstanceCount !== maxInstanceCount) this.dispose();
    const infos = this.#infos;
    const { _geometryInfo: geometries } = this.#source as unknown as BatchLists;
    const shown: InstanceInfo[] = infos.map(() => HIDDEN);
    for (const id of ids) {
      // The batch may have lost it since the view was made.
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

  /** Frees the memory on the graphics card. */
  dispose(): void {
    this.#batch.dispose();
    this.#batch = new BatchedMesh(this.#source.maxInstanceCount, 0, 0);
  }
}
