import type { MeshLinks } from './meshLinks';
import type { StoredMesh } from './storedMesh';

/** What a linked mesh was made from, such as the arrays of a geometry. It must not keep the geometry alive. */
export interface MeshSource {
  /** Null if the triangles cannot be a mesh. */
  mesh: { readonly stored: StoredMesh } | null;
}

/**
 * The linked meshes of the geometries of a rendering engine: at most one for each geometry. A mesh is removed when the garbage
 * collector frees its geometry, or by {@link release}.
 */
export class MeshSources<Geometry extends object, Source extends MeshSource> {
  readonly #links: MeshLinks;
  readonly #onRemove: ((number: number) => void) | null;
  readonly #sources = new WeakMap<Geometry, Source>();
  /**
   * Null in an engine without a FinalizationRegistry, such as React Native's before Hermes V1. There, only {@link release} removes
   * meshes.
   */
  readonly #collected =
    typeof FinalizationRegistry === 'undefined'
      ? null
      : new FinalizationRegistry((source: Source) => {
          this.release(source);
        });

  /** @param onRemove called with the number of each mesh that is about to be removed. */
  constructor(links: MeshLinks, onRemove: ((number: number) => void) | null = null) {
    this.#links = links;
    this.#onRemove = onRemove;
  }

  get(geometry: Geometry): Source | undefined {
    return this.#sources.get(geometry);
  }

  add(geometry: Geometry, source: Source): void {
    this.#sources.set(geometry, source);
    this.#collected?.register(geometry, source, source);
  }

  /** Removes the mesh of a source, and all links to it. The geometry keeps its source. */
  release(source: Source): void {
    if (source.mesh !== null) {
      this.#onRemove?.(source.mesh.stored.number);
      this.#links.removeMesh(source.mesh.stored);
    }
    source.mesh = null;
  }

  /** Removes the source of a geometry, with its mesh. */
  delete(geometry: Geometry): void {
    const source = this.#sources.get(geometry);
    if (source === undefined) return;
    this.release(source);
    this.#sources.delete(geometry);
    this.#collected?.unregister(source);
  }
}
