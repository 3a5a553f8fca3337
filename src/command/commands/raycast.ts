import { availableParallelism } from 'node:os';
import { type Command, Option } from 'commander';
import type { Hit, MaskOption, Ray, RaycastOptions, TriangleSide, Vec3 } from 'slabtree';
import type { ClusterQueue } from 'slabtree/cluster';
import type { InNamedTile, TiledHit, TiledScene } from 'slabtree/tiles';
import type { BoxNames } from '../boxes/boxNames';
import { isUrl, openInput } from '../input/openInput';
import { redisUrl } from '../input/redisUrl';
import { hasTiles, inTiles, openScene, openTiles } from '../input/openScene';
import { interruptible } from '../output/interruptible';
import { writeLines, writeOut } from '../output/standardOutput';
import { castInThreads } from '../rays/castInThreads';
import { castInTiles } from '../rays/castInTiles';
import { castCsvOnCluster } from '../rays/castOnCluster';
import { hitJson, hitTable, hitText } from '../rays/hitText';
import { rayBlocks } from '../rays/readRays';
import { InputError, inFile } from '../text/errors';
import {
  clusterOption,
  jsonOption,
  maskOption,
  memoryOption,
  namesOption,
  parseCount,
  parseVec3,
  queueOf,
  queueOption,
  sceneOrUrlArgument,
  timeoutOption,
  wrongUsage,
} from './options';

/** The URL of the script of the threads that cast rays. In the built package, the script is beside the program. */
const CAST_THREAD = new URL('./castThread.js', import.meta.url).href;

/** After this many seconds, a signal ends a cast on a cluster, whatever the cast waits for. */
const LONGEST_END = 1.4;

/** The most threads that cast rays, one per core: more threads take more memory, but not less time. */
const CORES = availableParallelism();

interface RaycastCommandOptions extends MaskOption {
  from?: Vec3;
  to?: Vec3;
  direction?: Vec3;
  all?: boolean;
  json?: boolean;
  solid?: boolean;
  names?: boolean;
  triangles?: boolean;
  side?: TriangleSide;
  boxesOnly?: boolean;
  threads?: number;
  memory?: number;
  cluster?: string | true;
  queue?: string;
  timeout?: number;
}

export function addRaycast(program: Command): void {
  program
    .command('raycast')
    .description('cast one ray, or the rays of a CSV: each line is origin x,y,z and direction x,y,z, answered by id,t')
    .argument(...sceneOrUrlArgument)
    .argument('[rays]', 'a CSV of rays; - or no argument is the standard input')
    .addOption(new Option('--from <x,y,z>', 'the start of one ray').argParser(parseVec3))
    .addOption(
      new Option('--to <x,y,z>', 'the end of the ray, where t = 1').argParser(parseVec3).conflicts('direction'),
    )
    .addOption(
      new Option('--direction <x,y,z>', 'the direction of the ray, which then has no end').argParser(parseVec3),
    )
    .addOption(new Option('--all', 'print all hits of the ray, not only the closest'))
    .addOption(jsonOption)
    .addOption(maskOption)
    .addOption(new Option('--solid', 'let a ray that starts inside a box hit it at the start'))
    .addOption(namesOption)
    .addOption(new Option('--triangles', 'print triangle,u,v after t, for each ray of a CSV').conflicts('from'))
    .addOption(new Option('--side <side>', 'only hit this side of triangles').choices(['front', 'back', 'both']))
    .addOption(new Option('--boxes-only', 'hit the boxes of instances, not their triangles'))
    .addOption(
      new Option('--threads <count>', `threads for a CSV; by default and at most ${CORES}, one per core`)
        .argParser(parseCount)
        .conflicts('from'),
    )
    .addOption(memoryOption.conflicts('cluster'))
    .addOption(clusterOption.conflicts(['from', 'threads']))
    .addOption(queueOption)
    .addOption(timeoutOption)
    .action(async (path: string, rays: string | undefined, given: RaycastCommandOptions, command: Command) => {
      const {
        from,
        to,
        direction,
        all = false,
        json = false,
        threads = CORES,
        cluster,
        queue,
        timeout,
        memory,
        ...others
      } = given;
      const { names = false, triangles = false, ...options } = others;
      if (queue !== undefined && cluster === undefined) wrongUsage(command, '--queue needs --cluster');
      if (timeout !== undefined && cluster === undefined) wrongUsage(command, '--timeout needs --cluster');
      const end = to ?? direction;
      if (from === undefined) {
        if (end !== undefined || all || json) wrongUsage(command, '--to, --direction, --all and --json need --from');
        const columns = { names, triangles };
        if (cluster !== undefined) {
          const redis = await redisUrl(cluster, '--cluster');
          await raycastOnCluster(queueOf(redis, queue), path, rays ?? '-', columns, options, timeout);
          return;
        }
        const casting = Math.min(threads, CORES);
        const tiles = await openTiles(path, memory, casting);
        if (tiles !== null) {
          await raycastManyInTiles(path, tiles, rays ?? '-', columns, options);
          return;
        }
        await raycastMany(path, rays ?? '-', casting, columns, options);
        return;
      }
      if (end === undefined) wrongUsage(command, '--from needs --to or --direction');
      if (rays !== undefined) wrongUsage(command, `give one ray by --from or the rays of '${rays}', not both`);
      const ray = { origin: from, direction: to === undefined ? end : difference(to, from) };
      const { x, y, z } = ray.direction;
      if (x === 0 && y === 0 && z === 0) wrongUsage(command, 'the direction of the ray must not be zero');
      if (![x, y, z].every(Number.isFinite)) wrongUsage(command, 'the ends of the ray are too far apart for float64');
      const choice = to === undefined ? options : { ...options, tMax: 1 };
      const tiles = await openTiles(path, memory);
      if (tiles === null) await raycastOne(path, ray, choice, { all, json });
      else await raycastOneInTiles(path, tiles, ray, choice, { all, json });
    });
}

