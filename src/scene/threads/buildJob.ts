import type { UnbuiltTree } from '../../bvh/parallel/parallelBuild';
import type { Tree } from '../../bvh/tree/tree';
import { AABB_STRIDE } from '../../primitives/flat/boxLayout';
import type { Thread } from '../../threads/thread';
import type { Backend, BoxSceneOptions } from '../arguments/boxSceneOptions';
import { checkBoxNumbers } from '../arguments/checkNumbers';
import { copyNumbers, type FloatArray } from '../arguments/floatArray';
import type { BuildMesh } from '../arguments/buildMeshes';
import type { LongWork } from './longWork';
import type { WorkerTasks } from './workerTasks';

/** What `BoxScene.buildAsync` was asked for. */
export interface BuildJob {
  /** A view of the boxes. The caller, or another thread, may still change them. */
  readonly boxes: FloatArray;
  /** How many numbers there are. The view has none if its buffer is transferred. */
  readonly length: number;
  readonly mask: number;
  readonly meshes: readonly BuildMesh[];
  readonly backend: Backend;
  readonly options: Required<BoxSceneOptions>;
  readonly threads: number | undefined;
  readonly workerUrl: string | undefined;
  readonly work: LongWork;
}

/** Makes scenes. The class itself cannot be imported here, as it imports this file. */
export interface SceneMaker<Scene> {
  /** The backend of a scene with these options. Throws if what they ask for is not available. */
  backendOf(options: BoxSceneOptions): Backend;
  build(boxes: FloatArray, mask: number, meshes: readonly BuildMesh[], options: BoxSceneOptions): Scene;
  /** Reads the bytes of a scene that a thread of this package has built. */
  read(bytes: AsyncIterable<Uint8Array>, options: BoxSceneOptions): Promise<Scene>;
  /** Makes a scene without boxes that threads can build together. Null if they cannot share its memory. */
  begin(options: Required<BoxSceneOptions>): BegunScene<Scene> | null;
}

/** A scene that threads build together. Nothing else may change it meanwhile. */
export interface BegunScene<Scene> extends UnbuiltTree {
  /** The scene, with this tree. */
  finish(tree: Tree): Scene;
}

/** A build in threads. */
export interface ThreadedBuild<Scene> {
  /** Makes the first call to a thread. Rejects if the thread cannot be started. */
  join(thread: Thread<WorkerTasks>, index: number): Promise<void>;
  /** Does the rest when all threads have joined. */
  finish(threads: readonly Thread<WorkerTasks>[]): Promise<Scene>;
}

/** How many numbers are checked and copied before other work may have its turn: a few milliseconds. */
export const NUMBERS_AT_ONCE = 65_536 * AABB_STRIDE;

/** Copies of the boxes, part by part. They are well formed: otherwise it throws what `addAabbs` would throw. */
export function* partsOf({
  boxes,
  length,
}: BuildJob): Generator<Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>> {
  for (let from = 0; from < length; from += NUMBERS_AT_ONCE) {
    const part = copyNumbers('boxes', boxes, from, Math.min(from + NUMBERS_AT_ONCE, length));
    checkBoxNumbers('boxes', part, from);
    yield part;
  }
}

/** The part of the work that is done when the threads have all boxes. */
export const SENT = 0.1;
