import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { lightAddress } from '../browser/support/lightAddress';
import { openPage } from '../browser/support/openPage';
import { documentPages, examplePages } from './support/siteFiles';

/** What axe finds serious or worse on a page, with the elements. */
async function mistakesOn(page: Page): Promise<string[]> {
  // Legacy: axe looks into frames itself, which it can where all are from one server. Otherwise the whole state of each frame goes
  // to Node and back, which takes four times as long. What is no violation is not wanted, so axe does not describe it.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary ?? ''}`));
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
  { colorScheme: 'light', addresses: [...documentPages, ...examples] },
  { colorScheme: 'dark', addresses: [...kinds, ...examples] },
] as const)('pages in $colorScheme', ({ colorScheme, addresses }) => {
  test.each(addresses)('axe finds nothing serious on %s', async (address) => {
    // The test ends while a demo or an example is loaded.
    const page = await openPage(address, { colorScheme, expectedComplaint: /net::ERR_ABORTED/ });
    expect(await mistakesOn(page)).toEqual([]);
  });
});
