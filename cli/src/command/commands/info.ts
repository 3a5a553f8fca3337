import type { Command } from 'commander';
import type { BoxScene, SceneNames } from 'slabtree';
import type { IndexedTile, TileFile } from 'slabtree/tiles';
import { isUrl } from '../input/openInput';
import { hasTiles, openScene } from '../input/openScene';
import { withTileFile } from '../input/tileFile';
import { Progress } from '../output/progress';
import { writeOut } from '../output/standardOutput';
import { answerText, boundsText } from '../text/showText';
import { jsonOption, sceneOrUrlArgument } from './options';

export function addInfo(program: Command): void {
  program
    .command('info')
    .description('print what a scene or a file of tiles holds')
    .argument(...sceneOrUrlArgument)
    .addOption(jsonOption)
    .action(async (path: string, { json = false }: { json?: boolean }) => {
      if (await hasTiles(path)) await withTileFile(path, (file) => tilesInfo(file, json));
      else await info(path, json);
    });
}

async function info(path: string, isJson: boolean): Promise<void> {
  const progress = new Progress();
  if (isUrl(path)) progress.start(`opening ${path}`);
  const {
    scene,
    readNames,
    byteLength: fileBytes,
  } = await openScene(path).finally(() => {
    progress.stop();
  });
  const names = countNames(readNames());
  const { bounds, byteLength } = scene;
  const { boxes, orientedBoxes, nodes, depth, fill, sahCost } = scene.statistics();
  const meshes = countMeshes(scene);
  if (isJson) {
    const all = { boxes, orientedBoxes, ...meshes, names, bounds, nodes, depth, fill, sahCost, fileBytes, byteLength };
    await writeOut([`${JSON.stringify(all)}\n`]);
    return;
  }
  await writeOut([
    answerText({
      boxes,
      'axis-aligned': boxes - orientedBoxes,
      oriented: orientedBoxes,
      ...meshes,
      names,
      bounds: boundsText(bounds),
      nodes,
      depth,
      fill: `${(100 * fill).toFixed(1)}%`,
      'expected cost of a ray': sahCost.toFixed(2),
      'bytes of the file': fileBytes,
      'bytes in memory': byteLength,
    }),
  ]);
}

/** Returns the numbers of a scene's instances, meshes, and triangles of all meshes. An empty object if it has no meshes. */
function countMeshes(scene: BoxScene): Record<string, number> {
  const { meshes } = scene;
  if (meshes.length === 0) return {};
  const triangles = meshes.reduce((sum, { triangleCount }) => sum + triangleCount, 0);
  let instances = 0;
  for (let id = 0, left = scene.size; left > 0; id++) {
    if (!scene.has(id)) continue;
    left--;
    if (scene.meshOf(id) !== null) instances++;
  }
  return { instances, meshes: meshes.length, triangles };
}

/** Returns the number of different names in a scene. Sorts the names, as a Set of them could hold at most 2^24 entries. */
function countNames({ runs }: SceneNames): number {
  const names = runs.flatMap(([, name]) => name ?? []).sort();
  return names.filter((name, index) => index === 0 || name !== names[index - 1]).length;
}

/** Prints the properties of a file of tiles, which are in its header and its index. Does not read the tiles. */
async function tilesInfo(file: TileFile, isJson: boolean): Promise<void> {
  const { boxes, tiles, bounds, fileBytes, indexBytes } = file;
  const most = (what: (tile: IndexedTile) => number) => tiles.reduce((all, tile) => Math.max(all, what(tile)), 0);
  const answer = {
    boxes,
    tiles: tiles.length,
    boxesPerTile: most((tile) => tile.boxes),
    namedTiles: tiles.filter((tile) => tile.hasNames).length,
    bounds,
    fileBytes,
    indexBytes,
    largestTileBytes: most((tile) => tile.bytes),
  };
  if (isJson) {
    await writeOut([`${JSON.stringify(answer)}\n`]);
    return;
  }
  await writeOut([
    answerText({
      boxes,
      tiles: tiles.length,
      'most boxes of a tile': answer.boxesPerTile,
      'tiles with names': answer.namedTiles,
      bounds: `${boundsText(bounds)}${bounds === null ? '' : ' (rounded outward)'}`,
      'bytes of the file': fileBytes,
      'bytes of the index': indexBytes,
      'bytes of the largest tile': answer.largestTileBytes,
    }),
  ]);
}
