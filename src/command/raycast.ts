import type { Hit, Ray, RaycastOptions } from 'slabtree';
import { castInThreads } from './castInThreads';
import { inFile } from './errors';
import { openInput } from './openInput';
import { openScene } from './openScene';
import { rayBlocks } from './readRays';
import { textOf, textOfVec3 } from './textOf';
import { writeLines, writeOut } from './writeOut';

/** Casts one ray, and prints the closest hit, or all. */
export async function raycastOne(
  scenePath: string,
  ray: Ray,
  options: RaycastOptions,
  { all = false, json = false }: { all?: boolean; json?: boolean },
): Promise<void> {
  const scene = await openScene(scenePath);
  if (all) {
    const hits = scene.raycastAll(ray, options);
    await writeLines(json ? [`${JSON.stringify(hits)}\n`] : tableOf(hits));
  } else {
    const hit = scene.raycast(ray, options);
    await writeOut(json ? [`${JSON.stringify(hit)}\n`] : [hit === null ? 'no hit\n' : textOfHit(hit)]);
  }
}

/** Casts the rays of a CSV, and prints a line `id,t` for each. */
export async function raycastMany(
  scenePath: string,
  raysPath: string,
  threads: number,
  options: RaycastOptions,
): Promise<void> {
  const scene = await openScene(scenePath, { shared: true });
  const { name, chunks } = openInput(raysPath);
  try {
    await writeOut(castInThreads(scene, rayBlocks(chunks), threads, options));
  } catch (thrown) {
    throw inFile(name, thrown);
  }
}

function textOfHit({ id, t, distance, point, normal }: Hit): string {
  return textOf({ id, t, distance, point: textOfVec3(point), normal: textOfVec3(normal) });
}

function* tableOf(hits: Hit[]): Generator<string> {
  yield 'id,t,distance,pointX,pointY,pointZ,normalX,normalY,normalZ\n';
  for (const { id, t, distance, point, normal } of hits) {
    yield `${id},${t},${distance},${textOfVec3(point)},${textOfVec3(normal)}\n`;
  }
}
