import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { inject } from 'vitest';
import { packageFolders } from '../../entries';
import { runCommand } from './runCommand';

const root = resolve(import.meta.dirname, '../..');

/** A folder in which the packed packages slabtree and slabtree-cli are installed, and the paths of their tarballs there. */
export interface InstalledPackages {
  folder: string;
  tarball: string;
  cliTarball: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    installed: InstalledPackages;
  }
}

/** Packs both built packages, and installs them in a new folder, without a network. The caller removes the folder. */
export function packAndInstall(): InstalledPackages {
  const folder = mkdtempSync(join(tmpdir(), 'slabtree-'));
  const tarball = pack(root, folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  runCommand('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], folder);
  const cliTarball = pack(join(root, packageFolders['slabtree-cli']), folder);
  installCommandLine(folder, cliTarball);
  return { folder, tarball, cliTarball };
}

/** Packs a built package. Returns the path of the tarball. */
function pack(from: string, destination: string): string {
  const report = runCommand('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', destination], from);
  const [{ filename }] = JSON.parse(report) as [{ filename: string }];
  return join(destination, filename);
}

/** Does what npm does, but links the dependencies that the manifest names to those of the project: npm would need a network. */
function installCommandLine(folder: string, tarball: string): void {
  const modules = join(folder, 'node_modules');
  const own = join(modules, 'slabtree-cli');
  mkdirSync(own);
  runCommand('tar', ['-xf', tarball, '--strip-components=1', '-C', own], folder);
  const { bin, dependencies } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')) as {
    bin: Readonly<Record<string, string>>;
    dependencies: Readonly<Record<string, string>>;
  };
  for (const name of Object.keys(dependencies)) symlinkSync(join(root, 'node_modules', name), join(modules, name));
  mkdirSync(join(modules, '.bin'));
  for (const [name, path] of Object.entries(bin)) {
    symlinkSync(join('../slabtree-cli', path), join(modules, '.bin', name));
  }
}

/** Returns a new folder with nothing but what `packOnce.ts` has installed: a copy. The caller removes the folder. */
export function installPackage(): InstalledPackages {
  const folder = mkdtempSync(join(tmpdir(), 'slabtree-'));
  const { folder: installed, ...tarballs } = inject('installed');
  cpSync(installed, folder, { recursive: true, verbatimSymlinks: true });
  return { folder, ...tarballs };
}
