import { show } from '../../primitives/check';
import { hasLostElements, isSharedBuffer, typedArrayName, viewOn } from './bufferView';
import { checkVertexNumbers } from './checkNumbers';
import { arrayRemedy, type FloatArray, readFloatArray } from './floatArray';

/** The triangles of a mesh: the numbers of three vertices for each triangle. See {@link BoxScene.addMesh}. */
export type IndexArray = Uint16Array | Uint32Array;

/** The checked coordinates of a mesh's vertices. */
export interface Vertices {
  readonly positions: FloatArray;
  /** Whether all coordinates of the vertices are smaller than SAFE_SIZE: see primitives/shapes/matrix4.ts. */
  readonly areSafe: boolean;
}

/** The checked vertices and triangles of a mesh. */
export interface MeshNumbers extends Vertices {
  /** The vertices of the triangles. Null if every three vertices, in their order, are a triangle. */
  readonly index: IndexArray | null;
}

/**
 * Reads and checks the vertices and triangles of a mesh. No other thread can change the result.
 *
 * @param of the prefix of the arguments' names in errors, such as `options.meshes[0].`.
 */
export function readMesh(positions: FloatArray, index: IndexArray | undefined, of = ''): MeshNumbers {
  const triangles = index === undefined ? null : readIndexArray(`${of}index`, index);
  const vertices = readVertices(positions, `${of}positions`);
  const count = vertices.positions.length / 3;
  if (triangles === null && count % 3 !== 0) {
    throw new RangeError(
      `${of}positions must hold three vertices per triangle if there is no index, got ${count} vertices`,
    );
  }
  if ((triangles ?? vertices.positions).length === 0) {
    throw new RangeError(
      `${of}${triangles === null ? 'positions' : 'index'} must hold at least one triangle, got none`,
    );
  }
  if (triangles !== null) checkIndex(`${of}index`, triangles, count);
  return { ...vertices, index: triangles };
}

/** Reads and checks the vertices of a mesh. */
export function readVertices(positions: FloatArray, name = 'positions'): Vertices {
  const numbers = readFloatArray(name, positions, 3, 'vertex');
  return { positions: numbers, areSafe: checkVertexNumbers(name, numbers) };
}

function readIndexArray(name: string, index: IndexArray): IndexArray {
  const view = viewIndexArray(name, index);
  return isSharedBuffer(view.buffer) ? view.slice() : view;
}

/** Checks the index of a mesh, which has three vertices per triangle. Returns a new view of the index. */
function viewIndexArray(name: string, index: IndexArray): IndexArray {
  const type = typedArrayName(index);
  if (type !== 'Uint16Array' && type !== 'Uint32Array') {
    const remedy = arrayRemedy(name, 'Uint32Array', index);
    throw new TypeError(`${name} must be a Uint16Array or a Uint32Array, got ${show(index)}${remedy}`);
  }
  if (hasLostElements(index)) throw new TypeError(`${name} must have its numbers, but its buffer was transferred`);
  const view = type === 'Uint16Array' ? viewOn(Uint16Array, index) : viewOn(Uint32Array, index);
  if (view.length % 3 !== 0) {
    throw new RangeError(`${name} must hold 3 vertices per triangle, got ${view.length} in all`);
  }
  return view;
}

function checkIndex(name: string, index: IndexArray, vertices: number): void {
  for (let i = 0; i < index.length; i++) {
    if (index[i] < vertices) continue;
    throw new RangeError(
      `${name}[${i}] (triangle ${Math.floor(i / 3)}) must be a vertex, less than ${vertices}, got ${index[i]}`,
    );
  }
}
