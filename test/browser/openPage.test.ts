import { test } from 'vitest';
import { openPage } from './support/openPage';
import { servePackage } from './support/servePackage';

const server = await servePackage();

/** Faults of a page, each as code that the page runs. */
const wrongs: [string, string][] = [
  ['writes an error to its console', "console.error('wrong')"],
  ['throws', "setTimeout(() => { throw new Error('wrong'); }); new Promise((resolve) => setTimeout(resolve, 20))"],
  ['rejects a promise that is not awaited', "void Promise.reject(new Error('wrong')), 0"],
  ['requests a missing file', "fetch('missing.js').then(() => 0)"],
  ['sends a request to another server', "fetch('http://localhost:9').catch(() => 0)"],
];

test.fails.each(wrongs)('a page fails its test if it %s', async (_, code) => {
  const page = await openPage(`${server}module.html`);
  await page.evaluate(code);
});

test('a page passes its test if it does nothing wrong', async () => {
  const page = await openPage(`${server}module.html`);
  await page.evaluate("console.log('all is well')");
});
