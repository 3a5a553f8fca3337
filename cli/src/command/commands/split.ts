import { type Command, Option } from 'commander';
import type { MaskOption, Plane } from 'slabtree';
import { writeLines, writeOut } from '../output/standardOutput';
import { setLines } from '../queries/setText';
import { withScene } from '../queries/withScene';
import { answerText } from '../text/showText';
import {
  jsonOption,
  maskOption,
  memoryOption,
  namesOption,
  parsePlane,
  sceneOrUrlArgument,
  wrongUsage,
} from './options';

interface SplitOptions extends MaskOption {
  plane: Plane;
  ids?: boolean;
  names?: boolean;
  json?: boolean;
  memory?: number;
}

export function addSplit(program: Command): void {
  program
    .command('split')
    .description('count the boxes in front of a plane, those that cross or touch it, and those behind it')
    .argument(...sceneOrUrlArgument)
    .addOption(
      new Option('--plane <a,b,c,d>', 'ax + by + cz + d = 0; a,b,c points to the front')
        .argParser(parsePlane)
        .makeOptionMandatory(),
    )
    .addOption(new Option('--ids', 'print a line id,side for each box').conflicts('json'))
    .addOption(namesOption)
    .addOption(jsonOption)
    .addOption(maskOption)
    .addOption(memoryOption)
    .action(async (path: string, given: SplitOptions, command: Command) => {
      const { plane, ids = false, names = false, json = false, memory, ...options } = given;
      if (names && !ids) wrongUsage(command, '--names needs --ids');
      await withScene(path, memory, async ({ scene, following, namesOfSets }) => {
        const { front, crossing, back } = await scene.split(plane, { ...options, ...following });
        if (ids) {
          await writeLines(
            setLines({ front, crossing, back }, 'side', names ? await namesOfSets(front, crossing, back) : null),
          );
          return;
        }
        const counts = { front: front.size, crossing: crossing.size, back: back.size };
        await writeOut([json ? `${JSON.stringify(counts)}\n` : answerText(counts)]);
      });
    });
}
