import type { Hit, Ray, RaycastOptions, SceneNames } from 'slabtree';
import { boxLabel, labelField } from '../boxes/boxLabel';
import { castInThreads } from '../rays/castInThreads';
import { inFile } from '../text/errors';
import { openInput } from '../input/openInput';
import { openScene } from '../input/openScene';
import { rayBlocks } from '../rays/readRays';
import { escaped } from '../text/showText';
import { textOf, textOfVec3 } from '../text/answerText';
import { writeLines, writeOut } from '../output/standardOutput';

/** Casts one ray, and prints the closest hit, or all. */
export async function raycastOne(
  scenePath: string,
  ray: Ray,
  options: RaycastOptions,
  { all = false, json = false }: { all?: boolean; json?: boolean },
): Promise<void> {
  const { scene, readNames } = await openScene(scenePath);
  const names = readNames();
  if (all) {
    const hits = scene.raycastAll(ray, options);
    await writeLines(json ? [jsonOf(hits.map((hit) => named(hit, names)))] : tableOf(hits, names));
  } else {
    const hit = scene.raycast(ray, options);
    if (json) await writeOut([jsonOf(hit && named(hit, names))]);
    else await writeOut([hit === null ? 'no hit\n' : textOfHit(hit, names)]);
  }
}

/** Casts the rays of a CSV, and prints a line `id,t` or, with the names of boxes, `id,name,t` for each. */
export async function raycastMany(
  scenePath: string,
  raysPath: string,
  { threads, names: withNames }: { threads: number; names: boolean },
  options: RaycastOptions,
): Promise<void> {
  const { scene, readNames } = await openScene(scenePath, { shared: true });
  const names = withNames ? readNames() : null;
  const { name, chunks } = openInput(raysPath);
  try {
    await writeOut(castInThreads(scene, names, rayBlocks(chunks), threads, options));
  } catch (thrown) {
    throw inFile(name, thrown);
  }
}

/** A line of JSON, in which what a terminal would not show stands escaped. */
function jsonOf(value: unknown): string {
  return `${escaped(JSON.stringify(value))}\n`;
}

/** A hit with what the box is called, and which instance it is of that; without what it has not. */
function named({ id, ...rest }: Hit, names: SceneNames): object {
  return { id, name: names.nameOf(id), instance: names.instanceOf(id), ...rest };
}

function textOfHit({ id, t, distance, point, normal }: Hit, names: SceneNames): string {
  const name = boxLabel(names, id);
  const called = name === undefined ? { id } : { id, name };
  return textOf({ ...called, t, distance, point: textOfVec3(point), normal: textOfVec3(normal) });
}

function* tableOf(hits: Hit[], names: SceneNames): Generator<string> {
  const hasNames = names.runs.length > 0;
  yield `id,${hasNames ? 'name,' : ''}t,distance,pointX,pointY,pointZ,normalX,normalY,normalZ\n`;
  for (const { id, t, distance, point, normal } of hits) {
    const name = hasNames ? `${labelField(names, id)},` : '';
    yield `${id},${name}${t},${distance},${textOfVec3(point)},${textOfVec3(normal)}\n`;
  }
}
