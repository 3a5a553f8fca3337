import { defineConfig } from 'vitest/config';
import { resolve, server } from './vitest.built.config.ts';
import { commandProcesses, test } from './vitest.config.ts';

/** The command line as people run it: each test starts processes of the built program. */
export default defineConfig({
  resolve,
  test: { ...test, server, include: commandProcesses },
});
