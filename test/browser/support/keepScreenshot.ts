import { basename, join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const artefacts = resolve(import.meta.dirname, '../../../test-artefacts');

/** Keeps a picture of the page in test-artefacts/, named after the test and numbered. Returns its path and its bytes. */
export async function keepScreenshot(page: Page): Promise<{ path: string; png: Buffer }> {
  const { testPath = '', currentTestName = '' } = expect.getState();
  const name = currentTestName.replaceAll(/[^\w-]+/g, ' ').trim();
  const number = (taken.get(name) ?? 0) + 1;
  taken.set(name, number);
  const path = join(artefacts, basename(testPath, '.test.ts'), `${name} ${number}.png`);
  return { path, png: await page.screenshot({ path }) };
}

const taken = new Map<string, number>();
