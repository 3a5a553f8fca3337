import type { RayHolder } from '../../primitives/flat/rayBuffer';
import type { Build } from '../build/buildSteps';
import type { ChangeOperations } from '../change/changeOperations';
import type { FileOperations } from '../file/fileOperations';
import type { Memory } from '../memory/memory';
import type { TriangleOperations } from '../meshes/triangleOperations';
import type { Queries } from '../query/queries';

/**
 * The operations that exist twice: in JavaScript and in WebAssembly, over the same bytes. Which one runs changes the
 * time and nothing else.
 */
export interface Backend extends Queries, ChangeOperations, FileOperations {
  readonly name: 'js' | 'wasm';
  /** The memory in which the boxes and trees must be. */
  readonly memory: Memory;
  readonly build: Build;
  readonly triangles: TriangleOperations;
  /** Has a ray that need not be copied to be cast. Only queries of rays change it. */
  readonly rayHolder: RayHolder;
}
