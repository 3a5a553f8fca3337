#!/usr/bin/env node
import { availableParallelism } from 'node:os';
import { Command, CommanderError, Option } from 'commander';
import type { MaskOption, Plane, Vec3 } from 'slabtree';
import { version } from '../../package.json';
import { BOX_FORMATS, type BoxFormat, formatOf } from './commands/readBoxes';
import { build } from './commands/build';
import { InputError, isSystemError, systemErrorMessage } from './text/errors';
import { info } from './commands/info';
import { InterruptedError } from './output/interruptible';
import { parseCount, parseMask, parsePlane, parseVec3 } from './commands/options';
import { raycastMany, raycastOne } from './commands/raycast';
import { escaped } from './text/showText';
import { splitCounts, splitIds } from './commands/split';
import { standardOutput } from './output/standardOutput';

/** What the library says of a scene that is too large, and Node of numbers, texts, maps and sets. */
const TOO_LARGE = /^a (scene|tree) |allocation failed|invalid .*length|maximum size exceeded|memory/i;

const FAILED = 1;
const WRONG_USAGE = 2;
/** And the signal's number, as shells count. */
const INTERRUPTED = 128;
/** More threads than cores take memory and no less time. */
const CORES = availableParallelism();

const scene = ['<scene>', 'a file that build has written'] as const;
const jsonOption = new Option('--json', 'print JSON');
const namesOption = new Option('--names', 'print the names of the boxes after their ids');
const maskOption = new Option('--mask <bits>', 'count only boxes that share a bit with it').argParser(parseMask);

const program = new Command('slabtree')
  .description('Exact, fast queries over boxes in 3D.')
  .version(version)
  .configureOutput({ writeOut: (text) => standardOutput.write(text) })
  .exitOverride();

interface BuildGiven {
  output: string;
  format?: BoxFormat;
  allowOutside?: boolean;
}

program
  .command('build')
  .description('build a scene of the boxes in a file')
  .argument('<boxes>', 'a .csv, .json, .gltf or .glb file; - is the standard input')
  .requiredOption('-o, --output <scene>', 'the file to write; - is the standard output')
  .addOption(new Option('--format <format>', 'how the boxes are written, if not as the name says').choices(BOX_FORMATS))
  .addOption(new Option('--allow-outside', "let a glTF's URIs lead outside of its folder"))
  .action(async (path: string, given: BuildGiven, command: Command) => {
    const { output, format, allowOutside = false } = given;
    const chosen = format ?? formatOf(path);
    if (chosen === null) wrongUsage(command, `'${path}' does not say how its boxes are written: give --format`);
    if (chosen === 'gltf' && path === '-') wrongUsage(command, 'a glTF cannot be read from the standard input');
    if (chosen !== 'gltf' && allowOutside) wrongUsage(command, '--allow-outside goes with a glTF');
    await build(path, chosen, output, { allowOutside });
  });

program
  .command('info')
  .description('tell what a scene holds')
  .argument(...scene)
  .addOption(jsonOption)
  .action(async (path: string, { json = false }: { json?: boolean }) => {
    await info(path, json);
  });

interface RaycastGiven extends MaskOption {
  from?: Vec3;
  to?: Vec3;
  direction?: Vec3;
  all?: boolean;
  json?: boolean;
  solid?: boolean;
  names?: boolean;
  threads?: number;
}

