import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { LaunchOptions } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { findBrowser } from './findBrowser';
import { serveFiles } from './serveFiles';

declare module 'vitest' {
  interface ProvidedContext {
    /** The options that start the browser. */
    browser: LaunchOptions;
    /** The address of the built examples. */
    site: string;
  }
}

const root = resolve(import.meta.dirname, '../../..');

const SMALL_CITY = 'examples/tiled-city/small-city.slabs';

/** Runs once, before all files: finds the browser, and serves the built examples with a small city in tiles. */
export default async function globalSetup(project: TestProject): Promise<() => Promise<void>> {
  for (const [path, command] of [
    ['dist', 'npm run build'],
    ['dist-examples', 'npm run build:examples'],
    [SMALL_CITY, 'npm run build:examples'],
  ] as const) {
    if (!existsSync(join(root, path))) throw new Error(`there is no ${path}: run ${command} first`);
  }
  rmSync(join(root, 'test-artefacts'), { recursive: true, force: true });
  project.provide('browser', await findBrowser());
  // The site is served under a path, as a project's pages often are. Links that are not relative would fail.
  const site = await serveFiles({
    '/slabtree/': join(root, 'dist-examples'),
    // A clone may have the whole city, which is too much for a browser that draws on the CPU.
    '/slabtree/tiled-city/city.slabs': join(root, SMALL_CITY),
  });
  project.provide('site', `${site.url}slabtree/`);
  return async () => {
    await site.close();
  };
}
