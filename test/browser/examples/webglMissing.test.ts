import { describe, expect, test } from 'vitest';
import { exampleNames } from '../support/exampleNames';
import { openPage } from '../support/openPage';

describe.each(exampleNames)('%s without WebGL', (name) => {
  test('the page says that WebGL is missing, and has no other error', async () => {
    const page = await openPage(`${name}/`, { browserFlags: ['--disable-3d-apis'] });
    const notice = page.getByRole('alert');
    await expect.poll(() => notice.textContent()).toContain('WebGL');
    expect(await notice.isVisible()).toBe(true);
  });
});
