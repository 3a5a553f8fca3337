import { existsSync, watch } from 'node:fs';
import { join, resolve } from 'node:path';
import { createServer } from 'vitepress';
import { serveExamples } from '../../examples/serveExamples';
import { pageOf, root } from './pages';
import { writePage, writePages } from './writePages';

/** Serves the site and the examples at one address, and reloads a page when its files change. Ctrl-C ends it. */

const EXAMPLES = '/examples/';

console.log('Starting the site and the examples. The first page takes a few seconds.');
writePages();
const examples = await serveExamples(EXAMPLES);
// `ws` passes on the messages that reload a page.
const proxy = { [EXAMPLES]: { target: examples.url, ws: true } };

async function serveSite(): Promise<void> {
  // VitePress calls the function when its configuration has changed.
  const site = await createServer(resolve(import.meta.dirname, '..'), { proxy }, async () => {
    await site.close();
    await serveSite();
  });
  await site.listen();
  site.printUrls();
}

await serveSite();

/** Writes the page of a document that has changed. Does nothing if the document is gone. */
function update(file: string): void {
  try {
    if (existsSync(join(root, file))) writePage(file);
  } catch (error) {
    // A link that leads nowhere, as in a sentence that is being written.
    console.error(error instanceof Error ? error.message : error);
  }
}

for (const folder of ['docs', 'docs/coming-from', 'docs/.vitepress', 'bench', '.']) {
  watch(join(root, folder), (_, name) => {
    const file = join(folder, name ?? '').replaceAll('\\', '/');
    if (pageOf(file) !== null) update(file);
  });
}
