import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as city from './writeCity';

const root = join(import.meta.dirname, '../..');
const cache = join(root, 'node_modules/.cache/tiled-city');
const scripts = ['writeCity.js', 'tileThread.js'].map((name) => join(cache, name));

/**
 * Makes the middle of the city as a file of tiles, by the sources of slabtree: the package need not have been built. The
 * last file is kept, and copied as long as the sources stay the same.
 */
export async function makeCity(path: string, boxes: number): Promise<void> {
  await buildWriter();
  const kept = join(cache, `${boxes}-${hashOfScripts()}.slabs`);
  if (!existsSync(kept)) {
    for (const name of readdirSync(cache)) if (name.endsWith('.slabs')) rmSync(join(cache, name));
    const { writeCity } = (await import(pathToFileURL(scripts[0]).href)) as typeof city;
    await writeCity(`${kept}.part`, boxes);
    renameSync(`${kept}.part`, kept);
  }
  copyFileSync(kept, path);
}

async function buildWriter(): Promise<void> {
  await build({
    entryPoints: {
      writeCity: join(root, 'examples/tiled-city/writeCity.ts'),
      // TileWriter starts it from beside its own script.
      tileThread: join(root, 'src/tileWriter/build/tileThread.ts'),
    },
    bundle: true,
    format: 'esm',
    platform: 'node',
    outdir: cache,
    alias: { slabtree: join(root, 'src/index.ts'), 'slabtree/tile-writer': join(root, 'src/tileWriter/index.ts') },
    logLevel: 'warning',
  });
}

function hashOfScripts(): string {
  const hash = createHash('sha256');
  for (const script of scripts) hash.update(readFileSync(script));
  return hash.digest('hex').slice(0, 16);
}
