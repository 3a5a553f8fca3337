import type { Reading, Templates } from './measured';
import { allOf, cell, table } from './tables';
import { milliseconds, range, timesAsFast } from './words';

/** What only a browser, another machine or a program beside `npm run bench` can measure: bench/elsewhere.json. */
export const elsewhereOnly: Templates = {
  'embree-boxes': ({ elsewhere }) => allOf(elsewhere('embree boxes')),
  'embree-meshes': ({ elsewhere }) => allOf(elsewhere('embree meshes')),
  'embree-ratio': ({ elsewhere }) => range(allMedians(elsewhere('embree boxes'))),
  'embree-threads': ({ elsewhere }) => range(allMedians(elsewhere('embree threads'))),

  'react-events': ({ elsewhere }) => {
    const reading = elsewhere('react events');
    const setups = ['react-three-fiber alone', 'the same, again', '<IndexedEvents>', 'moves={false}'];
    return table(
      [
        [
          'ms, over objects / over nothing',
          'react-three-fiber alone',
          'the same, again',
          '`<IndexedEvents>`',
          'with `moves={false}`',
        ],
        ...reading.stored.rows.map(({ contender }) => [
          contender,
          ...setups.map((setup) => cell(...overBoth(reading, contender, setup)).replace(', ', ' / ')),
        ]),
      ],
      reading,
    );
  },
  'react-events-lead': ({ elsewhere }) => timesAsFast(...eventLeads(elsewhere('react events'), '5,000 objects')),
  'react-events-lead-many': ({ elsewhere }) => timesAsFast(...eventLeads(elsewhere('react events'), '20,000 objects')),

  'framework-events': ({ elsewhere }) => allOf(elsewhere('framework events')),
  'framework-events-lead': ({ elsewhere }) => {
    const reading = elsewhere('framework events');
    return timesAsFast(
      ...['over meshes', 'over nothing'].flatMap((where) =>
        reading.stored.rows.map(
          ({ contender }) =>
            reading.median(contender, `${where}, ms`) / reading.median(contender, `${where}, with the index, ms`),
        ),
      ),
    );
  },
  'framework-updates': ({ elsewhere }) => {
    const reading = elsewhere('framework events');
    return milliseconds(...reading.stored.rows.map(({ contender }) => reading.median(contender, 'update, ms a frame')));
  },

  'three-from-async': ({ elsewhere }) => allOf(elsewhere('three fromAsync')),
  'three-raycast-many': ({ elsewhere }) => allOf(elsewhere('three raycastMany')),
};

function allMedians({ stored }: Reading): number[] {
  return stored.rows.flatMap(({ values }) => Object.values(values).flatMap((value) => value?.median ?? []));
}

function overBoth(reading: Reading, contender: string, setup: string): (number | undefined)[] {
  return ['over objects', 'over nothing'].map((where) => reading.find(contender, `${setup}, ${where}, ms`));
}

function eventLeads(reading: Reading, contender: string): number[] {
  return ['over objects', 'over nothing'].map(
    (where) =>
      reading.median(contender, `react-three-fiber alone, ${where}, ms`) /
      reading.median(contender, `<IndexedEvents>, ${where}, ms`),
  );
}
