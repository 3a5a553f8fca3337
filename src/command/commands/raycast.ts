import { type Command, Option } from 'commander';
import type { Hit, MaskOption, Ray, RaycastOptions, TriangleSide, Vec3 } from 'slabtree';
import type { InNamedTile, TiledHit, TiledScene } from 'slabtree/tiles';
import type { BoxNames } from '../boxes/boxNames';
import { inTiles, openScene, openTiles } from '../input/openScene';
import { redisUrl } from '../input/redisUrl';
import { writeLines, writeOut } from '../output/standardOutput';
import { printRows, type Rows } from '../queries/printRows';
import { withScene } from '../queries/withScene';
import { hitJson, hitTable, hitText } from '../rays/hitText';
import { rayBlocks } from '../rays/openRays';
import { HIT_FORMATS, type HitFormat, hitFormatOf, RAY_FORMATS, type RayFormat, rayFormatOf } from '../rays/rayFormat';
import {
  boxesOnlyOption,
  clusterOption,
  CORES,
  jsonOption,
  maskOption,
  memoryOption,
  namesOption,
  parseAnyNumber,
  parseCount,
  parseVec3,
  queueOf,
  queueOption,
  sceneOrUrlArgument,
  sideOption,
  timeoutOption,
  wrongUsage,
} from './options';
import { raycastMany, raycastOnCluster } from './raycastMany';

interface RaycastCommandOptions extends MaskOption {
  from?: Vec3;
  to?: Vec3;
  direction?: Vec3;
  all?: boolean;
  any?: boolean;
  tMin?: number;
  tMax?: number;
  json?: boolean;
  solid?: boolean;
  names?: boolean;
  triangles?: boolean;
  side?: TriangleSide;
  boxesOnly?: boolean;
  format?: RayFormat;
  output?: string;
  outputFormat?: HitFormat;
  resume?: string;
  threads?: number;
  memory?: number;
  cluster?: string | true;
  queue?: string;
  timeout?: number;
}

