import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';

/** The folder of the built site. */
export const siteFolder = resolve(import.meta.dirname, '../../../dist-site');

/** All files of the built site, by their paths. */
export const siteFiles = readdirSync(siteFolder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) =>
    resolve(parentPath, name)
      .slice(siteFolder.length + 1)
      .replaceAll('\\', '/'),
  );

const pages = siteFiles.filter((file) => file.endsWith('.html'));

/** The pages that are made from documents, as 'guide.html'. */
export const documentPages = pages.filter((page) => !page.startsWith('examples/'));

/** The pages of the examples, as 'examples/editor/index.html'. */
export const examplePages = pages.filter((page) => page.startsWith('examples/'));
