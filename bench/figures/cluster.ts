import type { Measured, Templates } from './measured';
import { allOf, cell, table } from './tables';
import { milliseconds, round } from './words';

const BLOCK = 65_536;
const parts = { 'a worker': 'a worker, in all', 'the caller': 'the caller, in all', Redis: 'Redis, in all' };

/** What a cast on a cluster costs, by `npm run bench:cluster`. */
export const cluster: Templates = {
  'cluster-parts': ({ elsewhere }) => {
    const reading = elsewhere('cluster parts');
    return table(
      [
        [`a block of ${BLOCK.toLocaleString('en')} rays`, 'ms of processor time'],
        ...Object.entries(parts).map(([part, contender]) => [part, cell(reading.median(contender, 'ms'))]),
      ],
      reading,
    );
  },
  'cluster-two-workers': ({ elsewhere }) =>
    `${round(elsewhere('cluster').lead('two workers', 'one worker', 'Mray/s'))} times`,
  'cluster-worker-block': (measured) => milliseconds(timeOf(measured, 'a worker')),
  'cluster-caller-block': (measured) => milliseconds(timeOf(measured, 'the caller')),
  'cluster-redis-block': (measured) => milliseconds(timeOf(measured, 'Redis')),
  'cluster-caller-and-redis-block': (measured) =>
    milliseconds(timeOf(measured, 'the caller') + timeOf(measured, 'Redis')),
  /** A caller can prepare as many blocks as workers cast meanwhile. */
  'cluster-workers-a-caller': (measured) =>
    `${Math.floor(timeOf(measured, 'a worker') / timeOf(measured, 'the caller'))} worker threads`,
  'cluster-rays-a-redis': (measured) => `${round(BLOCK / timeOf(measured, 'Redis') / 1000)} million rays a second`,
  'cluster-csv': ({ elsewhere }) => allOf(elsewhere('cluster csv')),
};

function timeOf({ elsewhere }: Measured, part: keyof typeof parts): number {
  return elsewhere('cluster parts').median(parts[part], 'ms');
}
