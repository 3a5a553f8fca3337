import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Axe from 'axe-core';
import { describe, expect, inject, test } from 'vitest';
import { lightAddress } from '../browser/support/lightAddress';
import { openPage } from '../browser/support/openPage';
import { documentPages, examplePages } from './support/siteFiles';

declare const axe: typeof Axe;

const axeScript = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe finds serious or worse on pages, with the addresses and the elements. One tab opens all pages, one after the other: it
 * keeps what they share, axe itself above all, which takes longer to load than most pages take to check.
 */
async function mistakesOn(addresses: readonly string[], colorScheme: 'light' | 'dark'): Promise<string[]> {
  // A page is left while it loads a demo, or fetches the pages that it links to.
  const page = await openPage('limits.html', { colorScheme, expectedComplaint: /net::ERR_ABORTED/ });
  // Also in each frame, into which axe looks.
  await page.addInitScript(axeScript);
  const mistakes: string[] = [];
  for (const address of addresses) {
    await page.goto(new URL(address, inject('site')).href);
    // What is no violation is not wanted, so axe does not describe it.
    const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ['violations'] }));
    for (const { id, impact, nodes } of violations) {
      if (impact !== 'serious' && impact !== 'critical') continue;
      mistakes.push(...nodes.map(({ html, failureSummary = '' }) => `${address}: ${id}: ${html}\n${failureSummary}`));
    }
  }
  return mistakes;
}

const examples = examplePages.map((page) =>
  page.replace(/([^/]+)\/index\.html$/, (_, name: string) => lightAddress(name)),
);

/** All pages of documents have the same colors: one of each kind is enough in the dark. */
const kinds = [
  'index.html',
  'guide.html',
  'performance.html',
  'reference/index.html',
  'reference/slabtree/Cast/index.html',
];

describe.each([
  { colorScheme: 'light', documents: documentPages },
  { colorScheme: 'dark', documents: kinds },
] as const)('pages in $colorScheme', ({ colorScheme, documents }) => {
  test.each([
    ['any document', documents],
    ['any example', examples],
  ])(`axe finds nothing serious on %s in ${colorScheme}`, async (_, addresses) => {
    expect(await mistakesOn(addresses, colorScheme)).toEqual([]);
  });
});
