import { Command, CommanderError } from 'commander';
import { VERSION } from 'slabtree';
import { addBuild } from './commands/build';
import { addCluster } from './commands/cluster';
import { addCull } from './commands/cull';
import { addInfo } from './commands/info';
import { addNearest } from './commands/nearest';
import { addOverlap } from './commands/overlap';
import { addRaycast } from './commands/raycast';
import { refuseRepeatedOptions } from './commands/repeatedOptions';
import { addSplit } from './commands/split';
import { addSweep } from './commands/sweep';
import { addVerify } from './commands/verify';
import { addWorker } from './commands/worker';
import { INTERRUPTED, InterruptedError } from './output/interruptible';
import { standardOutput } from './output/standardOutput';
import { InputError, isSystemError, systemErrorMessage, TOO_LARGE } from './text/errors';
import { escaped } from './text/showText';

/**
 * Matches the messages of RangeErrors when memory runs out for arrays, texts, maps, sets or WebAssembly: engines give these
 * errors no code.
 */
const OUT_OF_MEMORY = /allocation failed|invalid .*length|maximum size exceeded|memory/i;

/** The exit codes of the command after a failure and after wrong arguments. */
const FAILED = 1;
const WRONG_USAGE = 2;

const EXAMPLES = `
For example:
  slabtree build city.glb -o city.slab
  slabtree raycast city.slab --from 0,10,0 --to 0,0,0
  slabtree raycast city.slab < rays.csv > hits.csv`;

const program = new Command('slabtree')
  .description('Exact, fast queries over boxes and triangles in 3D.')
  .version(VERSION)
  .addHelpText('after', EXAMPLES)
  .configureOutput({ writeOut: (text) => standardOutput.write(text) })
  .exitOverride();
const COMMANDS = [
  addBuild,
  addInfo,
  addRaycast,
  addNearest,
  addOverlap,
  addSweep,
  addSplit,
  addCull,
  addVerify,
  addWorker,
  addCluster,
];
for (const addCommand of COMMANDS) addCommand(program);
refuseRepeatedOptions(program);

let isEnding = false;

/** Ends the process after an error, with a message. Further errors, after the first, are ignored. */
function endFor(thrown: unknown): void {
  if (isEnding) return;
  isEnding = true;
  // EPIPE means that the reader of the output, such as `head`, has closed the pipe: it needs no more, so this is no failure.
  if (isSystemError(thrown) && thrown.code === 'EPIPE' && thrown.path === undefined) process.exit(0);
  const print = () => process.stderr.write(`${messageOf(thrown)}\n`, () => process.exit(FAILED));
  // The output that is still buffered is written before the error message, unless writing the output has failed.
  if (standardOutput.errored === null) standardOutput.write('', print);
  else print();
}

function messageOf(thrown: unknown): string {
  if (isSystemError(thrown)) return escaped(systemErrorMessage(thrown));
  if (thrown instanceof InputError) return escaped(thrown.message);
  if (thrown instanceof RangeError && OUT_OF_MEMORY.test(thrown.message)) return TOO_LARGE;
  return `this is a bug in slabtree, please report it: ${thrown instanceof Error ? thrown.stack : String(thrown)}`;
}

standardOutput.on('error', endFor);
// An error of the standard error cannot be reported anywhere, so it is ignored.
process.stderr.on('error', () => undefined);

try {
  await program.parseAsync();
} catch (thrown) {
  if (thrown instanceof CommanderError) {
    // Commander, which parses the arguments, has already printed the mistake, the help or the version.
    process.exitCode = thrown.exitCode === 0 ? 0 : WRONG_USAGE;
  } else if (thrown instanceof InterruptedError) {
    // The standard input may still be read: only an exit ends that.
    process.exit(INTERRUPTED + thrown.signal);
  } else {
    endFor(thrown);
  }
}
