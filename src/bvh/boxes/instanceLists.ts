/** Lists the instances of each mesh. The lists are made when one is first read. */
export class InstanceLists {
  /** For each mesh, the ids of its instances. Ids that were removed or reused since are dropped when a list is read. */
  #lists: Map<number, Set<number>> | null = null;

  /** Adds the instances of consecutive ids to the list of a mesh, if there are lists. */
  add(mesh: number, first: number, count: number): void {
    if (this.#lists === null) return;
    for (let id = first; id < first + count; id++) addTo(this.#lists, mesh, id);
  }

  /**
   * Returns the ids of the instances of a mesh. The first call reads all ids, and later calls only the ids of the mesh.
   *
   * @param meshes for each id, the number of its mesh plus 1, or 0.
   */
  of(mesh: number, meshes: Uint32Array): readonly number[] {
    const ids = (this.#lists ??= listsOf(meshes)).get(mesh) ?? new Set();
    for (const id of ids) if (meshes[id] !== mesh + 1) ids.delete(id);
    return [...ids];
  }
}

function listsOf(meshes: Uint32Array): Map<number, Set<number>> {
  const lists = new Map<number, Set<number>>();
  for (let id = 0; id < meshes.length; id++) if (meshes[id] !== 0) addTo(lists, meshes[id] - 1, id);
  return lists;
}

function addTo(lists: Map<number, Set<number>>, mesh: number, id: number): void {
  const list = lists.get(mesh);
  if (list === undefined) lists.set(mesh, new Set([id]));
  else list.add(id);
}
