import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const examples = resolve(import.meta.dirname, '../../../examples');

/** The examples with a picture of their own: the folders of examples/ with an index.html. In the playground, code draws it. */
export const exampleNames: readonly string[] = readdirSync(examples).filter(
  (name) => name !== 'playground' && existsSync(join(examples, name, 'index.html')),
);
