import { type Command, Option } from 'commander';
import type { Hit, MaskOption, Ray, RaycastOptions, TriangleSide, Vec3 } from 'slabtree';
import type { InNamedTile, TiledHit } from 'slabtree/tiles';
import { redisUrl } from '../input/redisUrl';
import { writeLines, writeOut } from '../output/standardOutput';
import type { Rows } from '../queries/printRows';
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
          const { printRows } = await import('../queries/printRows');
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
        const { raycastMany, raycastOnCluster } = await import('./raycastMany');
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
      await printRay(path, memory, ray, { ...options, tMin, tMax }, { any, all, json });
    });
}

/** What is printed of a single ray, and how: whether it hits anything, all its hits or the closest, as JSON or as text. */
interface Print {
  any: boolean;
  all: boolean;
  json: boolean;
}

/** Casts one ray at a scene or a file of tiles, and prints the answer. */
async function printRay(
  path: string,
  memory: number | undefined,
  ray: Ray,
  options: RaycastOptions,
  { any, all, json }: Print,
): Promise<void> {
  await withScene(path, memory, async ({ scene, following, namesOf, columnsFor }) => {
    const choice = { ...options, ...following };
    if (any) {
      const isHit = await scene.raycastAny(ray, choice);
      await writeOut([json ? `${isHit}\n` : `${isHit ? 'hit' : 'no hit'}\n`]);
    } else if (all) {
      const hits = await scene.raycastAll(ray, choice);
      const names = namesOf(hits);
      await writeLines(json ? [hitJson(hits.map(withoutTile), names)] : hitTable(hits, names, columnsFor(hits)));
    } else {
      const hit = await scene.raycast(ray, choice);
      const names = namesOf(hit === null ? [] : [hit]);
      await writeOut([
        json ? hitJson(hit && withoutTile(hit), names) : hit === null ? 'no hit\n' : hitText(hit, names),
      ]);
    }
  });
}

/** Returns a hit without the tile and the name that a hit in a file of tiles has: names are printed beside the id. */
function withoutTile(hit: Hit | TiledHit): Hit {
  const plain: Hit & Partial<InNamedTile> = { ...hit };
  delete plain.name;
  delete plain.tile;
  return plain;
}

function difference(a: Vec3, b: Vec3): Vec3 {
  return { x: a.x - b.x, y: a.y - b.y, z: a.z - b.z };
}
