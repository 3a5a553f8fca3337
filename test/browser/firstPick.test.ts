import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { openPage } from './support/openPage';
import { serveProgram } from './support/serveProgram';
import { textOf } from './support/textOf';

/** Returns the code of a page that follows the name of a file, as the page says that the file is to be written. */
function fileOf(page: string, name: string): string {
  const text = readFileSync(resolve(import.meta.dirname, `../../docs/${page}.md`), 'utf8');
  const code = text.split(`\n\`${name}\`:\n\n\`\`\``).at(1)?.split('\n```')[0];
  if (code === undefined) throw new Error(`docs/${page}.md must have the file ${name}`);
  // Without the language of the code.
  return code.slice(code.indexOf('\n') + 1);
}

const pages = await Promise.all(
  ['start', 'babylon'].map(async (name) => {
    const html = fileOf(name, 'index.html').replace('/main.js', '/page.js');
    // Fewer crates, because the browser draws on the CPU.
    const program = fileOf(name, 'main.js').replace('20_000', '4_000');
    const { url } = await serveProgram({ 'main.js': program }, `<!doctype html>${html}`);
    return [name, url] as const;
  }),
);

test.each(pages)('the first program of docs/%s.md names the crate under the pointer', async (_, url) => {
  const page = await openPage(url);
  const box = await page.locator('#canvas').boundingBox();
  if (!box) throw new Error('the page must have a canvas');
  const nameAt = async (x: number, y: number) => {
    await page.mouse.move(box.x + x * box.width, box.y + y * box.height);
    return textOf(page, 'name');
  };
  const names = new Set<string>();
  await expect
    .poll(async () => {
      for (let i = 0; i < 20; i++) names.add(await nameAt(0.3 + 0.02 * i, 0.52 + 0.01 * i));
      return [...names].filter((name) => /^crate \d+$/.test(name)).length;
    })
    .toBeGreaterThan(5);
  await expect.poll(() => nameAt(0.02, 0.02)).toBe('nothing');
});
