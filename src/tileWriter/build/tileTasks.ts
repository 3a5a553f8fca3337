import { transfer } from 'comlink';
import type { TileJob } from '../jobs/tileJobs';
import { type BuiltTile, TileBuilder, type BuildContext } from './tileBuilder';

/** Returns the functions of a thread that builds the tiles of a file. */
export function tileTasks() {
  let builder: TileBuilder | null = null;

  return {
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
}

export type TileTasks = ReturnType<typeof tileTasks>;
