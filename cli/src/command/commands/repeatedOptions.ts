import { type Command, Option } from 'commander';
import { wrongUsage } from './options';

/** An option with a value that may be given several times. Its parser gets the value so far. */
export class RepeatableOption extends Option {}

/**
 * Ends a command whose options contradict each other because one with a value is given twice: commander itself would take the
 * last. Also applies to the commands of the command.
 */
export function refuseRepeatedOptions(command: Command): void {
  for (const inner of command.commands) refuseRepeatedOptions(inner);
  for (const option of command.options) {
    if (option.isBoolean() || option.variadic || option instanceof RepeatableOption) continue;
    let isGiven = false;
    command.on(`option:${option.name()}`, () => {
      if (isGiven) wrongUsage(command, `option '${option.flags}' is given twice: give it once`);
      isGiven = true;
    });
  }
}