/** How the hits of a single ray are printed: all or the closest, as JSON or as text. */
interface Print {
  all: boolean;
  json: boolean;
}

/** Casts one ray at a scene, and prints the closest hit or all hits. */
async function raycastOne(scenePath: string, ray: Ray, options: RaycastOptions, { all, json }: Print): Promise<void> {
  const { scene, readNames } = await openScene(scenePath);
  const names = readNames();
  if (all) {
    const hits = scene.raycastAll(ray, options);
    const columns = { hasNames: names.runs.length > 0, hasTriangles: scene.meshes.length > 0 };
    await writeLines(json ? [hitJson(hits, names)] : hitTable(hits, names, columns));
  } else {
    await printHit(scene.raycast(ray, options), names, json);
  }
}

async function printHit(hit: Hit | null, names: BoxNames, json: boolean): Promise<void> {
  await writeOut([json ? hitJson(hit, names) : hit === null ? 'no hit\n' : hitText(hit, names)]);
}

/** Casts one ray like {@link raycastOne}, at a file of tiles. Prints columns of names and triangles only if a hit has them. */
async function raycastOneInTiles(
  path: string,
  scene: TiledScene,
  ray: Ray,
  options: RaycastOptions,
  { all, json }: Print,
): Promise<void> {
  try {
    if (all) {
      const hits = await scene.raycastAll(ray, options);
      const names = namesOf(hits);
      const plain = hits.map(withoutTile);
      const columns = {
        hasNames: hits.some(({ name }) => name !== null),
        hasTriangles: hits.some(({ triangle }) => triangle >= 0),
      };
      await writeLines(json ? [hitJson(plain, names)] : hitTable(plain, names, columns));
    } else {
      const hit = await scene.raycast(ray, options);
      await printHit(hit && withoutTile(hit), namesOf(hit === null ? [] : [hit]), json);
    }
  } catch (thrown) {
    throw inTiles(path, thrown);
  } finally {
    await scene.close();
  }
}

function namesOf(hits: readonly TiledHit[]): BoxNames {
  const names = new Map(hits.map(({ id, name }) => [id, name ?? undefined]));
  return { nameOf: (id) => names.get(id), instanceOf: () => undefined };
}

function withoutTile(hit: TiledHit): Hit {
  const plain: Hit & Partial<InNamedTile> = { ...hit };
  delete plain.name;
  delete plain.tile;
  return plain;
}

/** Which columns of the hits of many rays are printed, besides id and t. */
interface Columns {
  names: boolean;
  triangles: boolean;
}

/** Casts the rays of a CSV at a scene, and prints a line for each ray: `id,t`, and optionally the name and the triangle. */
async function raycastMany(
  scenePath: string,
  raysPath: string,
  threads: number,
  columns: Columns,
  options: RaycastOptions,
): Promise<void> {
  const { scene, readNames } = await openScene(scenePath, { shared: true });
  const names = columns.names ? readNames() : null;
  const { name, chunks } = openInput(raysPath);
  const { triangles } = columns;
  try {
    await writeOut(castInThreads(CAST_THREAD, scene, names, rayBlocks(chunks), threads, { ...options, triangles }));
  } catch (thrown) {
    throw inFile(name, thrown);
  }
}

/** Casts rays like {@link raycastMany}, at a file of tiles. The calling thread reads the rays and prints the answers. */
async function raycastManyInTiles(
  path: string,
  scene: TiledScene,
  raysPath: string,
  { names, triangles }: Columns,
  options: RaycastOptions,
): Promise<void> {
  const { name, chunks } = openInput(raysPath);
  try {
    await writeOut(castInTiles(scene, rayBlocks(chunks), names, { ...options, triangles }));
  } catch (thrown) {
    throw inTiles(path, inFile(name, thrown));
  } finally {
    await scene.close();
  }
}

/** Casts rays like {@link raycastMany}, on a cluster. An interrupted command leaves no rays in the cluster's queue. */
async function raycastOnCluster(
  queue: ClusterQueue,
  scenePath: string,
  raysPath: string,
  { names, triangles }: Columns,
  options: RaycastOptions,
  timeout: number | undefined,
): Promise<void> {
  if (isUrl(scenePath))
    throw new InputError(`${scenePath}: --cluster needs the path of a file, which workers have too`);
  if (names && (await hasTiles(scenePath))) {
    throw new InputError(`${scenePath}: --cluster does not read the names of tiles: leave out --names`);
  }
  const sceneNames = names ? (await openScene(scenePath)).readNames() : null;
  const { name, chunks } = openInput(raysPath);
  try {
    await interruptible(async (signal) => {
      const onNotice = (message: string) => process.stderr.write(`${message}\n`);
      const wait = { onNotice, ...(timeout !== undefined && { timeout: 1000 * timeout }) };
      const cast = { ...options, ...wait, triangles, signal };
      await writeOut(castCsvOnCluster(queue, scenePath, sceneNames, rayBlocks(chunks), cast));
    }, LONGEST_END);
  } catch (thrown) {
    throw inFile(name, thrown);
  }
}

function difference(a: Vec3, b: Vec3): Vec3 {
  return { x: a.x - b.x, y: a.y - b.y, z: a.z - b.z };
}
