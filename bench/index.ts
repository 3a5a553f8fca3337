import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Job, createJobs } from './jobs';
import { formatHeading, readOrigin } from './origin';
import { type Result, formatResult } from './report';
import { type StoredResult, mergeResult, readResults, writeResults } from './resultsFile';
import { startProcess } from './startProcess';

/** Has results of the jobs of this run only. */
const RESULTS = resolve(import.meta.dirname, 'results.json');

const { only, write, to, job, ...sizes } = readOptions();
const jobs = createJobs(sizes);
if (job === undefined) await runAll();
else await runHere(job);

async function runAll(): Promise<void> {
  const chosen = jobs.filter(({ name }) => only === undefined || `${name} `.startsWith(`${only} `));
  if (chosen.length === 0) {
    const firstWords = new Set(jobs.map(({ name }) => name.split(' ')[0]));
    throw new RangeError(
      `--only is '${only ?? ''}', expected the first words of a job: ${[...firstWords].join(', ')}, or more words.`,
    );
  }
  const origin = readOrigin();
  const fresh: StoredResult[] = [];
  console.log(formatHeading(origin));
  for (const { name } of chosen) {
    const result = await runInProcess(name);
    console.log(formatResult(result));
    fresh.push({ job: name, origin, ...result });
    // Written after each job, so that an interrupted run keeps what it has measured.
    if (write) await writeResults(to, fresh.reduce(mergeResult, readResults(to)));
  }
  // After a whole run, results of jobs that are no more would be the only old ones. Other files also have results from elsewhere.
  if (write && only === undefined && resolve(to) === RESULTS) await writeResults(to, fresh);
}

/**
 * Each job has a process of its own. So none is timed with the compiled code and the heap of another, which is half a
 * gigabyte or more for a million boxes. The contenders of a job share the process and take turns, so that the machine's
 * ups and downs affect all of them.
 */
async function runInProcess(name: string): Promise<Result> {
  const result = await startProcess(fileURLToPath(import.meta.url), [...process.argv.slice(2), '--job', name], {
    execArgv: [...process.execArgv, '--expose-gc'],
  });
  return result as Result;
}

async function runHere(name: string): Promise<void> {
  const found: Job | undefined = jobs.find((candidate) => candidate.name === name);
  if (found === undefined)
    throw new RangeError(`--job is '${name}', expected one of ${jobs.map((each) => each.name).join(', ')}.`);
  process.send?.(await found.run());
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      boxes: { type: 'string' },
      triangles: { type: 'string' },
      write: { type: 'boolean', default: false },
      to: { type: 'string', default: RESULTS },
      job: { type: 'string' },
    },
  });
  const { boxes, triangles, ...rest } = values;
  if (rest.write && (boxes ?? triangles) !== undefined)
    throw new RangeError('--write keeps figures of the usual sizes: leave out --boxes and --triangles.');
  return { ...rest, boxes: readCount('--boxes', boxes), triangles: readCount('--triangles', triangles) };
}

function readCount(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const count = Number(text);
  if (Number.isInteger(count) && count > 0) return count;
  throw new RangeError(`${option} is '${text}', expected a whole number above 0.`);
}
