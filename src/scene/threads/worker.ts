import { exposeTasks } from '../../threads/exposeTasks';
import { BoxScene } from '../boxScene';
import { batchQueries } from './batchQueries';
import type { WorkerTasks } from './workerTasks';
import { transfer } from 'comlink';

/** The script of this package's threads. */

/** What part of a build is done when all boxes have been sorted, and when the tree is there, which is to be written then. */
const SORTED = 0.5;
const COMMITTED = 0.85;

let attached: BoxScene | null = null;
let built: BoxScene | null = null;

const tasks: WorkerTasks = {
  attach: (handle, version, backend) => {
    attached = BoxScene.attach(handle, { backend });
    attached.showVersion(version);
  },

  detach: () => {
    attached?.detach();
    attached = null;
  },

  answer: (name, version, numbers, options) => {
    if (attached === null) throw new Error('a thread must be attached before it is asked');
    attached.showVersion(version);
    const columns = batchQueries[name].ask(attached, numbers, options);
    return transfer(
      columns,
      columns.map(({ buffer }) => buffer),
    );
  },

  beginBuild: (backend) => {
    // The tree is the same on either: where a thread may not have WebAssembly, JavaScript will do.
    built = new BoxScene({ backend: backend === 'js' ? 'js' : 'auto' });
  },

  addBoxes: (boxes, mask) => {
    built?.addAabbs(boxes, mask);
  },

  build: (onProgress) => {
    if (built === null) throw new Error('a thread must begin a scene before it builds it');
    const { size } = built;
    built.committedTree((boxes) => {
      onProgress((boxes / size) * SORTED);
    });
    onProgress(COMMITTED);
    const bytes = new Uint8Array(built.serialize());
    return transfer(bytes, [bytes.buffer]);
  },
};

exposeTasks(tasks);
