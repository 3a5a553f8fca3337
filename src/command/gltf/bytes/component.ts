import type { JsonValue } from '../../input/jsonValue';
import { InputError } from '../../text/errors';

/** How a number is read from bytes. */
interface Stored {
  byteLength: number;
  read: (bytes: DataView, at: number) => number;
}

/** How an accessor stores its numbers. */
export interface Component extends Stored {
  /** Whether float32 holds every number exactly. */
  isFloat32: boolean;
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
const UINT32 = 5125;
/** The codes that indices may have. */
const INDEX_CODES = [5121, 5123, UINT32];

/** How an accessor stores its numbers. */
export function componentOf(accessor: JsonValue): Component {
  const componentType = accessor.required('componentType');
  const code = componentType.oneOf(CODES);
  const { byteLength, read, one } = COMPONENT_TYPES[code];
  const normalized = accessor.optional('normalized');
  if (normalized?.boolean() !== true) return { byteLength, read, decode: asStored, isFloat32: code !== UINT32 };
  if (one === null) throw new InputError(`${normalized.toString()}, which ${componentType.toString()} cannot be`);
  return { byteLength, read, decode: (stored) => Math.max(stored / one, -1), isFloat32: false };
}

/** How indices are stored: those of a sparse accessor, or of triangles. */
export function indexComponentOf(indices: JsonValue): Component {
  const code = indices.required('componentType').oneOf(INDEX_CODES);
  const { byteLength, read } = COMPONENT_TYPES[code];
  return { byteLength, read, decode: asStored, isFloat32: code !== UINT32 };
}

function asStored(stored: number): number {
  return stored;
}
