import { microseconds, milliseconds, timesAsFast } from './words';
import type { Reading, Templates } from './measured';
import { allOf } from './tables';

const columns = ['incoherent, Mray/s', 'coherent, Mray/s'];
const THREADS = 'threads';

/** Threads, sharing, files and tiles. */
export const threads: Templates = {
  threads: ({ here }) => allOf(here(THREADS)),
  'threads-on-four-cores': ({ elsewhere }) => allOf(elsewhere(THREADS)),
  'threads-lead': ({ elsewhere }) => timesAsFast(...leadsOfFour(elsewhere(THREADS))),
  'threads-blocks': ({ elsewhere }) => milliseconds(elsewhere(THREADS).median('a pool of 4 threads', 'blocks for, ms')),
  'threads-build': ({ here }) => allOf(here('threads build')),
  file: ({ here }) => allOf(here('file 1000000')),
  'file-lead': ({ here }) => timesAsFast(here('file 1000000').median('slabtree', 'build / deserialize')),
  'file-lead-js': ({ here }) => timesAsFast(here('file 1000000').median('slabtree, js', 'build / deserialize')),
  'shared-commit': ({ elsewhere }) => milliseconds(elsewhere('shared commit').median('shared', 'ms')),
  'tiles-in-memory': ({ elsewhere }) => allOf(elsewhere('tiles in memory')),
  'tiles-in-memory-more': ({ elsewhere }) => {
    const reading = elsewhere('tiles in memory');
    const more = ['raycast', 'nearest'].flatMap((query) =>
      reading.stored.rows.map(
        ({ contender }) =>
          reading.median(contender, `${query}, tiles, us`) - reading.median(contender, `${query}, one scene, us`),
      ),
    );
    return microseconds(...more);
  },
};

function leadsOfFour(reading: Reading): number[] {
  return columns.map((column) => reading.lead('a pool of 4 threads', 'raycastMany', column));
}
