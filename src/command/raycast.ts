import type { Hit, Ray, RaycastOptions, Vec3 } from 'slabtree';
import { castInThreads } from './castInThreads';
import { inFile } from './inputError';
import { openInput } from './openInput';
import { openScene } from './openScene';
import { rayBlocks } from './readRays';
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
    await writeOut(json ? [`${JSON.stringify(hit)}\n`] : [hit === null ? 'no hit\n' : textOf(hit)]);
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
  const { name, pieces } = openInput(raysPath);
  try {
    await writeOut(castInThreads(scene, rayBlocks(pieces), threads, options));
  } catch (thrown) {
    throw inFile(name, thrown);
  }
}

function textOf({ id, t, distance, point, normal }: Hit): string {
  return `id        ${id}
t         ${t}
distance  ${distance}
point     ${numbersOf(point)}
normal    ${numbersOf(normal)}
`;
}

function* tableOf(hits: Hit[]): Generator<string> {
  yield 'id,t,distance,pointX,pointY,pointZ,normalX,normalY,normalZ\n';
  for (const { id, t, distance, point, normal } of hits) {
    yield `${id},${t},${distance},${numbersOf(point)},${numbersOf(normal)}\n`;
  }
}

function numbersOf({ x, y, z }: Vec3): string {
  return `${x},${y},${z}`;
}
