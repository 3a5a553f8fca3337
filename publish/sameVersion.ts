import { readFileSync, writeFileSync } from 'node:fs';

/** A release runs this after it has set the version of slabtree. slabtree-cli gets this version, and needs exactly this one. */

interface Manifest {
  version: string;
  peerDependencies: Record<string, string>;
}

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Manifest;

const { version } = read('package.json');
const manifest = read('cli/package.json');
manifest.version = version;
manifest.peerDependencies.slabtree = version;
writeFileSync('cli/package.json', `${JSON.stringify(manifest, null, 2)}\n`);
