import { fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measureBabylonPick } from './babylonPick';
import { measureBuild } from './build';
import { measureCharacter } from './character';
import { measureClosestHit } from './closestHit';
import { measureCull } from './cull';
import { measureFile } from './file';
import { measureMoving } from './moving';
import { scenarios } from './motion';
import { measureNearest } from './nearest';
import { measureOverlap } from './overlap';
import { measurePairs } from './pairs';
import { type PartKind, partKinds } from './parts';
import { measureRefit } from './refit';
import { type Result, createReport, formatHeading, formatResult } from './report';
import { measureShapesAmongBoxes, measureShapesOnMesh } from './shapes/sweep';
import { measureSplit } from './split';
import { measureBuildAsync, measureThreads } from './threads';
import { measureThreeBuild, measureThreeFirstPick } from './threeBuild';
import { measureThreeBuilding } from './threeBuilding';
import { measureThreeDuplicates } from './threeDuplicates';
import { measureThreeManyGeometries } from './threeManyGeometries';
import { measureThreeMesh } from './threeMesh';
import { measureThreeObjects } from './threeObjects';
import { measureThreeParts } from './threeParts';
import { measureThreePick } from './threePick';
import { measureThreePoints } from './threePoints';
import { measureThreeNearby } from './threeNearby';
import { measureThreeRefused } from './threeRefused';
import { measureThreeSnap } from './threeSnap';
import { measureThreePose } from './threePose';
import { measureThreeSelect } from './threeSelect';
import { measureThreeUpdate } from './threeUpdate';
import { measureForestBuild, measureTriangleBuild } from './triangles/build';
import { measureForest, measureTriangles } from './triangles/closestHit';
import { measureNearestTriangle } from './triangles/nearest';
import { measureTriangleRefit } from './triangles/refit';
import { type MeshKind, meshKinds } from './triangles/scenes';

const lastWordOf: Record<PartKind, string> = {
  Meshes: 'meshes',
  InstancedMeshes: 'instances',
  'a BatchedMesh': 'batch',
};
const { only, boxes, triangles, json, job } = readOptions();
const jobs = createJobs();
if (job === undefined) await runAll();
else await runHere(job);

interface Job {
  /** `--only` picks jobs by the first word. */
  readonly name: string;
  run(): Result | Promise<Result>;
}

