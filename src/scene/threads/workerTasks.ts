import type { BuildHelper } from '../../bvh/parallel/buildHelper';
import type { BuildSite } from '../../bvh/parallel/buildSite';
import type { Backend } from '../arguments/boxSceneOptions';
import type { FloatArray } from '../arguments/floatArray';
import type { BatchQueryName, Column } from './batchQueries';
import type { BuildMesh } from '../arguments/buildMeshes';
import type { SceneHandle } from './sceneHandle';
import type { LastTiles, TileRunAnswer, TileRunOptions } from '../tiles/castRun';

/** A pair of things: for the scene of the tiles in memory, and for the scene with a box for each absent tile. */
export interface ScenePair<Thing, IndexThing = Thing> {
  readonly resident: Thing;
  readonly index: IndexThing;
}

/**
 * The tasks of this package's threads. A thread attaches to a scene, builds one, or helps to build one. They are functions,
 * as comlink needs.
 */
export interface WorkerTasks extends Pick<BuildHelper, keyof BuildHelper> {
  /** Opens a shared scene for {@link answer}. The version must be pinned during the call: the thread itself holds none. */
  attach: (handle: SceneHandle, version: number, backend: Backend) => void;
  /** Opens the tiles in memory for {@link castRun}, and the index of the others. Both versions must be pinned. */
  attachTiles: (handles: ScenePair<SceneHandle>, versions: ScenePair<number>, backend: Backend) => void;
  /** Frees the memory that the scene holds for this thread. The end of a thread alone does not free it. */
  detach: () => void;
  /** Answers a batch query from a pinned version of the scene. */
  answer: (name: BatchQueryName, version: number, numbers: FloatArray, options: object) => Column[];
  /** Casts rays at the tiles in memory. The version of the index is null if no tile is absent. See castRun. */
  castRun: (
    versions: ScenePair<number, number | null>,
    rays: FloatArray,
    last: LastTiles | null,
    options: TileRunOptions,
  ) => TileRunAnswer;
  /** Begins a build: {@link addBoxes}, {@link addMeshes} and {@link build} follow. */
  beginBuild: (backend: Backend) => void;
  addBoxes: (boxes: FloatArray, mask: number) => void;
  addMeshes: (meshes: readonly BuildMesh[]) => void;
  /** Builds the scene, and returns it as bytes. */
  build: (onProgress: (done: number) => void) => Uint8Array<ArrayBuffer>;
  /** Joins a build that threads do together. The steps of BuildHelper follow. */
  joinBuild: (site: BuildSite) => void;
}
