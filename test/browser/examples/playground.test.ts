import { deflateRawSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openPage, type PageOptions } from '../support/openPage';
import { textOf } from '../support/textOf';

/** Opens the playground with this code. */
function openCode(code: string, options: PageOptions = {}): Promise<Page> {
  return openPage(`playground/#code=${deflateRawSync(code).toString('base64url')}`, options);
}

/** The lines of the code with an error, and what is written below each. */
function errorsIn(page: Page): Promise<[line: string, message: string][]> {
  return page
    .locator('.error-line')
    .evaluateAll((lines) => lines.map((line) => [line.textContent, line.nextElementSibling?.textContent ?? '']));
}

/** Replaces the code, as a person does. */
async function type(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code').press('ControlOrMeta+a');
  await page.keyboard.insertText(code);
}

describe('the page of the playground', () => {
  it('the playground fits a phone, draws a starting point, and Escape and Tab leave the editor', async () => {
    const page = await openPage('playground/', { viewport: { width: 390, height: 700 }, touch: true });
    await expect.poll(() => textOf(page, 'status')).toBe('Running');
    await expect.poll(() => textOf(page, 'console')).toContain('crate');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await page.getByLabel('Start from').inputValue()).toBe('first-pick');

    const code = page.getByLabel('Code');
    await code.press('Tab');
    expect(await code.evaluate((element) => element === document.activeElement)).toBe(true);
    await code.press('Escape');
    await code.press('Tab');
    expect(await code.evaluate((element) => element === document.activeElement)).toBe(false);
  });

  it('errors are shown at their lines: of a call, a promise, a frame and the syntax', async () => {
    const code = [
      "import { BoxScene } from 'slabtree';",
      'requestAnimationFrame(() => {',
      '  null.frame;',
      '});',
      'const scene = new BoxScene();',
      "Promise.reject(new Error('nobody caught it'));",
      'scene.raycast({ origin: 1 });',
    ];
    const page = await openCode(code.join('\n'), { expectedComplaint: /null|nobody|origin/ });
    await expect.poll(async () => (await errorsIn(page)).length).toBe(3);
    const [frame, promise, call] = await errorsIn(page);
    expect(frame).toEqual([code[2], expect.stringMatching(/^TypeError: .*null/)]);
    expect(promise).toEqual([code[5], 'Error: nobody caught it']);
    expect(call).toEqual([code[6], expect.stringMatching(/^TypeError: ray\.origin must be/)]);
    expect(await page.locator('#console .error').count()).toBe(3);

    await type(page, 'let a = 1;\nlet b = ;');
    await expect.poll(() => textOf(page, 'status')).toBe('Line 2: SyntaxError: Unexpected token');
    expect(await errorsIn(page)).toEqual([['let b = ;', 'SyntaxError: Unexpected token']]);
  });

  it('a link keeps the code, which runs when someone has typed it', async () => {
    const page = await openPage('playground/#start=ray-and-box');
    const code = "console.log('größer →', [1, 2]);";
    await type(page, code);
    await expect.poll(() => textOf(page, 'console')).toContain('größer → [ 1, 2 ]');
    const { hash } = new URL(page.url());
    const other = await openPage(`playground/${hash}`);
    await expect.poll(() => textOf(other, 'console')).toContain('größer → [ 1, 2 ]');
    expect(await other.locator('.cm-line').allTextContents()).toEqual([code]);
    expect(await other.getByLabel('Start from').inputValue()).toBe('');
  });

  it('a loop without end is stopped, and so is a program by the button; the editor works on', async () => {
    const page = await openCode('console.log(1);\nwhile (true) {}', { expectedComplaint: /this loop ran/ });
    await expect
      .poll(() => errorsIn(page))
      .toEqual([['while (true) {}', expect.stringContaining('this loop ran for 3')]]);
    await expect.poll(() => page.locator('iframe').count()).toBe(0);

    await type(page, "setInterval(() => console.log('on'), 10);");
    await expect.poll(() => textOf(page, 'console')).toMatch(/^on × \d+/);
    await page.getByRole('button', { name: 'Stop' }).click();
    expect(await page.locator('iframe').count()).toBe(0);
    expect(await textOf(page, 'status')).toBe('Stopped');
  });

  it('code in the frame reaches neither the page, nor its storage, nor a host', async () => {
    const code = [
      "addEventListener('securitypolicyviolation', (event) => console.log(event.effectiveDirective));",
      "fetch('https://example.com/').catch(() => undefined);",
      'for (const reach of [() => parent.document.title, () => localStorage.length]) {',
      "  try { reach(); console.log('reached'); } catch { console.log('refused'); }",
      '}',
    ];
    const page = await openCode(code.join('\n'), { expectedComplaint: /Content Security Policy/ });
    await expect.poll(() => textOf(page, 'console')).toContain('connect-src');
    const lines = await page.locator('#console p').allTextContents();
    expect(lines.map((line) => line.trim())).toEqual(['refused × 2', 'connect-src']);
  });
});
