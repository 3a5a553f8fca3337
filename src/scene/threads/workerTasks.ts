import type { BuildHelper } from '../../bvh/parallel/buildHelper';
import type { BuildSite } from '../../bvh/parallel/buildSite';
import type { Backend } from '../arguments/boxSceneOptions';
import type { FloatArray } from '../arguments/floatArray';
import type { BatchQueryName, Column } from '../batches/batchQueries';
import type { ManyRaysSettings } from '../arguments/raycastOptions';
import type { BuildMesh } from '../arguments/buildMeshes';
import type { SceneHandle } from '../sharing/sceneHandle';
import type { LastTiles, TileRunAnswer } from '../batches/castRun';

/** Two values: for the scene of the tiles in memory, and for the index, a scene with a box for each tile. */
export interface ScenePair<Thing, IndexThing = Thing> {
  readonly resident: Thing;
  readonly index: IndexThing;
}

/**
 * The tasks of this package's threads. A thread attaches to a scene, builds a scene, or helps to build one. The tasks
 * are functions, as comlink needs.
 */
export interface WorkerTasks extends Pick<BuildHelper, keyof BuildHelper> {
  /** Opens a shared scene for {@link answer}. The caller must pin the version, because the thread itself pins none. */
  attach: (handle: SceneHandle, version: number, backend: Backend) => void;
  /** Opens the scene of tiles in memory and the index of tiles for {@link castRun}. Both versions must be pinned. */
  attachTiles: (handles: ScenePair<SceneHandle>, versions: ScenePair<number>, backend: Backend) => void;
  /** Frees the memory that shared scenes hold for this thread. The end of the thread alone does not free the memory. */
  detach: () => void;
  /** Answers a batch query from a pinned version of the scene. */
  answer: (name: BatchQueryName, version: number, numbers: FloatArray, settings: object) => Column[];
  /** Casts rays at the tiles in memory. The version of the index is null if no tile is absent. See castRun. */
  castRun: (
    versions: ScenePair<number, number | null>,
    rays: FloatArray,
    last: LastTiles | null,
    settings: ManyRaysSettings,
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
