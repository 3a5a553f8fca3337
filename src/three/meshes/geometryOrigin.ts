import type { BufferAttribute, BufferGeometry, TypedArray } from 'three';
import { isObject } from '../../primitives/check';
import { type Attribute, type DrawnRange, drawnRange } from './readTriangles';

/**
 * The state of a geometry from which a mesh was made: its attributes, arrays and versions. Three changes have no version: another
 * array in an attribute, another draw range, and the index that three-mesh-bvh reorders when it makes a `boundsTree`.
 */
export interface Origin extends DrawnRange {
  readonly position: Attribute;
  readonly positions: TypedArray;
  readonly positionVersion: number;
  readonly index: BufferAttribute | null;
  readonly indices: TypedArray | undefined;
  readonly indexVersion: number;
  /** See {@link treeOriginOf}. */
  readonly boundsTree: unknown;
}

interface MaybeWithTree {
  readonly boundsTree?: unknown;
}

/** Returns the tree that three-mesh-bvh has made of a geometry, or the value that the geometry has in its place. */
export function boundsTreeOf(geometry: BufferGeometry): unknown {
  return (geometry as MaybeWithTree).boundsTree;
}

/**
 * Returns a WeakRef of a geometry's tree, because the tree refers to the geometry, which an origin must not keep alive. Without a
 * tree, returns the value in its place: null if a tree was disposed of, which has reordered the index.
 */
export function treeOriginOf(geometry: BufferGeometry): unknown {
  const tree = boundsTreeOf(geometry);
  return isObject(tree) ? new WeakRef(tree) : tree;
}

/**
 * Whether a geometry still has the same tree, or still has none.
 *
 * @param was the earlier result of {@link treeOriginOf}.
 */
export function hasSameTree(was: unknown, geometry: BufferGeometry): boolean {
  const tree = boundsTreeOf(geometry);
  return isObject(tree) ? was instanceof WeakRef && was.deref() === tree : was === tree;
}

/** Whether a geometry has positions in memory, and not only on the GPU. */
export function isReadable(geometry: BufferGeometry | undefined): geometry is BufferGeometry {
  return Boolean((geometry?.attributes.position as Partial<Attribute> | undefined)?.array);
}

/** Returns the present state of a geometry. */
export function originOf(geometry: BufferGeometry): Origin {
  const { index } = geometry;
  const position: Attribute = geometry.attributes.position;
  const { start, end } = drawnRange(geometry);
  // Without a spread of `drawnRange(geometry)`, the object takes less memory. There is one for each geometry.
  return {
    start,
    end,
    position,
    positions: position.array,
    positionVersion: versionOf(position),
    index,
    indices: index?.array,
    indexVersion: index?.version ?? 0,
    boundsTree: treeOriginOf(geometry),
  };
}

/** Whether a geometry is still in the state of an origin. */
export function isUpToDate(was: Origin, geometry: BufferGeometry): boolean {
  const { index, attributes } = geometry;
  const position = attributes.position as Attribute | undefined;
  if (was.position !== position || was.index !== index || !hasSameTree(was.boundsTree, geometry)) return false;
  if (was.positionVersion !== versionOf(position) || was.positions !== position.array) return false;
  if (index !== null && (was.indexVersion !== index.version || was.indices !== index.array)) return false;
  const { start, end } = drawnRange(geometry);
  return was.start === start && was.end === end;
}

/**
 * Whether only the positions of a geometry have changed since an origin.
 *
 * @param now the present origin of the geometry.
 */
export function isSameButMoved(was: Origin, now: Origin, geometry: BufferGeometry): boolean {
  return (
    was.index === now.index &&
    was.indices === now.indices &&
    was.indexVersion === now.indexVersion &&
    hasSameTree(was.boundsTree, geometry) &&
    was.start === now.start &&
    was.end === now.end
  );
}

/** Returns the version of an attribute, which grows each time a user sets `needsUpdate`. */
export function versionOf(attribute: Attribute): number {
  return 'data' in attribute ? attribute.data.version : attribute.version;
}
