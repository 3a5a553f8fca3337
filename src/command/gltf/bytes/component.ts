import type { JsonValue } from '../../input/jsonValue';
import { InputError } from '../../text/errors';

/** How a number is read from bytes. */
interface Stored {
  byteLength: number;
  read: (bytes: DataView, at: number) => number;
}

/** How an accessor stores its numbers. */
export interface Component extends Stored {
  /** The number that a stored number represents: a normalized integer represents a fraction. */
  decode: (stored: number) => number;
}

interface ComponentType extends Stored {
  /** The integer that represents 1 if the numbers are normalized. Null if they cannot be normalized. */
  one: number | null;
}

/** By the codes of glTF. */
const COMPONENT_TYPES: Record<number, ComponentType> = {
  5120: { byteLength: 1, read: (bytes, at) => bytes.getInt8(at), one: 127 },
  5121: { byteLength: 1, read: (bytes, at) => bytes.getUint8(at), one: 255 },
  5122: { byteLength: 2, read: (bytes, at) => bytes.getInt16(at, true), one: 32767 },
  5123: { byteLength: 2, read: (bytes, at) => bytes.getUint16(at, true), one: 65535 },
  5125: { byteLength: 4, read: (bytes, at) => bytes.getUint32(at, true), one: null },
  5126: { byteLength: 4, read: (bytes, at) => bytes.getFloat32(at, true), one: null },
};
const CODES = Object.keys(COMPONENT_TYPES).map(Number);
/** The codes that the indices of a sparse accessor may have. */
const INDEX_CODES = [5121, 5123, 5125];

/** How an accessor stores its numbers. */
export function componentOf(accessor: JsonValue): Component {
  const componentType = accessor.required('componentType');
  const { byteLength, read, one } = COMPONENT_TYPES[componentType.oneOf(CODES)];
  const normalized = accessor.optional('normalized');
  if (normalized?.boolean() !== true) return { byteLength, read, decode: asStored };
  if (one === null) throw new InputError(`${normalized.toString()}, which ${componentType.toString()} cannot be`);
  return { byteLength, read, decode: (stored) => Math.max(stored / one, -1) };
}

/** How a sparse accessor stores its indices. */
export function indexComponentOf(indices: JsonValue): Component {
  const { byteLength, read } = COMPONENT_TYPES[indices.required('componentType').oneOf(INDEX_CODES)];
  return { byteLength, read, decode: asStored };
}

function asStored(stored: number): number {
  return stored;
}