function createJobs(): Job[] {
  const scenes = ['uniform', 'city', 'obb'] as const;
  const sizes = boxes === undefined ? [100_000, 1_000_000] : [boxes];
  return [
    ...scenes.flatMap((kind) =>
      sizes.map((size) => ({ name: `closest ${kind} ${size}`, run: () => measureClosestHit(kind, size) })),
    ),
    { name: 'split', run: () => measureSplit(boxes ?? 1_000_000) },
    { name: 'cull', run: () => measureCull(boxes ?? 1_000_000) },
    { name: 'overlap', run: () => measureOverlap(boxes ?? 100_000) },
    { name: 'nearest', run: () => measureNearest(boxes ?? 100_000) },
    { name: 'shapes boxes', run: () => measureShapesAmongBoxes(boxes ?? 100_000) },
    { name: 'shapes terrain', run: () => measureShapesOnMesh('terrain', trianglesIn('terrain')) },
    { name: 'shapes soup', run: () => measureShapesOnMesh('soup', trianglesIn('soup')) },
    { name: 'character', run: () => measureCharacter() },
    { name: 'pairs', run: () => measurePairs(boxes ?? 100_000) },
    ...scenarios.map((scenario) => ({
      name: `moving ${scenario.name}`,
      run: () => measureMoving(scenario, boxes ?? 100_000),
    })),
    ...(['obb', 'uniform'] as const).map((kind) => ({
      name: `refit ${kind}`,
      run: () => measureRefit(kind, boxes ?? 100_000),
    })),
    { name: 'three pick', run: () => measureThreePick(boxes ?? 100_000) },
    { name: 'three mesh terrain', run: () => measureThreeMesh('terrain', trianglesIn('terrain')) },
    { name: 'three mesh slivers', run: () => measureThreeMesh('slivers', trianglesIn('slivers')) },
    { name: 'three pose', run: () => measureThreePose() },
    { name: 'three building', run: () => measureThreeBuilding() },
    ...partKinds.map((kind) => ({ name: `three parts ${lastWordOf[kind]}`, run: () => measureThreeParts(kind) })),
    { name: 'three refused', run: () => measureThreeRefused() },
    { name: 'three nearby', run: () => measureThreeNearby() },
    { name: 'three geometries', run: () => measureThreeManyGeometries(boxes ?? 100_000) },
    { name: 'three duplicates', run: () => measureThreeDuplicates(boxes ?? 20_000) },
    { name: 'three build', run: () => measureThreeBuild(boxes ?? 100_000) },
    { name: 'three first pick', run: () => measureThreeFirstPick(10_000) },
    { name: 'three points', run: () => measureThreePoints(boxes ?? 10_000_000) },
    { name: 'three snap', run: () => measureThreeSnap() },
    { name: 'three update', run: () => measureThreeUpdate(boxes ?? 100_000) },
    { name: 'three objects', run: () => measureThreeObjects(boxes ?? 100_000) },
    { name: 'three select', run: () => measureThreeSelect(boxes ?? 100_000) },
    { name: 'babylon pick', run: () => measureBabylonPick(boxes ?? 20_000) },
    ...meshKinds.map((kind) => ({
      name: `triangles closest ${kind}`,
      run: () => measureTriangles(kind, trianglesIn(kind)),
    })),
    { name: 'triangles closest forest', run: () => measureForest(boxes ?? 20_000) },
    ...(['terrain', 'soup'] as const).flatMap((kind) => [
      { name: `triangles build ${kind}`, run: () => measureTriangleBuild(kind, trianglesIn(kind)) },
      { name: `triangles refit ${kind}`, run: () => measureTriangleRefit(kind, trianglesIn(kind)) },
    ]),
    ...meshKinds.map((kind) => ({
      name: `triangles nearest ${kind}`,
      run: () => measureNearestTriangle(kind, trianglesIn(kind)),
    })),
    { name: 'triangles build forest', run: () => measureForestBuild(boxes ?? 20_000) },
    { name: 'threads', run: () => measureThreads(boxes ?? 1_000_000) },
    { name: 'threads build', run: () => measureBuildAsync(boxes ?? 1_000_000) },
    ...sizes.map((size) => ({ name: `build ${size}`, run: () => measureBuild(size) })),
    ...sizes.map((size) => ({ name: `file ${size}`, run: () => measureFile(size) })),
  ];
}

/** Slivers are so slow that more of them would show nothing new. */
function trianglesIn(kind: MeshKind): number {
  return triangles ?? (kind === 'slivers' ? 200_000 : 1_000_000);
}

function questionOf({ name }: Job): string {
  return name.split(' ')[0];
}

async function runAll(): Promise<void> {
  const questions = new Set(jobs.map(questionOf));
  const chosen = jobs.filter((each) => only === undefined || questionOf(each) === only);
  if (chosen.length === 0)
    throw new RangeError(`--only is '${only ?? ''}', expected one of ${[...questions].join(', ')}.`);

  const results: Result[] = [];
  console.log(formatHeading(createReport(results)));
  for (const { name } of chosen) {
    const result = await runInProcess(name);
    console.log(formatResult(result));
    results.push(result);
  }
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(createReport(results), null, 2)}\n`);
}

/**
 * Each job has a process of its own. So none is timed with the compiled code and the heap of another, which is half a
 * gigabyte or more for a million boxes. The contenders of a job share the process and take turns, so that the machine's
 * ups and downs affect all of them.
 */
function runInProcess(name: string): Promise<Result> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), [...process.argv.slice(2), '--job', name], {
      execArgv: [...process.execArgv, '--expose-gc'],
    });
    child.on('message', (result) => {
      resolve(result as Result);
    });
    child.on('error', reject);
    child.on('exit', (code) => {
      // This has no effect if the result has arrived.
      reject(new Error(`'${name}' ended with exit code ${code ?? 'none'} and no result.`));
    });
  });
}

async function runHere(name: string): Promise<void> {
  const found = jobs.find((candidate) => candidate.name === name);
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
      json: { type: 'string' },
      job: { type: 'string' },
    },
  });
  const { boxes, triangles, ...rest } = values;
  return { ...rest, boxes: readCount('--boxes', boxes), triangles: readCount('--triangles', triangles) };
}

function readCount(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const count = Number(text);
  if (Number.isInteger(count) && count > 0) return count;
  throw new RangeError(`${option} is '${text}', expected a whole number above 0.`);
}
