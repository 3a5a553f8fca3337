import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { exampleNames } from '../browser/support/exampleNames';
import { lightAddress } from '../browser/support/lightAddress';
import { openPage } from '../browser/support/openPage';
import { documentPages } from './support/siteFiles';

/** The examples that use only primitives on a few boxes, and have no tree to name. */
const withoutTree = ['plane-aabb', 'ray-aabb'];

test('npm start serves every page and every example at one address, without an error, until Ctrl-C', async () => {
  // A group of its own: Ctrl-C reaches npm and what it has started.
  const start = spawn('npm', ['start'], { cwd: resolve(import.meta.dirname, '../..'), detached: true });
  const ended = once(start, 'exit');
  const { pid } = start;
  if (pid === undefined) throw new Error('npm does not start');
  onTestFinished(() => {
    if (start.exitCode === null && start.signalCode === null) process.kill(-pid, 'SIGKILL');
  });
  let output = '';
  // Vite prints in colour where `CI` is set, even into a pipe.
  const read = (chunk: unknown) => (output += stripVTControlCharacters(String(chunk)));
  for (const stream of [start.stdout, start.stderr]) stream.on('data', read);
  const printed = (text: string | RegExp) => expect.poll(() => output, { timeout: 300_000 }).toMatch(text);
  await printed(/Local:\s+http/);
  const addresses = [...output.matchAll(/http:\/\/\S+/g)];
  expect(addresses).toHaveLength(1);
  const [[address]] = addresses;

  // Pages are left while they fetch the pages that they link to, and demos while they load.
  const page = await openPage(address, { expectedComplaint: /net::ERR_ABORTED/, isStill: true });
  const open = (path: string) => page.goto(new URL(path, address).href, { waitUntil: 'domcontentloaded' });
  const textOf = (selector: string) => page.locator(selector).first().textContent();

  // The examples wait for the kernel, and the reference comes last.
  await open('examples/');
  expect(await textOf('nav a[href="../"]')).toBe('slabtree: guides and reference');
  for (const name of exampleNames) {
    await open(`examples/${lightAddress(name)}`);
    const shows = withoutTree.includes(name) ? '.shown-code code' : '#backend';
    await expect.poll(() => textOf(shows), { timeout: 120_000 }).not.toBe('');
    expect(await page.getByRole('alert').filter({ visible: true }).allTextContents(), name).toEqual([]);
  }
  await open('examples/playground/');
  await expect.poll(() => textOf('#status'), { timeout: 120_000 }).toBe('Running');

  await printed('The reference is ready.');
  for (const path of documentPages) {
    await open(path);
    if (path !== 'index.html') await expect.poll(() => page.locator('main h1').count(), { message: path }).toBe(1);
  }
  await open('guide.md');
  expect(await textOf('body')).toContain('# Guide');

  process.kill(-pid, 'SIGINT');
  await ended;
  expect(output).not.toMatch(/error|ECONNRESET/i);
}, 1_200_000);
