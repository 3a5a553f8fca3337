import type { SceneNames } from 'slabtree';
import { openScene } from '../input/openScene';
import { textOf, textOfVec3 } from '../text/answerText';
import { writeOut } from '../output/standardOutput';

/** Prints what a scene holds. */
export async function info(path: string, isJson: boolean): Promise<void> {
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
    textOf({
      boxes,
      'axis-aligned': boxes - orientedBoxes,
      oriented: orientedBoxes,
      names,
      bounds: bounds === null ? 'none' : `${textOfVec3(bounds.min)} to ${textOfVec3(bounds.max)}`,
      nodes,
      depth,
      fill: `${(100 * fill).toFixed(1)}%`,
      'expected cost of a ray': sahCost.toFixed(2),
      'bytes of the file': fileBytes,
      'bytes in memory': byteLength,
    }),
  ]);
}

/** How many different names there are. Sorted, as a Set ends at 2^24 of them. */
function countNames({ runs }: SceneNames): number {
  const names = runs.flatMap(([, name]) => name ?? []).sort();
  return names.filter((name, index) => index === 0 || name !== names[index - 1]).length;
}
