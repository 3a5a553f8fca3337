import { type Backend, BoxScene, type IndexArray, type FloatArray, type Mesh } from 'slabtree';
import type { BufferGeometry, Object3D } from 'three';
import { isReadable, isUpToDate, type Origin, originOf } from '../meshes/geometryOrigin';
import { readVertices } from '../meshes/readTriangles';
import type { TreeJob } from '../meshes/treeJobs';
import { type ElementKind, elementKindOf, Elements } from './elements';

/** Fewer elements than this are faster asked one by one. */
const FEW = 256;
/** From this many elements on, a thread builds the tree if there is time for it: it takes this one some forty milliseconds. */
const MANY = 2 ** 13;
/**
 * From this many elements on, building the tree in WebAssembly is worth a memory of its own. It takes a tenth of the time, but a
 * browser may have room for only a hundred memories.
 */
const VERY_MANY = 2 ** 14;

/** What is drawn of a geometry, in one way, and the tree over it. Null in its place: a tree cannot have the elements. */
interface Known {
  readonly elements: Elements;
  readonly origin: Origin;
  tree?: ElementTree | null;
}

/** The smallest coordinates of a box, then the largest. */
export type BoxNumbers = [minX: number, minY: number, minZ: number, maxX: number, maxY: number, maxZ: number];

const known = /* @__PURE__ */ new WeakMap<BufferGeometry, Partial<Record<ElementKind, Known>>>();

function forget({ target }: { readonly target: BufferGeometry }): void {
  known.delete(target);
}

/**
 * The tree over the elements of a geometry, in the geometry's own space: a mesh of the core, where each element is a triangle that
 * has the same vertex twice, or three times. No ray hits these, but they have bounds.
 */
export interface ElementTree {
  readonly scene: BoxScene;
  readonly mesh: Mesh;
}

/** Elements as the triangles of a mesh. */
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
    return { scene, mesh: scene.addMesh(positions, index) };
  } catch (error) {
    // Numbers that are not finite, or vertices that are not there.
    if (!(error instanceof RangeError)) throw error;
    return null;
  }
}

/**
 * What is drawn of a geometry, in one way. Its tree is made when it is asked for the second time, kept for all objects that draw the
 * geometry, and dropped after a change, or when the geometry is disposed of: geometry that changes every frame is not worth a
 * tree, and few elements are not.
 */
export function elementsOf(geometry: BufferGeometry, kind: ElementKind): Known {
  const found = upToDate(geometry, kind);
  if (found === undefined) return keep(geometry, kind, newlyKnown(geometry, kind));
  if (found.tree === undefined) found.tree = found.elements.count < FEW ? null : treeOf(found.elements);
  return found;
}

function upToDate(geometry: BufferGeometry, kind: ElementKind): Known | undefined {
  const found = known.get(geometry)?.[kind];
  return found !== undefined && isUpToDate(found.origin, geometry) ? found : undefined;
}

function newlyKnown(geometry: BufferGeometry, kind: ElementKind): Known {
  return { elements: new Elements(geometry, kind), origin: originOf(geometry) };
}

function keep(geometry: BufferGeometry, kind: ElementKind, found: Known): Known {
  known.set(geometry, { ...known.get(geometry), [kind]: found });
  // To add it again changes nothing.
  geometry.addEventListener('dispose', forget);
  return found;
}

/** Threads make the trees of points and lines of many elements. Each has a scene of its own: a filter may ask for any of them. */
export function* elementJobs(objects: Iterable<Object3D>): Generator<TreeJob, void> {
  for (const object of objects) {
    const kind = elementKindOf(object);
    const { geometry } = object as Object3D & { geometry?: BufferGeometry };
    if (kind === null || kind === 'triangles' || !isReadable(geometry)) continue;
    const size = new Elements(geometry, kind).count;
    if (size < MANY) continue;
    const run: TreeJob['run'] = async (options) => {
      // Objects share geometries, and a ray may have come first. The geometry may be another by now.
      if (!isReadable(geometry) || upToDate(geometry, kind)?.tree !== undefined) return;
      const made = newlyKnown(geometry, kind);
      const { elements, origin } = made;
      try {
        const none = new Float32Array(0);
        const meshes = [{ ...meshOf(elements), matrices: none }];
        const backend = backendFor(elements);
        const scene = await BoxScene.buildAsync(none, { ...options, backend, shared: false, meshes });
        made.tree = { scene, mesh: scene.meshes[0] };
        // What has been made meanwhile, after a change, is newer.
        if (isUpToDate(origin, geometry)) keep(geometry, kind, made);
      } catch (error) {
        // As in treeOf. The reason of a signal may be any error.
        if (!(error instanceof RangeError) || options.signal?.aborted === true) throw error;
      }
    };
    yield { size, run };
  }
}

/**
 * Visits elements until a visit returns true: all of them, or, with a tree, those in boxes that are not left out.
 *
 * @param leavesOut whether no element in a box matters. It is given the smallest coordinates of the box, then the largest.
 */
export function visitElements(
  { count }: Elements,
  tree: ElementTree | null,
  leavesOut: (...box: BoxNumbers) => boolean,
  visit: (element: number) => boolean,
): void {
  if (tree === null) {
    for (let element = 0; element < count; element++) if (visit(element)) return;
    return;
  }
  tree.scene.visitTriangles(tree.mesh, {
    bounds: (...box) => (leavesOut(...box) ? Infinity : 0),
    triangle: (element) => (visit(element) ? -1 : Infinity),
  });
}
