import { type Command, Option } from 'commander';
import type { NearestOptions } from 'slabtree';
import { printFound } from '../queries/foundText';
import type { Rows } from '../queries/printRows';
import { pointBlocks } from '../queries/readPoints';
import { withScene } from '../queries/withScene';
import { RAY_FORMATS, type RayFormat, rayFormatOf } from '../rays/rayFormat';
import {
  boxesOnlyOption,
  CORES,
  jsonOption,
  maskOption,
  memoryOption,
  namesOption,
  parseCount,
  parseNotNegative,
  sceneOrUrlArgument,
  wrongUsage,
} from './options';
import { addShapeOptions, type ShapeOptions, takeShape } from './shapeOptions';

interface NearestCommandOptions extends NearestOptions, ShapeOptions {
  names?: boolean;
  triangles?: boolean;
  json?: boolean;
  threads?: number;
  format?: RayFormat;
  memory?: number;
}

export function addNearest(program: Command): void {
  const command = program
    .command('nearest')
    .description('print the box nearest to a shape, or to each point x,y,z of a file, answered by id,distance')
    .argument(...sceneOrUrlArgument)
    .argument('[points]', 'a CSV, .f32 or .f64 file of points; - or no argument is the standard input');
  addShapeOptions(command)
    .addOption(new Option('--count <count>', 'the most boxes to print for a shape; 1 by default').argParser(parseCount))
    .addOption(
      new Option('--max-distance <distance>', 'leave out boxes that are farther away').argParser(parseNotNegative),
    )
    .addOption(boxesOnlyOption)
    .addOption(maskOption)
    .addOption(jsonOption)
    .addOption(namesOption)
    .addOption(new Option('--triangles', 'print the nearest triangle after the distance, for each point of a file'))
    .addOption(
      new Option(
        '--threads <count>',
        `threads for a file of points; by default and at most ${CORES}, one per core`,
      ).argParser(parseCount),
    )
    .addOption(
      new Option('--format <format>', 'the format of the points; by default, that of the file name').choices(
        RAY_FORMATS,
      ),
    )
    .addOption(memoryOption)
    .action(async (path: string, points: string | undefined, given: NearestCommandOptions) => {
      const { shape, rest } = takeShape(given);
      const { names, triangles, json = false, threads, memory, count, format, ...options } = rest;
      if (shape === undefined) {
        if (count !== undefined || json) wrongUsage(command, '--count and --json need a shape, such as --point');
        const pointsPath = points ?? '-';
        const pointFormat = format ?? rayFormatOf(pointsPath);
        const rows: Rows = { path: pointsPath, blocksOf: (chunks) => pointBlocks(chunks, pointFormat) };
        const effort = { memory, threads: Math.min(threads ?? CORES, CORES) };
        const { printRows } = await import('../queries/printRows');
        await printRows('nearest', path, rows, effort, {
          options,
          names: names === true,
          triangles: triangles === true,
        });
        return;
      }
      if (points !== undefined) wrongUsage(command, `give one shape or the points of '${points}', not both`);
      if (triangles === true || threads !== undefined || format !== undefined) {
        wrongUsage(command, '--triangles, --threads and --format need a file of points');
      }
      await withScene(path, memory, async (opened) => {
        const choice = { ...options, ...(count !== undefined && { count }), ...opened.following };
        const found = await opened.scene.nearest(shape, choice);
        const print = {
          members: ['distance', 'point'],
          isList: count !== undefined,
          isJson: json,
          none: 'no box',
        } as const;
        await printFound(found, opened, print);
      });
    });
}
