import { milliseconds, timesAsFast } from './words';
import type { Reading, Templates } from './measured';
import { allOf } from './tables';

const columns = ['incoherent, Mray/s', 'coherent, Mray/s'];
const THREADS = 'threads';

/** Threads and files. */
export const threads: Templates = {
  threads: ({ here }) => allOf(here(THREADS)),
  'threads-on-four-cores': ({ elsewhere }) => allOf(elsewhere(THREADS)),
  'threads-lead': ({ elsewhere }) => timesAsFast(...leadsOfFour(elsewhere(THREADS))),
  'threads-blocks': ({ elsewhere }) => milliseconds(elsewhere(THREADS).median('a pool of 4 threads', 'blocks for, ms')),
  'threads-build': ({ here }) => allOf(here('threads build')),
  file: ({ here }) => allOf(here('file 1000000')),
  'file-lead': ({ here }) => timesAsFast(here('file 1000000').median('slabtree', 'build / deserialize')),
  'file-lead-js': ({ here }) => timesAsFast(here('file 1000000').median('slabtree, js', 'build / deserialize')),
};

function leadsOfFour(reading: Reading): number[] {
  return columns.map((column) => reading.lead('a pool of 4 threads', 'raycastMany', column));
}
