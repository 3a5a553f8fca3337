import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A release runs this after it has published slabtree: it publishes slabtree-cli, unless npm has that version already. */

const { name, version } = JSON.parse(readFileSync('cli/package.json', 'utf8')) as { name: string; version: string };
// It prints nothing if npm has no such package, or no such version of it.
const { stdout } = spawnSync('npm', ['view', `${name}@${version}`, 'version'], { encoding: 'utf8' });
if (stdout.trim() === version) console.log(`npm has ${name} ${version}`);
else process.exitCode = spawnSync('npm', ['publish', './cli'], { stdio: 'inherit' }).status ?? 1;
