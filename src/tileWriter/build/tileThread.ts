import { transfer } from 'comlink';
import { exposeTasks } from '../../threads/channel';
import type { TileJob } from '../jobs/tileJobs';
import { type BuiltTile, TileBuilder, type BuildContext } from './tileBuilder';

/** The script of the threads that build the tiles of a file. */

let builder: TileBuilder | null = null;

const tasks = {
  begin: (context: BuildContext): void => {
    builder = new TileBuilder(context);
  },

  build: (job: TileJob): BuiltTile[] => {
    if (builder === null) throw new Error('a thread must call begin before it builds tiles');
    const tiles = builder.build(job);
    return transfer(
      tiles,
      tiles.map(({ bytes }) => bytes.buffer),
    );
  },
};

export type TileTasks = typeof tasks;

exposeTasks(tasks);
