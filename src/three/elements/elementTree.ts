import { type Backend, BoxScene, type IndexArray, type FloatArray, type Mesh, type TriangleVisitor } from 'slabtree';
import type { BufferGeometry, Object3D } from 'three';
import { isReadable, isUpToDate, type Origin, originOf } from '../meshes/geometryOrigin';
import { readVertices } from '../meshes/readTriangles';
import type { TreeJob } from '../meshes/treeJobs';
import { type ElementKind, elementKindOf, Elements } from './elements';

/** The fewest triangles, segments or points of a geometry for a tree over them: for fewer, a loop over all is faster. */
const FEW = 256;
/** With this many elements or more, `fromAsync` builds a tree in a thread: the build would block the calling thread for 40 ms. */
const MANY = 2 ** 13;
/**
 * From this many elements on, the tree over them is built in WebAssembly, which takes a tenth of the time. Smaller trees stay in
 * JavaScript: each WebAssembly scene has its own memory, and a browser may allow only about a hundred memories.
 */
const VERY_MANY = 2 ** 14;

/** The elements (triangles, segments or points) that a geometry draws, and the tree over them. */
interface CachedElements {
  readonly elements: Elements;
  /** The state of the geometry when the elements were read from it: a later change makes them out of date. */
  readonly origin: Origin;
  /** The tree over the geometry's elements. Undefined before it is built. Null if it cannot be built, or for too few elements. */
  tree?: ElementTree | null;
}

/** The smallest coordinates of a box, then the largest. */
export type BoxNumbers = [minX: number, minY: number, minZ: number, maxX: number, maxY: number, maxZ: number];

const cache = /* @__PURE__ */ new WeakMap<BufferGeometry, Partial<Record<ElementKind, CachedElements>>>();

function evict({ target }: { readonly target: BufferGeometry }): void {
  cache.delete(target);
}

/**
 * A tree over the triangles, segments or points of a geometry, in the geometry's own space. It is a scene of the core with one
 * mesh. Segments and points are degenerate triangles of the mesh, with a repeated vertex. No ray hits a degenerate triangle, but
 * the tree has its bounds.
 */
export interface ElementTree {
  readonly triangleCount: number;
  /** No vertex is farther from the origin. */
  readonly extent: number;
  /** See `BoxScene.visitTriangles`. */
  visitTriangles(visitor: TriangleVisitor): void;
}

/** Returns the tree of a mesh in a scene of its own. */
function treeIn(scene: BoxScene, mesh: Mesh): ElementTree {
  const { triangleCount, bounds } = mesh;
  const { min, max } = bounds;
  return {
    triangleCount,
    extent: Math.max(-min.x, max.x) + Math.max(-min.y, max.y) + Math.max(-min.z, max.z),
    visitTriangles: (visitor) => {
      scene.visitTriangles(mesh, visitor);
    },
  };
}

/** Returns the elements (triangles, segments or points) of a geometry as the triangles of a mesh. */
function meshOf(elements: Elements): { positions: FloatArray; index: IndexArray } {
  const { count, size, geometry } = elements;
  const { position } = geometry.attributes;
  const index = new Uint32Array(3 * count);
  for (let element = 0, at = 0; element < count; element++) {
    for (let k = 0; k < 3; k++) index[at++] = elements.vertexOf(element, Math.min(k, size - 1));
  }
  return { positions: readVertices(position, 0, position.count), index };
}

function backendFor({ count }: Elements): 'auto' | Backend {
  return count < VERY_MANY ? 'js' : 'auto';
}

function treeOf(elements: Elements): ElementTree | null {
  const scene = new BoxScene({ backend: backendFor(elements) });
  const { positions, index } = meshOf(elements);
  try {
    return treeIn(scene, scene.addMesh(positions, index));
  } catch (error) {
    // addMesh throws if a position is not finite, or if the index has a vertex that does not exist: there is then no tree.
    if (!(error instanceof RangeError)) throw error;
    return null;
  }
}

/**
 * Returns the elements (triangles, segments or points) that a geometry draws, with a tree over them if building one is
 * worthwhile. The tree is built at the second call, as geometry that changes every frame is not worth a tree. All objects with
 * the geometry share the tree. A change or `dispose` of the geometry evicts elements and tree.
 */
export function elementsOf(geometry: BufferGeometry, kind: ElementKind): CachedElements {
  const found = upToDate(geometry, kind);
  if (found === undefined) return store(geometry, kind, read(geometry, kind));
  if (found.tree === undefined) found.tree = found.elements.count < FEW ? null : treeOf(found.elements);
  return found;
}

function upToDate(geometry: BufferGeometry, kind: ElementKind): CachedElements | undefined {
  const found = cache.get(geometry)?.[kind];
  return found !== undefined && isUpToDate(found.origin, geometry) ? found : undefined;
}

function read(geometry: BufferGeometry, kind: ElementKind): CachedElements {
  return { elements: new Elements(geometry, kind), origin: originOf(geometry) };
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
        const none = new Float32Array(0);
        const meshes = [{ ...meshOf(elements), matrices: none }];
        const backend = backendFor(elements);
        const scene = await BoxScene.buildAsync(none, { ...options, backend, shared: false, meshes });
        made.tree = treeIn(scene, scene.meshes[0]);
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
