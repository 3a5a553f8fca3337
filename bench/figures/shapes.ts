import { timesAsFast } from './words';
import type { Templates } from './measured';
import { allOf, cell, inMicro, table } from './tables';

const OWN = 'slabtree';

/** Shapes in motion, and a character. */
export const shapes: Templates = {
  shapes: ({ here }) => {
    const readings = [here('shapes boxes'), here('shapes terrain'), here('shapes soup')];
    return table(
      [
        ['**slabtree**, Rapier', '100,000 boxes', 'terrain', 'soup'],
        ...readings[0].stored.columns.map(({ name }) => [
          inMicro(name),
          ...readings.map((each) => cell(each.find(OWN, name), each.find('Rapier', name))),
        ]),
      ],
      ...readings,
    );
  },
  character: ({ here }) => allOf(here('character')),
  'character-lead': ({ here }) => timesAsFast(here('character').lead(OWN, 'Rapier', 'us a step')),
};
