import type { BufferGeometry, Object3D } from 'three';
import { isReadable, isUpToDate, type Origin, originOf } from '../meshes/geometryOrigin';
import type { TreeJob } from '../meshes/treeJobs';
import { type ElementKind, elementKindOf, Elements } from './elements';
import { ElementScene, type ElementTree } from './elementScene';

/** The fewest segments or points of a geometry for a tree over them: for fewer, a loop over all is faster. */
const FEW = 256;
/** With this many elements or more, `fromAsync` builds a tree in a thread: the build would block the calling thread for 40 ms. */
const MANY = 2 ** 13;

/** The elements (segments or points) that a geometry draws, and the tree over them. */
interface CachedElements {
  readonly elements: Elements;
  /** The state of the geometry when the elements were read from it: a later change makes them out of date. */
  readonly origin: Origin;
  /** The number of the first query that read the elements: see {@link beginQuery}. */
  readonly query: number;
  /** The scene with the tree as it was before the last change, if a tree was built. {@link tree} is built in it. */
  scene: ElementScene | undefined;
  /** The tree over the geometry's elements. Undefined before it is built. Null if it cannot be built, or for too few elements. */
  tree?: ElementTree | null;
}

/** The smallest coordinates of a box, then the largest. */
export type BoxNumbers = [minX: number, minY: number, minZ: number, maxX: number, maxY: number, maxZ: number];

const cache = /* @__PURE__ */ new WeakMap<BufferGeometry, Partial<Record<ElementKind, CachedElements>>>();

/** The number of the present query. */
let query = 0;

/**
 * Begins a query of an index: a ray, or anything else for which {@link elementsOf} is called. One query may call it several times
 * for a geometry: for each object with the geometry, and again if there is no tree.
 */
export function beginQuery(): void {
  query++;
}

function evict({ target }: { readonly target: BufferGeometry }): void {
  cache.delete(target);
}

/**
 * Returns the elements (segments or points) that a geometry draws, with a tree over them if building one is worthwhile. The tree is built in the second query, as geometry that changes every frame is not worth a tree. All objects with
 * the geometry share the tree. A change or `dispose` of the geometry evicts elements and tree.
 */
export function elementsOf(geometry: BufferGeometry, kind: ElementKind): CachedElements {
  const found = upToDate(geometry, kind);
  if (found === undefined) return store(geometry, kind, read(geometry, kind));
  if (found.tree === undefined && found.query !== query) buildTree(found);
  return found;
}

function buildTree(found: CachedElements): void {
  const { elements, origin } = found;
  if (elements.count < FEW) found.tree = null;
  else {
    if (found.scene?.canHold(elements) !== true) found.scene = new ElementScene(elements);
    found.tree = found.scene.build(elements, origin);
  }
}

function upToDate(geometry: BufferGeometry, kind: ElementKind): CachedElements | undefined {
  const found = cache.get(geometry)?.[kind];
  return found !== undefined && isUpToDate(found.origin, geometry) ? found : undefined;
}

function read(geometry: BufferGeometry, kind: ElementKind): CachedElements {
  const scene = cache.get(geometry)?.[kind]?.scene;
  return { elements: new Elements(geometry, kind), origin: originOf(geometry), query, scene };
}

function store(geometry: BufferGeometry, kind: ElementKind, found: CachedElements): CachedElements {
  cache.set(geometry, { ...cache.get(geometry), [kind]: found });
  // The listener may already be on the geometry: adding the same listener again has no effect.
  geometry.addEventListener('dispose', evict);
  return found;
}

/** Yields a job for each tree over many points or segments. Each is in its own scene: a filter may query one during another. */
export function* elementJobs(objects: Iterable<Object3D>): Generator<TreeJob, void> {
  for (const object of objects) {
    const kind = elementKindOf(object);
    const { geometry } = object as Object3D & { geometry?: BufferGeometry };
    if (kind === null || kind === 'triangles' || !isReadable(geometry)) continue;
    const size = new Elements(geometry, kind).count;
    if (size < MANY) continue;
    const run: TreeJob['run'] = async (options) => {
      // Since the job was made, another job or a ray may have built the tree of a shared geometry, or the geometry may have
      // become unreadable. Then there is nothing to build.
      if (!isReadable(geometry) || upToDate(geometry, kind)?.tree !== undefined) return;
      const made = read(geometry, kind);
      const { elements, origin } = made;
      try {
        made.scene = await ElementScene.buildAsync(elements, origin, options);
        made.tree = made.scene.tree;
        // After a change during the build, the tree is out of date.
        if (isUpToDate(origin, geometry)) store(geometry, kind, made);
      } catch (error) {
        // A RangeError of the build means that the geometry is invalid, and there is no tree. But if the signal was aborted, the
        // RangeError may be the signal's own reason, which is thrown.
        if (!(error instanceof RangeError) || options.signal?.aborted === true) throw error;
      }
    };
    yield { size, run };
  }
}

/**
 * Calls a function for the elements (triangles, segments or points) of a geometry until it returns true. With a tree, elements in
 * boxes for which `skips` returns true are left out.
 *
 * @param skips returns whether all elements in a box can be skipped. Its arguments are the bounds of the box.
 */
export function visitElements(
  { count }: Elements,
  tree: ElementTree | null,
  skips: (...box: BoxNumbers) => boolean,
  visit: (element: number) => boolean,
): void {
  if (tree === null) {
    for (let element = 0; element < count; element++) if (visit(element)) return;
    return;
  }
  tree.visitTriangles({
    bounds: (...box) => (skips(...box) ? Infinity : 0),
    triangle: (element) => (visit(element) ? -1 : Infinity),
  });
}
