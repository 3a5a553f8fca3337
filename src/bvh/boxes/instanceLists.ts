/** Lists the instances of each mesh. All lists are made when the instances of a mesh are first read. */
export class InstanceLists {
  /** For each mesh, the ids of its instances. Ids that no longer belong to a mesh are dropped when its list is read. */
  #lists: Map<number, Set<number>> | null = null;

  /** Adds instances with consecutive ids to the list of their mesh. Does nothing if no list has been read yet. */
  add(mesh: number, first: number, count: number): void {
    if (this.#lists === null) return;
    for (let id = first; id < first + count; id++) addTo(this.#lists, mesh, id);
  }

  /**
   * Returns the ids of the instances of a mesh. The first call reads the meshes of all ids, and later calls only the
   * list of this mesh.
   *
   * @param meshes for each id, the number of its mesh plus 1, or 0 if it has no mesh.
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
