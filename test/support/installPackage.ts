import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { runCommand } from './runCommand';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder in which the packed package is installed, and the path of its tarball there. */
    installed: { folder: string; tarball: string };
  }
}

/**
 * Packs the built package of each given folder, and installs all of them in a folder, without a network. Returns the paths of
 * the tarballs, which lie in that folder too.
 */
export function packAndInstall(folder: string, ...packages: readonly string[]): string[] {
  const tarballs = packages.map((from) => {
    // The package has been built already.
    const report = runCommand('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], from);
    const [{ filename }] = JSON.parse(report) as [{ filename: string }];
    return join(folder, filename);
  });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  runCommand('npm', ['install', '--offline', '--no-audit', '--no-fund', ...tarballs], folder);
  return tarballs;
}

/**
 * Returns a new folder with nothing but the installed package and its tarball: a copy of what `packOnce.ts` has installed.
 * The caller removes the folder.
 */
export function installPackage(): { folder: string; tarball: string } {
  const folder = mkdtempSync(join(tmpdir(), 'slabtree-'));
  const { folder: installed, tarball } = inject('installed');
  cpSync(installed, folder, { recursive: true, verbatimSymlinks: true });
  return { folder, tarball };
}
