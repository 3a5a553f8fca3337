import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runCommand } from './runCommand';

const root = resolve(import.meta.dirname, '../..');

/** Packs what has been built, and installs it in a new folder that has nothing else. The caller removes the folder. */
export function installPackage(): { folder: string; tarball: string } {
  const folder = mkdtempSync(join(tmpdir(), 'slabtree-'));
  // What npm test has built: not built again.
  runCommand('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], root);
  const tarball = join(folder, String(readdirSync(folder).find((name) => name.endsWith('.tgz'))));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  runCommand('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], folder);
  return { folder, tarball };
}
