import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');

/** The boxes of the city that tests fly through: 49 blocks. */
export const CITY_BOXES = 49_000;

/** Makes the middle of the city as a file of tiles in a temporary folder, by the command of `npm run tiles`. */
export function makeCity(boxes: number): { readonly path: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'slabtree-city-'));
  const path = join(folder, 'city.slabs');
  const script = join(root, 'examples/tiled-city/makeTiles.ts');
  execFileSync(process.execPath, ['--import', 'tsx', script, '--boxes', String(boxes), '-o', path], {
    cwd: root,
    env: { ...process.env, TSX_TSCONFIG_PATH: join(root, 'tsconfig.run.json') },
    // Its report is of no interest. Its errors are.
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return {
    path,
    remove() {
      rmSync(folder, { recursive: true });
    },
  };
}
