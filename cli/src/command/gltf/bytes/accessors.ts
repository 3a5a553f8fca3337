import type { JsonValue } from '../../input/jsonValue';
import { InputError } from '../../text/errors';
import type { BufferViews } from './buffers';

type ElementAt = (index: number) => number[];

export interface Elements {
  count: number;
  /**
   * Whether each element of the accessor has its own bytes in the file. Otherwise all numbers are 0, except in sparse elements.
   */
  areStored: boolean;
  at: ElementAt;
}

/** How many numbers an element of an accessor has, by the accessor's type in glTF. */
const WIDTHS = { SCALAR: 1, VEC3: 3, VEC4: 4, MAT4: 16 };

/** A check that is called with the number of an accessor's elements, before memory is allocated for them. It may throw. */
type CheckCount = (count: number) => void;

export class Accessors {
  readonly list: readonly JsonValue[];
  readonly #views: BufferViews;

  constructor(json: JsonValue, views: BufferViews) {
    this.list = json.list('accessors');
    this.#views = views;
  }

  /** Reads the elements of the accessor with an index. Throws unless the accessor has the given type. */
  async read(index: JsonValue, type: keyof typeof WIDTHS): Promise<Elements> {
    const accessor = index.elementOf(this.list);
    accessor.required('type').oneOf([type]);
    const component = componentOf(accessor);
    const width = WIDTHS[type];
    const count = accessor.required('count').integer(0);
    const zeros: ElementAt = () => new Array<number>(width).fill(0);
    const areStored = accessor.optional('bufferView') !== undefined;
    const base = areStored ? await this.#readElements(accessor, count, component, width) : zeros;
    const sparse = accessor.optional('sparse');
    const at = sparse === undefined ? base : await this.#readSparse(sparse, base, count, component, width);
    return {
      count,
      areStored,
      at: (element) => {
        const numbers = at(element);
        if (numbers.every(Number.isFinite)) return numbers;
        throw new InputError(`element ${element} of ${accessor.name} is ${numbers.join()}, expected finite numbers`);
      },
    };
  }

  /** Returns all numbers of an accessor in one array: float32 if it holds all of them exactly, else float64. */
  async readNumbers(
    index: JsonValue,
    type: keyof typeof WIDTHS,
    checkCount: CheckCount,
  ): Promise<Float32Array | Float64Array> {
    const accessor = index.elementOf(this.list);
    accessor.required('type').oneOf([type]);
    const component = componentOf(accessor);
    const width = WIDTHS[type];
    const create = (length: number) => (component.isFloat32 ? new Float32Array(length) : new Float64Array(length));
    const numbers = await this.#fill(accessor, create, component, width, checkCount);
    const bad = numbers.findIndex((number) => !Number.isFinite(number));
    if (bad < 0) return numbers;
    const element = Math.floor(bad / width);
    const shown = numbers.subarray(width * element, width * (element + 1)).join();
    throw new InputError(`element ${element} of ${accessor.name} is ${shown}, expected finite numbers`);
  }

  /** Returns all numbers of an accessor of vertex indices. */
  async readIndices(index: JsonValue, checkCount: CheckCount): Promise<Uint32Array> {
    const accessor = index.elementOf(this.list);
    accessor.required('type').oneOf(['SCALAR']);
    return await this.#fill(accessor, (length) => new Uint32Array(length), indexComponentOf(accessor), 1, checkCount);
  }

