import type { Command } from 'commander';
import type { OverlapOptions } from 'slabtree';
import { writeLines, writeOut } from '../output/standardOutput';
import { jsonLine } from '../queries/foundText';
import { setJson, setLines } from '../queries/setText';
import { withScene } from '../queries/withScene';
import { boxesOnlyOption, jsonOption, maskOption, memoryOption, namesOption, sceneOrUrlArgument } from './options';
import { addShapeOptions, type ShapeOptions, takeShape, wrongWithoutShape } from './shapeOptions';

interface OverlapCommandOptions extends OverlapOptions, ShapeOptions {
  names?: boolean;
  json?: boolean;
  memory?: number;
}

export function addOverlap(program: Command): void {
  const command = program
    .command('overlap')
    .description('print the ids of the boxes that a shape overlaps or touches')
    .argument(...sceneOrUrlArgument);
  addShapeOptions(command)
    .addOption(boxesOnlyOption)
    .addOption(maskOption)
    .addOption(namesOption)
    .addOption(jsonOption)
    .addOption(memoryOption)
    .action(async (path: string, given: OverlapCommandOptions) => {
      const { shape, rest } = takeShape(given);
      const { names = false, json = false, memory, ...options } = rest;
      if (shape === undefined) wrongWithoutShape(command);
      await withScene(path, memory, async ({ scene, following, namesOfSets }) => {
        const found = await scene.overlap(shape, { ...options, ...following });
        const nameList = names ? await namesOfSets(found) : null;
        if (json) await writeOut([jsonLine(setJson(found, nameList))]);
        else await writeLines(setLines({ found }, null, nameList));
      });
    });
}
