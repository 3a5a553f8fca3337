import { build } from 'esbuild';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as city from './writeCity';

const root = join(import.meta.dirname, '../..');
const built = join(root, 'node_modules/.cache/tiled-city');

/** Makes the middle of the city as a file of tiles, by the sources of slabtree: the package need not have been built. */
export async function makeCity(path: string, boxes: number): Promise<void> {
  await build({
    entryPoints: {
      writeCity: join(root, 'examples/tiled-city/writeCity.ts'),
      // TileWriter starts it from beside its own script.
      tileThread: join(root, 'src/tileWriter/build/tileThread.ts'),
    },
    bundle: true,
    format: 'esm',
    platform: 'node',
    outdir: built,
    alias: { slabtree: join(root, 'src/index.ts'), 'slabtree/tile-writer': join(root, 'src/tileWriter/index.ts') },
    logLevel: 'warning',
  });
  const { writeCity } = (await import(pathToFileURL(join(built, 'writeCity.js')).href)) as typeof city;
  await writeCity(path, boxes);
}