program
  .command('raycast')
  .description('cast one ray, or those of a CSV: origin x,y,z and direction x,y,z a line, answered by a line id,t')
  .argument(...scene)
  .argument('[rays]', 'a CSV; - or nothing is the standard input')
  .addOption(new Option('--from <x,y,z>', 'where one ray begins').argParser(parseVec3))
  .addOption(new Option('--to <x,y,z>', 'where it ends, at t = 1').argParser(parseVec3).conflicts('direction'))
  .addOption(new Option('--direction <x,y,z>', 'where it goes, without end').argParser(parseVec3))
  .addOption(new Option('--all', 'print all of its hits, not only the closest'))
  .addOption(jsonOption)
  .addOption(maskOption)
  .addOption(new Option('--solid', 'count a ray that starts inside a box as a hit where it starts'))
  .addOption(namesOption)
  .addOption(
    new Option('--threads <count>', `for a CSV, in how many threads; by default and at most in ${CORES}, one a core`)
      .argParser(parseCount)
      .conflicts('from'),
  )
  .action(async (path: string, rays: string | undefined, given: RaycastGiven, command: Command) => {
    const { from, to, direction, all = false, json = false, names = false, threads = CORES, ...options } = given;
    const end = to ?? direction;
    if (from === undefined) {
      if (end !== undefined || all || json) wrongUsage(command, '--to, --direction, --all and --json go with --from');
      await raycastMany(path, rays ?? '-', { threads: Math.min(threads, CORES), names }, options);
      return;
    }
    if (end === undefined) wrongUsage(command, '--from goes with --to or --direction');
    if (rays !== undefined) wrongUsage(command, `give one ray by --from or those of '${rays}', not both`);
    const ray = { origin: from, direction: to === undefined ? end : difference(to, from) };
    const { x, y, z } = ray.direction;
    if (x === 0 && y === 0 && z === 0) wrongUsage(command, 'the ray must go somewhere: its end is its beginning');
    if (![x, y, z].every(Number.isFinite)) wrongUsage(command, 'the ends of the ray are too far apart for numbers');
    await raycastOne(path, ray, to === undefined ? options : { ...options, tMax: 1 }, { all, json });
  });

interface SplitGiven extends MaskOption {
  plane: Plane;
  ids?: boolean;
  names?: boolean;
  json?: boolean;
}

program
  .command('split')
  .description('count the boxes in front of a plane, crossing or touching it, and behind')
  .argument(...scene)
  .addOption(
    new Option('--plane <a,b,c,d>', 'ax + by + cz + d = 0; a,b,c points to the front')
      .argParser(parsePlane)
      .makeOptionMandatory(),
  )
  .addOption(new Option('--ids', 'print a line id,side for each box').conflicts('json'))
  .addOption(namesOption)
  .addOption(jsonOption)
  .addOption(maskOption)
  .action(async (path: string, given: SplitGiven, command: Command) => {
    const { plane, ids = false, names = false, json = false, ...options } = given;
    if (names && !ids) wrongUsage(command, '--names goes with --ids');
    if (ids) await splitIds(path, plane, names, options);
    else await splitCounts(path, plane, options, json);
  });

function difference(a: Vec3, b: Vec3): Vec3 {
  return { x: a.x - b.x, y: a.y - b.y, z: a.z - b.z };
}

function wrongUsage(command: Command, message: string): never {
  return command.error(`error: ${message}`);
}

/** Ends the process for something that was thrown; of several such things the first counts. */
function endFor(thrown: unknown): void {
  if (isEnding) return;
  isEnding = true;
  // Who reads no more, `head` say, has what is wanted.
  if (isSystemError(thrown) && thrown.code === 'EPIPE' && thrown.path === undefined) process.exit(0);
  const say = () => process.stderr.write(`${messageOf(thrown)}\n`, () => process.exit(FAILED));
  // After what has been printed, unless it is that which fails.
  if (standardOutput.errored === null) standardOutput.write('', say);
  else say();
}

function messageOf(thrown: unknown): string {
  if (isSystemError(thrown)) return escaped(systemErrorMessage(thrown));
  if (thrown instanceof InputError) return escaped(thrown.message);
  if (thrown instanceof RangeError && TOO_LARGE.test(thrown.message)) return 'this is more than fits in memory';
  return `this is a fault of slabtree, please report it: ${thrown instanceof Error ? thrown.stack : String(thrown)}`;
}

let isEnding = false;
standardOutput.on('error', endFor);
// Nobody is left to be told.
process.stderr.on('error', () => undefined);

try {
  await program.parseAsync();
} catch (thrown) {
  if (thrown instanceof CommanderError) {
    // It has said what is wrong, or has printed the help or version that was asked for.
    process.exitCode = thrown.exitCode === 0 ? 0 : WRONG_USAGE;
  } else if (thrown instanceof InterruptedError) {
    process.exitCode = INTERRUPTED + thrown.signal;
  } else {
    endFor(thrown);
  }
}
