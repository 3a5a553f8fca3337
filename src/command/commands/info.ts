import type { Command } from 'commander';
import type { SceneNames } from 'slabtree';
import { openScene } from '../input/openScene';
import { writeOut } from '../output/standardOutput';
import { answerText, vec3Text } from '../text/answerText';
import { jsonOption, sceneArgument } from './options';

/** Adds `slabtree info` to the program. */
export function addInfo(program: Command): void {
  program
    .command('info')
    .description('print what a scene holds')
    .argument(...sceneArgument)
    .addOption(jsonOption)
    .action(async (path: string, { json = false }: { json?: boolean }) => {
      await info(path, json);
    });
}

async function info(path: string, isJson: boolean): Promise<void> {
  const { scene, readNames, byteLength: fileBytes } = await openScene(path);
  const names = countNames(readNames());
  const { bounds, byteLength } = scene;
  const { boxes, orientedBoxes, nodes, depth, fill, sahCost } = scene.statistics();
  if (isJson) {
    const all = { boxes, orientedBoxes, names, bounds, nodes, depth, fill, sahCost, fileBytes, byteLength };
    await writeOut([`${JSON.stringify(all)}\n`]);
    return;
  }
  await writeOut([
    answerText({
      boxes,
      'axis-aligned': boxes - orientedBoxes,
      oriented: orientedBoxes,
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

/** The number of different names. It sorts them, as a Set holds at most 2^24 entries. */
function countNames({ runs }: SceneNames): number {
  const names = runs.flatMap(([, name]) => name ?? []).sort();
  return names.filter((name, index) => index === 0 || name !== names[index - 1]).length;
}
