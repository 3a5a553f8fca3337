import type { BufferAttribute, BufferGeometry } from 'three';
import { type Attribute, type DrawnRange, drawnRange } from './readTriangles';

/** What of a geometry something was made from, and in which versions. */
export interface Origin extends DrawnRange {
  readonly position: Attribute;
  readonly positionVersion: number;
  readonly index: BufferAttribute | null;
  readonly indexVersion: number;
}

/** Whether there are positions, and not only on the GPU. */
export function isReadable(geometry: BufferGeometry | undefined): geometry is BufferGeometry {
  return Boolean((geometry?.attributes.position as Partial<Attribute> | undefined)?.array);
}

/** What would be made now. */
export function originOf(geometry: BufferGeometry): Origin {
  const { index } = geometry;
  const position: Attribute = geometry.attributes.position;
  const indexVersion = index?.version ?? 0;
  return { ...drawnRange(geometry), position, positionVersion: versionOf(position), index, indexVersion };
}

/** Whether a geometry has not changed since. */
export function isUpToDate(was: Origin, geometry: BufferGeometry): boolean {
  const { index, attributes } = geometry;
  const position = attributes.position as Attribute | undefined;
  if (was.position !== position || was.index !== index) return false;
  if (was.positionVersion !== versionOf(position) || was.indexVersion !== (index?.version ?? 0)) return false;
  const { start, end } = drawnRange(geometry);
  return was.start === start && was.end === end;
}

/** Whether only positions differ. */
export function isSameButMoved(was: Origin, now: Origin): boolean {
  return (
    was.index === now.index && was.indexVersion === now.indexVersion && was.start === now.start && was.end === now.end
  );
}

/** Grows each time three.js is told that the numbers have changed. */
export function versionOf(attribute: Attribute): number {
  return 'data' in attribute ? attribute.data.version : attribute.version;
}
