import { BoxScene, type Mesh } from 'slabtree';
import type { BufferGeometry } from 'three';
import { isUpToDate, type Origin, originOf } from '../meshes/geometryMeshes';
import { readVertices } from '../meshes/readTriangles';
import { type ElementKind, Elements } from './elements';

/** Fewer elements than this are faster asked one by one. */
const FEW = 256;
/** From this many elements on, building the tree in WebAssembly is worth a memory of its own. */
const MANY = 2 ** 16;

/** What is drawn of a geometry, in one way, and the tree over it. Null in its place: a tree cannot have the elements. */
interface Known {
  readonly elements: Elements;
  readonly origin: Origin;
  tree?: ElementTree | null;
}

/** The smallest coordinates of a box, then the largest. */
export type BoxNumbers = [minX: number, minY: number, minZ: number, maxX: number, maxY: number, maxZ: number];

const known = /* @__PURE__ */ new WeakMap<BufferGeometry, Partial<Record<ElementKind, Known>>>();

/**
 * The tree over the elements of a geometry, in the geometry's own space: a mesh of the core, where each element is a triangle that
 * has the same vertex twice, or three times. No ray hits these, but they have bounds.
 */
export interface ElementTree {
  readonly scene: BoxScene;
  readonly mesh: Mesh;
}

function treeOf(elements: Elements): ElementTree | null {
  const { count, geometry } = elements;
  const { position } = geometry.attributes;
  const index = new Uint32Array(3 * count);
  for (let i = 0; i < index.length; i++) {
    index[i] = elements.vertexOf(Math.floor(i / 3), Math.min(i % 3, elements.size - 1));
  }
  const scene = new BoxScene({ backend: count < MANY ? 'js' : 'auto' });
  try {
    return { scene, mesh: scene.addMesh(readVertices(position, 0, position.count), index) };
  } catch (error) {
    // Numbers that are not finite, or vertices that are not there.
    if (!(error instanceof RangeError)) throw error;
    return null;
  }
}

/** No vertex of a mesh is farther from the origin. */
export function extentOf({ bounds: { min, max } }: Mesh): number {
  return Math.max(-min.x, max.x) + Math.max(-min.y, max.y) + Math.max(-min.z, max.z);
}

/**
 * What is drawn of a geometry, in one way. Its tree is made when it is asked for the second time, kept for all objects that draw the
 * geometry, and dropped after a change: geometry that changes every frame is not worth a tree, and few elements are not.
 */
export function elementsOf(geometry: BufferGeometry, kind: ElementKind): Known {
  const ofGeometry = known.get(geometry) ?? {};
  known.set(geometry, ofGeometry);
  const found = ofGeometry[kind];
  if (found === undefined || !isUpToDate(found.origin, geometry)) {
    return (ofGeometry[kind] = { elements: new Elements(geometry, kind), origin: originOf(geometry) });
  }
  if (found.tree === undefined) found.tree = found.elements.count < FEW ? null : treeOf(found.elements);
  return found;
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
