import { expect, test } from 'vitest';
import { askTiles } from './support/askTiles';
import { isolation } from './support/isolation';
import { openPage } from './support/openPage';
import { servePackage } from './support/servePackage';

const isolated = await servePackage(isolation);
const plain = await servePackage();

test('on a page that is cross-origin isolated, threads cast rays at tiles that do not all fit', async () => {
  const { hitCount, ...answers } = await askTiles(await openPage(`${isolated}tiles.html`));
  expect(answers).toEqual({ threads: 2, notice: null, isSame: true });
  expect(hitCount).toBeGreaterThan(100);
});

test('on a page that is not cross-origin isolated, the calling thread casts, and a notice names the headers', async () => {
  const { threads, notice, isSame } = await askTiles(await openPage(`${plain}tiles.html`));
  expect({ threads, isSame }).toEqual({ threads: 0, isSame: true });
  expect(notice).toContain('Cross-Origin-Opener-Policy: same-origin');
});
