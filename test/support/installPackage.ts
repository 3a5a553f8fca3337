import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runCommand } from './runCommand';

const root = resolve(import.meta.dirname, '../..');

/** Packs the built package, and installs it in a new, empty folder. The caller removes the folder. */
export function installPackage(): { folder: string; tarball: string } {
  const folder = mkdtempSync(join(tmpdir(), 'slabtree-'));
  // npm test has built the package already.
  runCommand('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], root);
  const tarball = join(folder, String(readdirSync(folder).find((name) => name.endsWith('.tgz'))));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  runCommand('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], folder);
  return { folder, tarball };
}
