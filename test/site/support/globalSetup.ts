import { existsSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { findBrowser } from '../../browser/support/findBrowser';
import { serveFiles } from '../../browser/support/serveFiles';
import { siteFolder } from './siteFiles';

/** The folders of the server in which the site is tried. */
export const prefixes = ['/', '/a/', '/a b/'];

/** Runs once, before all files: finds the browser, and serves the built site in each folder. */
export default async function globalSetup(project: TestProject): Promise<() => Promise<void>> {
  if (!existsSync(siteFolder)) throw new Error('there is no dist-site: run npm run site first');
  project.provide('browser', await findBrowser());
  const server = await serveFiles(Object.fromEntries(prefixes.map((prefix) => [prefix, siteFolder])));
  project.provide('site', server.url);
  return () => server.close();
}
