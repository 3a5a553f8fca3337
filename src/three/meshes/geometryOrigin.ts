import type { BufferAttribute, BufferGeometry, TypedArray } from 'three';
import { isObject } from '../../primitives/check';
import { type Attribute, type DrawnRange, drawnRange } from './readTriangles';

/**
 * What of a geometry something was made from, and in which versions. Three things change without a version: an array may replace
 * another in its attribute, the draw range may change, and three-mesh-bvh reorders the index where it makes a `boundsTree`.
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

/** The tree that three-mesh-bvh has made of a geometry. */
export function boundsTreeOf(geometry: BufferGeometry): unknown {
  return (geometry as MaybeWithTree).boundsTree;
}

/**
 * Returns a WeakRef of the tree: it refers to its geometry, which must not live on because of an origin. Without a tree, returns
 * what the geometry has in its place: null if a tree has been disposed of, which has reordered the index.
 */
export function treeOriginOf(geometry: BufferGeometry): unknown {
  const tree = boundsTreeOf(geometry);
  return isObject(tree) ? new WeakRef(tree) : tree;
}

/**
 * Whether a geometry still has the tree that it had, or still has none.
 *
 * @param was as {@link treeOriginOf} returned it.
 */
export function hasSameTree(was: unknown, geometry: BufferGeometry): boolean {
  const tree = boundsTreeOf(geometry);
  return isObject(tree) ? was instanceof WeakRef && was.deref() === tree : was === tree;
}

/** Whether there are positions, and not only on the GPU. */
export function isReadable(geometry: BufferGeometry | undefined): geometry is BufferGeometry {
  return Boolean((geometry?.attributes.position as Partial<Attribute> | undefined)?.array);
}

/** What would be made now. */
export function originOf(geometry: BufferGeometry): Origin {
  const { index } = geometry;
  const position: Attribute = geometry.attributes.position;
  return {
    ...drawnRange(geometry),
    position,
    positions: position.array,
    positionVersion: versionOf(position),
    index,
    indices: index?.array,
    indexVersion: index?.version ?? 0,
    boundsTree: treeOriginOf(geometry),
  };
}

/** Whether a geometry has not changed since. */
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
 * Whether only positions differ.
 *
 * @param now the origin of the geometry as it is.
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

/** Grows each time three.js is told that the numbers have changed. */
export function versionOf(attribute: Attribute): number {
  return 'data' in attribute ? attribute.data.version : attribute.version;
}
