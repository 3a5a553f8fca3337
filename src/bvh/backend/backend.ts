import type { RayHolder } from '../../primitives/flat/rayBuffer';
import type { Build } from '../build/buildSteps';
import type { ChangeOperations } from '../change/changeOperations';
import type { FileOperations } from '../file/fileOperations';
import type { Memory } from '../memory/memory';
import type { TriangleOperations } from '../meshes/triangleOperations';
import type { Queries } from '../query/queries';

/**
 * The operations on boxes and trees that exist in JavaScript and in WebAssembly, on the same bytes. Both return the
 * same results, at different speeds. `createBackend` in createBackend.ts chooses a backend for a scene.
 *
 * Ray queries are in kernelRays.ts and, in JavaScript, in query/raycast.ts. Other queries of the kernel are in
 * kernelQueries.ts.
 */
export interface Backend extends Queries, ChangeOperations, FileOperations {
  readonly name: 'js' | 'wasm';
  /** The memory in which the backend stores boxes and trees. */
  readonly memory: Memory;
  readonly build: Build;
  readonly triangles: TriangleOperations;
  /** Holds a ray in the backend's memory, which ray queries cast without a copy. Other queries do not change it. */
  readonly rayHolder: RayHolder;
}
