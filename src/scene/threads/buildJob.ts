import type { UnbuiltTree } from '../../bvh/parallel/parallelBuild';
import type { Tree } from '../../bvh/tree/tree';
import type { Backend, BoxSceneOptions } from '../arguments/boxSceneOptions';
import type { FloatArray } from '../arguments/floatArray';
import type { BuildMesh } from '../arguments/buildMeshes';
import type { LongWork } from './longWork';

/** The checked arguments of `BoxScene.buildAsync`. */
export interface BuildJob {
  /** A view of the boxes. The caller, or another thread, may still change them. */
  readonly boxes: FloatArray;
  /** The number of numbers. The view has none if its buffer is transferred. */
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
  /** Returns the backend of a scene with these options. Throws if that backend is not available. */
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
