import { applyChanges } from './applyChanges';
import type { Backend } from './backend';
import { buildSah } from './buildSah';
import { cullByPlanes } from './cullByPlanes';
import { HeapPiece } from './heapPiece';
import { HeapMemory, type Memory } from './memory';
import { optimize } from './optimize';
import { nearest } from './nearest';
import { overlap } from './overlap';
import { pairs } from './pairs';
import { raycast } from './raycast';
import { raycastAny } from './raycastAny';
import { raycastMany } from './raycastMany';
import { readMatrices } from './readMatrices';
import { refit, refitChanged } from './refit';
import { splitByPlane } from './splitByPlane';
import type { Tree } from './tree';
import { TreeCheck } from './treeCheck';

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
