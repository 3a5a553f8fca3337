import { type Command, Option } from 'commander';
import { type ClipSpace, frustumFromMatrix, type MaskOption, type Plane } from 'slabtree';
import { writeLines, writeOut } from '../output/standardOutput';
import { jsonLine } from '../queries/foundText';
import { difference, setJson, setLines } from '../queries/setText';
import { withScene } from '../queries/withScene';
import {
  jsonOption,
  maskOption,
  memoryOption,
  namesOption,
  parseNumbers,
  parsePlane,
  sceneOrUrlArgument,
  wrongUsage,
} from './options';
import { RepeatableOption } from './repeatedOptions';

interface CullOptions extends MaskOption {
  plane?: Plane[];
  viewProjection?: number[];
  clipSpace?: ClipSpace;
  names?: boolean;
  json?: boolean;
  memory?: number;
}

export function addCull(program: Command): void {
  program
    .command('cull')
    .description('print the boxes that lie in a volume between planes, or cross its surface')
    .argument(...sceneOrUrlArgument)
    .addOption(
      new RepeatableOption(
        '--plane <a,b,c,d>',
        'a plane of the volume, where ax + by + cz + d = 0; a,b,c points into it; repeat it',
      ).argParser((text, planes: Plane[] | undefined) => [...(planes ?? []), parsePlane(text)]),
    )
    .addOption(
      new Option('--view-projection <m0,…,m15>', 'the volume that a camera sees: projection times view, column-major')
        .argParser((text) => parseNumbers(text, 16))
        .conflicts('plane'),
    )
    .addOption(
      new Option('--clip-space <space>', 'the depths of the projection; opengl by default').choices([
        'opengl',
        'webgpu',
      ]),
    )
    .addOption(maskOption)
    .addOption(namesOption)
    .addOption(jsonOption)
    .addOption(memoryOption)
    .action(async (path: string, given: CullOptions, command: Command) => {
      const { plane, viewProjection, clipSpace, names = false, json = false, memory, ...options } = given;
      const planes = plane ?? frustum(viewProjection, clipSpace, command);
      if (viewProjection === undefined && clipSpace !== undefined) {
        wrongUsage(command, '--clip-space needs --view-projection');
      }
      await withScene(path, memory, async ({ scene, following, namesOfSets }) => {
        const { inside, crossing, edges } = await scene.cull(planes, { ...options, ...following });
        const nameList = names ? await namesOfSets(inside, crossing) : null;
        if (json) {
          const sets = { inside, crossing, edges };
          const lists = Object.entries(sets).map(([name, set]) => [name, setJson(set, nameList)]);
          await writeOut([jsonLine(Object.fromEntries(lists))]);
        } else {
          await writeLines(setLines({ edge: edges, inside, crossing: difference(crossing, edges) }, 'where', nameList));
        }
      });
    });
}

/** Returns the planes around what a camera sees. Ends the command with an error message if the options give none. */
function frustum(matrix: number[] | undefined, clipSpace: ClipSpace | undefined, command: Command): Plane[] {
  if (matrix === undefined) return wrongUsage(command, 'give --plane, once or several times, or --view-projection');
  try {
    return frustumFromMatrix(matrix, clipSpace);
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
    return wrongUsage(command, thrown.message.replace('viewProjection', '--view-projection'));
  }
}