  async #fill<Numbers extends Float32Array | Float64Array | Uint32Array>(
    accessor: JsonValue,
    create: (length: number) => Numbers,
    component: Component,
    width: number,
    checkCount: CheckCount,
  ): Promise<Numbers> {
    const { byteLength, read, decode } = component;
    const count = accessor.required('count').integer(0);
    const stored = accessor.optional('bufferView') && (await this.#views.read(accessor, count, width * byteLength));
    const sparse = accessor.optional('sparse');
    const replaced = sparse && (await this.#readReplaced(sparse, count, component, width));
    checkCount(count);
    const numbers = create(width * count);
    if (stored !== undefined) {
      const { bytes, stride } = stored;
      for (let element = 0, to = 0; element < count; element++) {
        for (let at = 0; at < width; at++) numbers[to++] = decode(read(bytes, stride * element + byteLength * at));
      }
    }
    if (replaced !== undefined) {
      const { indices, valueAt } = replaced;
      indices.forEach((element, place) => {
        numbers.set(valueAt(place), width * element);
      });
    }
    return numbers;
  }

  async #readElements(place: JsonValue, count: number, component: Component, width: number): Promise<ElementAt> {
    const { byteLength, read, decode } = component;
    const { bytes, stride } = await this.#views.read(place, count, width * byteLength);
    return (index) => Array.from({ length: width }, (_, at) => decode(read(bytes, stride * index + byteLength * at)));
  }

  /** Returns the elements of a sparse accessor: those of `base`, some of which the sparse accessor replaces. */
  async #readSparse(
    sparse: JsonValue,
    base: ElementAt,
    count: number,
    component: Component,
    width: number,
  ): Promise<ElementAt> {
    const { indices, valueAt } = await this.#readReplaced(sparse, count, component, width);
    return (index) => {
      const place = placeOf(index, indices);
      return place === null ? base(index) : valueAt(place);
    };
  }

  /** Returns the indices of the elements that a sparse accessor replaces, in increasing order, and their replacements. */
  async #readReplaced(
    sparse: JsonValue,
    count: number,
    component: Component,
    width: number,
  ): Promise<{ indices: Uint32Array; valueAt: ElementAt }> {
    const places = sparse.required('indices');
    const size = sparse.required('count').integer(0, count);
    const indexAt = await this.#readElements(places, size, indexComponentOf(places), 1);
    const valueAt = await this.#readElements(sparse.required('values'), size, component, width);
    const indices = new Uint32Array(size);
    let last = -1;
    for (let place = 0; place < size; place++) {
      const [index] = indexAt(place);
      if (index <= last || index >= count) {
        throw new InputError(
          `${places.name} must increase and be less than ${count}, but element ${place} is ${index}`,
        );
      }
      indices[place] = index;
      last = index;
    }
    return { indices, valueAt };
  }
}

/** Returns the index of a number in an increasing list, or null. It is a binary search, as a Map holds at most 2^24 entries. */
function placeOf(number: number, numbers: Uint32Array): number | null {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle] < number) low = middle + 1;
    else high = middle;
  }
  return numbers[low] === number ? low : null;
}

/** How a number is read from the bytes of a glTF. */
interface Stored {
  byteLength: number;
  read: (bytes: DataView, at: number) => number;
}

/** How an accessor of a glTF stores its numbers. */
export interface Component extends Stored {
  /** Whether float32 holds exactly every number that the accessor may represent. */
  isFloat32: boolean;
  /** Returns the number that a stored number represents: a normalized integer represents a fraction, others themselves. */
  decode: (stored: number) => number;
}

interface ComponentType extends Stored {
  /** The integer that represents 1 if the numbers are normalized. Null if numbers of this type cannot be normalized. */
  one: number | null;
}

/** How numbers are stored, by the code that `componentType` of a glTF accessor has. */
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
/** The codes of `componentType` that the indices of a glTF may have. */
const INDEX_CODES = [5121, 5123, UINT32];

/** Returns how a glTF accessor stores its numbers. */
export function componentOf(accessor: JsonValue): Component {
  const componentType = accessor.required('componentType');
  const code = componentType.oneOf(CODES);
  const { byteLength, read, one } = COMPONENT_TYPES[code];
  const normalized = accessor.optional('normalized');
  if (normalized?.boolean() !== true) return { byteLength, read, decode: asStored, isFloat32: code !== UINT32 };
  if (one === null) throw new InputError(`${normalized.toString()}, which ${componentType.toString()} cannot be`);
  return { byteLength, read, decode: (stored) => Math.max(stored / one, -1), isFloat32: false };
}

/** Returns how the indices of a sparse accessor or of triangles are stored. */
export function indexComponentOf(indices: JsonValue): Component {
  const code = indices.required('componentType').oneOf(INDEX_CODES);
  const { byteLength, read } = COMPONENT_TYPES[code];
  return { byteLength, read, decode: asStored, isFloat32: code !== UINT32 };
}

function asStored(stored: number): number {
  return stored;
}
