import type { Command } from 'commander';
import type { BoxScene, SceneNames } from 'slabtree';
import { openScene } from '../input/openScene';
import { writeOut } from '../output/standardOutput';
import { answerText, vec3Text } from '../text/answerText';
import { jsonOption } from './options';
import { tilesInfo } from './tilesInfo';

/** Adds `slabtree info` to the program. */
export function addInfo(program: Command): void {
  program
    .command('info')
    .description('print what a scene or a file of tiles holds')
    .argument('<scene>', 'a scene file or a file of tiles, written by build')
    .addOption(jsonOption)
    .action(async (path: string, { json = false }: { json?: boolean }) => {
      if (!(await tilesInfo(path, json))) await info(path, json);
    });
}

async function info(path: string, isJson: boolean): Promise<void> {
  const { scene, readNames, byteLength: fileBytes } = await openScene(path);
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
      bounds: bounds === null ? 'none' : `${vec3Text(bounds.min)} to ${vec3Text(bounds.max)}`,
      nodes,
      depth,
      fill: `${(100 * fill).toFixed(1)}%`,
      'expected cost of a ray': sahCost.toFixed(2),
      'bytes of the file': fileBytes,
      'bytes in memory': byteLength,
    }),
  ]);
}

/** How many boxes place a mesh, how many meshes there are, and how many triangles these have. Nothing if there are none. */
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

/** The number of different names. It sorts them, as a Set holds at most 2^24 entries. */
function countNames({ runs }: SceneNames): number {
  const names = runs.flatMap(([, name]) => name ?? []).sort();
  return names.filter((name, index) => index === 0 || name !== names[index - 1]).length;
}
