import { defineConfig } from 'vitest/config';
import { browserTest } from './vitest.browser.config.ts';
import { resolve } from './vitest.config.ts';

/** Each example, used as a person would. */
export default defineConfig({
  resolve,
  test: { ...browserTest, include: ['test/browser/examples/*.test.ts'] },
});
