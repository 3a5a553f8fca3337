import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { lightAddress } from '../browser/support/lightAddress';
import { openPage } from '../browser/support/openPage';
import { documentPages, examplePages } from './support/siteFiles';

/** What axe finds serious or worse on a page, with the elements. */
async function mistakesOn(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary ?? ''}`));
}

const addresses = [
  ...documentPages,
  ...examplePages.map((page) => page.replace(/([^/]+)\/index\.html$/, (_, name: string) => lightAddress(name))),
];

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  test.each(addresses)('axe finds nothing serious on %s', async (address) => {
    const page = await openPage(address, { colorScheme });
    expect(await mistakesOn(page)).toEqual([]);
  });
});
