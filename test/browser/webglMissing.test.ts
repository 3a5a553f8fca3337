import { describe, expect, test } from 'vitest';
import { exampleNames } from './support/exampleNames';
import { openPage } from './support/openPage';

describe.each(exampleNames)('without WebGL, %s', (name) => {
  test('says so, and has no other complaint', async () => {
    const page = await openPage(`${name}/`, { browserFlags: ['--disable-3d-apis'] });
    const notice = page.getByRole('alert');
    await expect.poll(() => notice.textContent()).toContain('WebGL');
    expect(await notice.isVisible()).toBe(true);
  });
});
