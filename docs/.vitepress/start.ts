import { resolve } from 'node:path';
import { createServer } from 'vitepress';
import { serveExamples } from '../../examples/serveExamples';

/** Serves the site and the examples at one address, and reloads a page when its files change. Ctrl-C ends both. */

const EXAMPLES = '/examples/';

console.log('Starting the site and the examples. The first page takes a few seconds.');
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