export function addRaycast(program: Command): void {
  program
    .command('raycast')
    .description('cast one ray, or the rays of a file: each line is origin x,y,z and direction x,y,z, answered by id,t')
    .argument(...sceneOrUrlArgument)
    .argument('[rays]', 'a CSV, .f32 or .f64 file of rays; - or no argument is the standard input')
    .addOption(new Option('--from <x,y,z>', 'the start of one ray').argParser(parseVec3))
    .addOption(
      new Option('--to <x,y,z>', 'the end of the ray, where t = 1').argParser(parseVec3).conflicts('direction'),
    )
    .addOption(
      new Option('--direction <x,y,z>', 'the direction of the ray, which then has no end').argParser(parseVec3),
    )
    .addOption(new Option('--all', 'print all hits of the ray, not only the closest'))
    .addOption(
      new Option('--any', 'only print whether a ray hits anything').conflicts([
        'all',
        'names',
        'triangles',
        'cluster',
        'output',
        'outputFormat',
        'resume',
      ]),
    )
    .addOption(new Option('--t-min <t>', 'the start of each ray; 0 by default').argParser(parseAnyNumber))
    .addOption(new Option('--t-max <t>', 'the end of each ray; 1 by default with --to').argParser(parseAnyNumber))
    .addOption(jsonOption)
    .addOption(maskOption)
    .addOption(new Option('--solid', 'let a ray that starts inside a box hit it at the start'))
    .addOption(namesOption)
    .addOption(new Option('--triangles', 'print triangle,u,v after t, for each ray of a file').conflicts('from'))
    .addOption(sideOption)
    .addOption(boxesOnlyOption)
    .addOption(
      new Option('--threads <count>', `threads for a file of rays; by default and at most ${CORES}, one per core`)
        .argParser(parseCount)
        .conflicts('from'),
    )
    .addOption(
      new Option('--format <format>', 'the format of the rays; by default, that of the file name')
        .choices(RAY_FORMATS)
        .conflicts('from'),
    )
    .addOption(
      new Option('-o, --output <hits>', 'a file for the hits of many rays; by default, the standard output').conflicts(
        'from',
      ),
    )
    .addOption(
      new Option('--output-format <format>', 'the format of the hits; by default, that of the file name')
        .choices(HIT_FORMATS)
        .conflicts('from'),
    )
    .addOption(
      new Option('--resume <checkpoint>', 'a file that says how far the cast has come; go on there').conflicts('from'),
    )
    .addOption(memoryOption.conflicts('cluster'))
    .addOption(clusterOption.conflicts(['from', 'threads']))
    .addOption(queueOption)
    .addOption(timeoutOption(30))
    .action(async (path: string, rays: string | undefined, given: RaycastCommandOptions, command: Command) => {
      const {
        from,
        to,
        direction,
        all = false,
        any = false,
        json = false,
        format,
        output = '-',
        outputFormat = hitFormatOf(output),
        resume,
        threads = CORES,
        cluster,
        queue,
        timeout,
        memory,
        names = false,
        triangles = false,
        ...options
      } = given;
      if (queue !== undefined && cluster === undefined) wrongUsage(command, '--queue needs --cluster');
      if (timeout !== undefined && cluster === undefined) wrongUsage(command, '--timeout needs --cluster');
      const end = to ?? direction;
      const { tMin = 0, tMax = to === undefined ? Infinity : 1 } = options;
      if (tMin > tMax) wrongUsage(command, `--t-min must not be greater than the end of the ray, ${tMax}`);
      if (from === undefined) {
        if (end !== undefined || all || json) wrongUsage(command, '--to, --direction, --all and --json need --from');
        if (names && outputFormat !== 'csv') wrongUsage(command, '--names needs hits in a CSV');
        if (resume !== undefined && output === '-') wrongUsage(command, '--resume needs -o');
        const raysPath = rays ?? '-';
        const rayFormat = format ?? rayFormatOf(raysPath);
        if (any) {
          const rows: Rows = { path: raysPath, blocksOf: (chunks) => rayBlocks(chunks, rayFormat) };
          await printRows('raycastAny', path, rows, { memory, threads: Math.min(threads, CORES) }, { options });
          return;
        }
        const paths = {
          scene: path,
          rays: raysPath,
          rayFormat,
          hits: output,
          hitFormat: outputFormat,
          checkpoint: resume,
        };
        const cast = { paths, names, options: { ...options, triangles } };
        if (cluster === undefined) await raycastMany(cast, threads, memory);
        else await raycastOnCluster(cast, queueOf(await redisUrl(cluster, '--cluster'), queue), timeout);
        return;
      }
      if (end === undefined) wrongUsage(command, '--from needs --to or --direction');
      if (rays !== undefined) wrongUsage(command, `give one ray by --from or the rays of '${rays}', not both`);
      const ray = { origin: from, direction: to === undefined ? end : difference(to, from) };
      const { x, y, z } = ray.direction;
      if (x === 0 && y === 0 && z === 0) wrongUsage(command, 'the direction of the ray must not be zero');
      if (![x, y, z].every(Number.isFinite)) wrongUsage(command, 'the ends of the ray are too far apart for float64');
      const choice = { ...options, tMin, tMax };
      if (any) {
        await printAny(path, memory, ray, choice, json);
        return;
      }
      const tiles = await openTiles(path, memory);
      if (tiles === null) await raycastOne(path, ray, choice, { all, json });
      else await raycastOneInTiles(path, tiles, ray, choice, { all, json });
    });
}

/** Prints whether one ray hits anything. */
async function printAny(
  path: string,
  memory: number | undefined,
  ray: Ray,
  options: RaycastOptions,
  isJson: boolean,
): Promise<void> {
  await withScene(path, memory, async ({ scene, following }) => {
    const isHit = await scene.raycastAny(ray, { ...options, ...following });
    await writeOut([isJson ? `${isHit}\n` : `${isHit ? 'hit' : 'no hit'}\n`]);
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

function difference(a: Vec3, b: Vec3): Vec3 {
  return { x: a.x - b.x, y: a.y - b.y, z: a.z - b.z };
}
