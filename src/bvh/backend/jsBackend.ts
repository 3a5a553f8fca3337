import { readMatrices } from '../boxes/readMatrices';
import { buildSah } from '../build/buildSah';
import { applyChanges } from '../change/applyChanges';
import { optimize } from '../change/optimize';
import { refit, refitChanged } from '../change/refit';
import { HeapPiece } from '../file/heapPiece';
import { TreeCheck } from '../file/treeCheck';
import { HeapMemory, type Memory } from '../memory/memory';
import { cullByPlanes } from '../query/cullByPlanes';
import { nearest } from '../query/nearest';
import { overlap } from '../query/overlap';
import { pairs } from '../query/pairs';
import { raycast } from '../query/raycast';
import { raycastAny } from '../query/raycastAny';
import { raycastMany } from '../query/raycastMany';
import { splitByPlane } from '../query/splitByPlane';
import type { Tree } from '../tree/tree';
import type { Backend } from './backend';

/** All operations in JavaScript. */
export class JsBackend implements Backend {
  readonly name = 'js';
  readonly memory: Memory;
  readonly readMatrices = readMatrices;
  readonly createFilePiece = (byteLength: number): HeapPiece => new HeapPiece(byteLength);
  readonly checkTree = (tree: Tree): TreeCheck => new TreeCheck(tree);
  readonly build = buildSah;
  readonly refit = refit;
  readonly refitChanged = refitChanged;
  readonly applyChanges = applyChanges;
  readonly optimize = optimize;
  readonly raycast = raycast;
  readonly raycastAny = raycastAny;
  readonly nearest = nearest;
  readonly splitByPlane = splitByPlane;
  readonly cullByPlanes = cullByPlanes;
  readonly overlap = overlap;
  readonly pairs = pairs;
  readonly raycastMany = raycastMany;

  constructor(memory: Memory = new HeapMemory()) {
    this.memory = memory;
  }
}
