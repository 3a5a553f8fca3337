import { setTimeout } from 'node:timers/promises';
import { kinds } from '../program/kinds';
import type { Engine } from './engine';
import { type ProgramServer, serveProgram } from './serveProgram';

const PATIENCE_SECONDS = 120;
const kindCount = Object.keys(kinds).length;

/** Runs the program in a browser, and returns the answers by kind. */
export async function answersIn(engine: Engine, program: string): Promise<ReadonlyMap<string, Float64Array>> {
  const server = await serveProgram(program, kindCount);
  try {
    const page = await engine.open(server.address);
    try {
      await Promise.race([server.answered, page.ended, lateness(server)]);
      return server.answers;
    } finally {
      await page.close();
    }
  } finally {
    server.close();
  }
}

async function lateness({ answers }: ProgramServer): Promise<never> {
  await setTimeout(1000 * PATIENCE_SECONDS, undefined, { ref: false });
  throw new Error(
    `after ${PATIENCE_SECONDS} seconds, only ${answers.size} of ${kindCount} kinds of answers have arrived`,
  );
}
