import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const examples = resolve(import.meta.dirname, '../../../examples');

/** The examples with a page: the folders of examples/ with an index.html. */
export const exampleNames: readonly string[] = readdirSync(examples).filter((name) =>
  existsSync(join(examples, name, 'index.html')),
);
