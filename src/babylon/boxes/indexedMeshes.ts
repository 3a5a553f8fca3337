import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { INTERNALS } from '../../scene/internals';
import { type IndexTables, MeshEntry } from './meshEntry';
import { Spread } from './spread';

/** The meshes of a scene, as of the last update. */
export class IndexedMeshes {
  readonly tables: IndexTables;
  /** The meshes without boxes that Babylon.js tests for every ray. */
  readonly whole: MeshEntry[] = [];
  /** Where all boxes are, and how far their matrices spread rounding. */
  readonly spread = new Spread();
  readonly #scene: Scene;
  readonly #entries = new Map<AbstractMesh, MeshEntry>();
  /** The entries in the order of `scene.meshes`. */
  #inOrder: MeshEntry[] = [];
  #visit = 0;

  constructor(scene: Scene, tables: IndexTables) {
    this.#scene = scene;
    this.tables = tables;
  }

  /** Follows the scene: finds meshes that were added, removed or changed. */
  update(): void {
    const { meshes } = this.#scene;
    const camera = this.#scene.cameraToUseForPointers ?? this.#scene.activeCamera;
    const inOrder = this.#inOrder;
    const visit = ++this.#visit;
    const missing = meshes.length - inOrder.length;
    if (missing > 0) this.tables.scene[INTERNALS].reserveObbs(missing);
    let isSame = meshes.length === inOrder.length;
    let hasChanged = false;
    for (let i = 0; i < meshes.length; i++) {
      const mesh = meshes[i];
      let entry = i < inOrder.length ? inOrder[i] : undefined;
      if (entry?.mesh !== mesh) {
        isSame = false;
        entry = inOrder[i] = this.#entries.get(mesh) ?? this.#add(mesh);
      }
      entry.order = i;
      entry.visit = visit;
      if (entry.update(camera)) hasChanged = true;
    }
    if (!isSame) this.#removeOthers(visit);
    if (hasChanged || !isSame) this.#summarize();
  }

  #summarize(): void {
    const { whole, spread } = this;
    whole.length = 0;
    spread.clear();
    for (const entry of this.#inOrder) {
      if (entry.kind === 'whole') whole.push(entry);
      else spread.addAll(entry.spread);
    }
  }

  #add(mesh: AbstractMesh): MeshEntry {
    const entry = new MeshEntry(mesh, this.tables);
    this.#entries.set(mesh, entry);
    return entry;
  }

  #removeOthers(visit: number): void {
    this.#inOrder.length = this.#scene.meshes.length;
    for (const entry of this.#entries.values()) {
      if (entry.visit === visit) continue;
      entry.remove();
      this.#entries.delete(entry.mesh);
    }
  }
}
