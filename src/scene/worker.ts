import { exposeTasks } from '../threads/channel';
import { BuildHelper } from '../bvh/parallel/buildHelper';
import { BoxScene } from './boxScene';
import { batchQueryOf } from './batches/batchQueries';
import { placeMeshes } from './arguments/buildMeshes';
import { INTERNALS } from './internals';
import { castRun, SharedTiles } from './batches/castRun';
import type { ScenePair, WorkerTasks } from './threads/workerTasks';
import { transfer } from 'comlink';

/** The script that runs in this package's threads. */

/** The shares of a build that are done when all boxes are sorted, and when the built tree only has to be written. */
const SORTED = 0.5;
const COMMITTED = 0.85;

let attached: BoxScene | null = null;
let tiles: ScenePair<BoxScene> | null = null;
let built: BoxScene | null = null;
let joined: BuildHelper | null = null;

function helper(): BuildHelper {
  if (joined === null) throw new Error('a thread must join a build before it helps');
  return joined;
}

const tasks: WorkerTasks = {
  attach: (handle, version, backend) => {
    attached = BoxScene.attach(handle, { backend });
    attached[INTERNALS].showVersion(version);
  },

  attachTiles: (handles, versions, backend) => {
    const resident = BoxScene.attach(handles.resident, { backend });
    const index = BoxScene.attach(handles.index, { backend });
    resident[INTERNALS].showVersion(versions.resident);
    index[INTERNALS].showVersion(versions.index);
    tiles = { resident, index };
  },

  detach: () => {
    attached?.detach();
    attached = null;
    tiles?.resident.detach();
    tiles?.index.detach();
    tiles = null;
  },

  answer: (name, version, numbers, settings) => {
    if (attached === null) throw new Error('a thread must be attached before it answers');
    attached[INTERNALS].showVersion(version);
    const columns = batchQueryOf(name).answer(attached[INTERNALS], numbers, settings);
    return transfer(
      columns,
      columns.map(({ buffer }) => buffer),
    );
  },

  castRun: (versions, rays, last, settings) => {
    if (tiles === null) throw new Error('a thread must be attached to tiles before it casts rays at them');
    const { resident, index } = tiles;
    resident[INTERNALS].showVersion(versions.resident);
    if (versions.index !== null) index[INTERNALS].showVersion(versions.index);
    const shared = new SharedTiles(resident[INTERNALS], versions.index === null ? null : index[INTERNALS], settings);
    const answer = castRun(shared, { rays, last });
    return transfer(
      answer,
      Object.values(answer).map(({ buffer }: ArrayBufferView) => buffer as ArrayBuffer),
    );
  },

  beginBuild: (backend) => {
    // WebAssembly and JavaScript build the same tree, so a thread without WebAssembly builds in JavaScript.
    built = new BoxScene({ backend: backend === 'js' ? 'js' : 'auto' });
  },

  addBoxes: (boxes, mask) => {
    built?.addAabbs(boxes, mask);
  },

  addMeshes: (meshes) => {
    if (built !== null) placeMeshes(built, meshes);
  },

  build: (onProgress) => {
    if (built === null) throw new Error('a thread must begin a build before it builds');
    const { size } = built;
    built[INTERNALS].currentTree((boxes) => {
      onProgress((boxes / size) * SORTED);
    });
    onProgress(COMMITTED);
    const bytes = built.serialize();
    return transfer(bytes, [bytes.buffer]);
  },

  joinBuild: (site) => {
    joined = new BuildHelper(site);
  },

  measure: (record) => helper().measure(record),
  writeReferences: (record, firstId, endId) => {
    helper().writeReferences(record, firstId, endId);
  },
  sort: (onProgress) => {
    helper().sort(onProgress);
  },
  plan: () => helper().plan(),
  makeUpper: (record) => {
    helper().makeUpper(record);
  },
  makeSubtrees: (record, onProgress) => {
    helper().makeSubtrees(record, onProgress);
  },
  fitUpper: () => {
    helper().fitUpper();
  },
};

exposeTasks(tasks);
