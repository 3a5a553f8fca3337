import type { Page } from 'playwright-core';

/** The text of an element of a page, by its id. */
export async function textOf(page: Page, id: string): Promise<string> {
  return (await page.locator(`#${id}`).textContent()) ?? '';
}
