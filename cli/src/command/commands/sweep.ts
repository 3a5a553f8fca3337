import { type Command, Option } from 'commander';
import type { SweepOptions, Vec3 } from 'slabtree';
import { writeOut } from '../output/standardOutput';
import { jsonLine, printFound } from '../queries/foundText';
import { withScene } from '../queries/withScene';
import {
  boxesOnlyOption,
  jsonOption,
  maskOption,
  memoryOption,
  parseNotNegative,
  parseVec3,
  sceneOrUrlArgument,
  sideOption,
  wrongUsage,
} from './options';
import { addShapeOptions, type ShapeOptions, takeShape, wrongWithoutShape } from './shapeOptions';

interface SweepCommandOptions extends SweepOptions, ShapeOptions {
  motion?: Vec3;
  direction?: Vec3;
  all?: boolean;
  any?: boolean;
  json?: boolean;
  memory?: number;
}

const MEMBERS = ['t', 'distance', 'point', 'normal', 'startsOverlapping', 'depth', 'feature', 'faceNormal'] as const;

export function addSweep(program: Command): void {
  const command = program
    .command('sweep')
    .description('print what a moving shape hits first')
    .argument(...sceneOrUrlArgument);
  addShapeOptions(command)
    .addOption(
      new Option('--motion <x,y,z>', 'the whole way of the shape, at whose end t = 1')
        .argParser(parseVec3)
        .conflicts('direction'),
    )
    .addOption(
      new Option('--direction <x,y,z>', 'the direction of the shape, whose way has no end').argParser(parseVec3),
    )
    .addOption(new Option('--all', 'print all hits on the way, not only the first').conflicts('any'))
    .addOption(new Option('--any', 'only print whether there is a hit'))
    .addOption(new Option('--t-max <t>', 'the end of the way; 1 by default for --motion').argParser(parseNotNegative))
    .addOption(
      new Option('--margin <distance>', 'how far from a box the shape stops; 0 by default').argParser(parseNotNegative),
    )
    .addOption(new Option('--ignore-start', 'pass what the shape touches at the start and does not come nearer to'))
    .addOption(sideOption)
    .addOption(boxesOnlyOption)
    .addOption(maskOption)
    .addOption(jsonOption)
    .addOption(memoryOption)
    .action(async (path: string, given: SweepCommandOptions) => {
      const { shape, rest } = takeShape(given);
      const { motion, direction, all = false, any = false, json = false, memory, ...options } = rest;
      if (shape === undefined) wrongWithoutShape(command);
      const way = motion ?? direction ?? wrongUsage(command, 'give --motion or --direction');
      const isStill = way.x === 0 && way.y === 0 && way.z === 0;
      if (motion === undefined && isStill) wrongUsage(command, '--direction must not be zero');
      await withScene(path, memory, async (opened) => {
        const { scene, following } = opened;
        const choice = { ...(motion === undefined && { tMax: Infinity }), ...options, ...following };
        if (any) {
          const isHit = await scene.sweepAny(shape, way, choice);
          await writeOut([json ? jsonLine(isHit) : `${isHit ? 'hit' : 'no hit'}\n`]);
          return;
        }
        const found = all
          ? await scene.sweepAll(shape, way, choice)
          : [(await scene.sweep(shape, way, choice)) ?? []].flat();
        await printFound(found, opened, { members: MEMBERS, isList: all, isJson: json, none: 'no hit' });
      });
    });
}
