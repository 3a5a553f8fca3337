import { createRayBuffer } from '../../primitives/flat/rayBuffer';
import { buildSah } from '../build/buildSah';
import { changeOperations } from '../change/changeOperations';
import { fileOperations } from '../file/fileOperations';
import { HeapMemory, type Memory } from '../memory/memory';
import { triangleOperations } from '../meshes/triangleOperations';
import { queries } from '../query/queries';
import type { Backend } from './backend';

/** All operations in JavaScript. */
export function createJsBackend(memory: Memory = new HeapMemory()): Backend {
  return {
    name: 'js',
    memory,
    rayHolder: { ray: createRayBuffer() },
    build: buildSah,
    triangles: triangleOperations,
    ...queries,
    ...changeOperations,
    ...fileOperations,
  };
}
