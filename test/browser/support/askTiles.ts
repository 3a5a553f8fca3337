import type { Page } from 'playwright-core';
import { BoxScene } from 'slabtree';
import type * as slabtree from 'slabtree';
import type * as slabtreeTiles from 'slabtree/tiles';
import { writeTiles } from '../../tiles/support/writeTiles';

const TILES = 8;
const BOXES_A_TILE = 50;

/** A row of tiles, as a file in base64. */
function fileOfTiles(): string {
  const parts = Array.from({ length: TILES }, (_, tile) => {
    const scene = new BoxScene({ backend: 'js' });
    const ids = Array.from({ length: BOXES_A_TILE }, (_, i) => BOXES_A_TILE * tile + i);
    for (const id of ids) scene.addAabb({ min: { x: 2 * id, y: 0, z: 0 }, max: { x: 2 * id + 1, y: 1, z: 1 } });
    return { scene, ids };
  });
  return Buffer.from(writeTiles(parts)).toString('base64');
}

/** Compares the answers that two threads give for a file of tiles in a page, of which two fit, with those of one scene. */
export async function askTiles(page: Page) {
  const [core, entry] = await Promise.all([
    page.evaluateHandle<typeof slabtree>('slabtree'),
    page.evaluateHandle<typeof slabtreeTiles>('slabtreeTiles'),
  ]);
  return page.evaluate(compareWithScene, { core, entry, file: fileOfTiles(), count: TILES * BOXES_A_TILE });
}

/** Runs in the page, so it uses nothing from outside. */
async function compareWithScene({
  core: { BoxScene },
  entry: { TiledScene },
  file,
  count,
}: {
  core: typeof slabtree;
  entry: typeof slabtreeTiles;
  file: string;
  count: number;
}) {
  // Pages set these if their bundler does not find the threads' script.
  const { workerOptions = {} } = globalThis as { workerOptions?: { workerUrl?: URL } };
  const whole = new BoxScene();
  for (let id = 0; id < count; id++) {
    whole.addAabb({ min: { x: 2 * id, y: 0, z: 0 }, max: { x: 2 * id + 1, y: 1, z: 1 } });
  }
  const rays = Float64Array.from({ length: 6 * 4000 }, (_, i) =>
    i % 6 === 0 ? ((i * 7919) % (20 * count)) / 10 : [0, 9, 0.5, 0.1, -1, 0][i % 6],
  );
  const bytes = Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0));
  const memory = bytes.length / 3;
  const tiled = await TiledScene.open(new Blob([bytes]), { memory, threads: 2, ...workerOptions });
  const { threads, notice } = tiled;
  const hits = await tiled.raycastMany(rays);
  const expected = whole.raycastMany(rays);
  const isSame = hits.ids.every((id, i) => id === expected.ids[i]) && hits.ts.every((t, i) => t === expected.ts[i]);
  await tiled.close();
  return { threads, notice, isSame, hitCount: hits.ids.filter((id) => id >= 0).length };
}
