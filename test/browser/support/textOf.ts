import type { Page } from 'playwright-core';

/** What an element of a page says, by its id. */
export async function textOf(page: Page, id: string): Promise<string> {
  return (await page.locator(`#${id}`).textContent()) ?? '';
}
