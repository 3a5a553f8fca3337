import { BoxScene, type Mesh } from 'slabtree';
import type { BufferGeometry } from 'three';
import { readVertices } from '../meshes/readTriangles';
import { type ElementKind, Elements } from './elements';

/** Fewer elements than this are faster asked one by one. */
const FEW = 256;
/** From this many elements on, building the tree in WebAssembly is worth a memory of its own. */
const MANY = 2 ** 16;

/** What is drawn of a geometry, in one way, and the tree over it. Null in its place: a tree cannot have the elements. */
export interface Known {
  readonly elements: Elements;
  tree?: ElementTree | null;
}

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
  for (let element = 0; element < count; element++) {
    index[3 * element] = elements.startOf(element);
    index.fill(elements.endOf(element), 3 * element + 1, 3 * element + 3);
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
  let ofGeometry = known.get(geometry);
  if (ofGeometry === undefined) known.set(geometry, (ofGeometry = {}));
  const found = ofGeometry[kind];
  if (found?.elements.isCurrent !== true) return (ofGeometry[kind] = { elements: new Elements(geometry, kind) });
  if (found.tree === undefined) found.tree = found.elements.count < FEW ? null : treeOf(found.elements);
  return found;
}
