import type { Memory } from '../../memory/memory';
import type { MeshStore } from '../../meshes/meshStore';
import type { StoredMesh } from '../../meshes/storedMesh';
import { Nodes } from '../../tree/nodes';
import type { SectionName } from '../fileSections';
import type { FileMesh } from './meshCheck';
import type { MeshRecord } from './meshRecord';

/** The names of the sections that a file has for each mesh. */
export type MeshSection = Extract<SectionName, 'positions' | 'index' | 'order' | 'triangleNodes'>;

export function isMeshSection(name: SectionName): name is MeshSection {
  return name === 'positions' || name === 'index' || name === 'order' || name === 'triangleNodes';
}

/** The arrays of a mesh while it is read from a file. The nodes are already in the memory of the scene. */
export class MeshParts implements FileMesh {
  positions: Float32Array | Float64Array = new Float32Array(0);
  index: Uint32Array | null = null;
  order = new Uint32Array(0);
  readonly #record: MeshRecord;
  readonly #nodes: Nodes;

  constructor(memory: Memory, record: MeshRecord) {
    this.#record = record;
    this.#nodes = new Nodes(memory, 0);
  }

  /** Makes room for `count` records in the array of a mesh's section, and keeps the content of the array. */
  resize(name: MeshSection, count: number): void {
    if (name === 'triangleNodes') this.#nodes.resize(count);
    else if (name === 'order') this.order = longer(this.order, new Uint32Array(count));
    else if (name === 'index') this.index = longer(this.index ?? [], new Uint32Array(3 * count));
    else if (this.#record.isFloat32) this.positions = longer(this.positions, new Float32Array(3 * count));
    else this.positions = longer(this.positions, new Float64Array(3 * count));
  }

  numbers(name: MeshSection): ArrayBufferView {
    return name === 'triangleNodes' ? this.#nodes.int32 : (this[name] ?? this.order);
  }

  /** Copies the arrays of a mesh that was read, which must have been checked, to a new mesh of `store`. */
  store(store: MeshStore): StoredMesh {
    const mesh = store.create(this.#record);
    const { positions, index, order } = this;
    mesh.set(positions, index, order);
    mesh.setTree(this.#nodes, this.#record.builtCost);
    return mesh;
  }
}

function longer<T extends Uint32Array | Float32Array | Float64Array>(from: ArrayLike<number>, to: T): T {
  to.set(from);
  return to;
}
