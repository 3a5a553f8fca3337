import type { RayHolder } from '../../primitives/flat/rayBuffer';
import type { Build } from '../build/buildSteps';
import type { ChangeOperations } from '../change/changeOperations';
import type { FileOperations } from '../file/fileOperations';
import type { Memory } from '../memory/memory';
import type { TriangleOperations } from '../meshes/triangleOperations';
import type { Queries } from '../query/queries';

/**
 * The operations that exist twice: in JavaScript and in WebAssembly, on the same bytes. Both give the same answers, at
 * different speeds. `createBackend` in createBackend.ts chooses one for a scene.
 */
export interface Backend extends Queries, ChangeOperations, FileOperations {
  readonly name: 'js' | 'wasm';
  /** The memory of the boxes and trees. */
  readonly memory: Memory;
  readonly build: Build;
  readonly triangles: TriangleOperations;
  /** Holds a ray in the memory of the backend. Queries cast this ray without a copy. Only ray queries change it. */
  readonly rayHolder: RayHolder;
}
