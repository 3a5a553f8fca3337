import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { BoxScene, type ManyHits } from 'slabtree';
import { RaycastPool } from 'slabtree/workers';
import { collectGarbage } from './collectGarbage';
import { median, millisecondsEach, once, raysPerSecond } from './measure';
import { coherentRays, incoherentRays, type Rays } from './rays';
import type { Result, Row } from './report';
import { createScene } from './scenes';

const RAY_COUNT = 1_000_000;
const ROUNDS = 7;

interface Contender {
  readonly name: string;
  readonly castRays: (rays: Rays) => ManyHits | Promise<ManyHits>;
}

/** A million rays, cast by the calling thread and by pools: how fast, and how long the calling thread is blocked. */
export async function measureThreads(boxes: number): Promise<Result> {
  const { bounds, ...shape } = createScene('uniform', boxes);
  const scene = new BoxScene({ shared: true });
  scene.addAabbs(bounds);
  scene.commit();
  const plain = new BoxScene();
  plain.addAabbs(bounds);
  plain.commit();
  const contenders: Contender[] = [{ name: 'raycastMany', castRays: (rays) => plain.raycastMany(rays) }];
  for (const threads of [1, 2, 4]) {
    const pool = await RaycastPool.create(scene, { threads });
    contenders.push({ name: threadsName(threads), castRays: (rays) => pool.raycastMany(rays) });
  }

  const rows: Row[] = contenders.map(({ name }) => ({ contender: name, values: {} }));
  const notes: string[] = [];
  const orders = { incoherent: incoherentRays, coherent: coherentRays };
  for (const [order, makeRays] of Object.entries(orders)) {
    const rays = makeRays({ bounds, ...shape }, RAY_COUNT);
    notes.push(`${order}: ${await compareAnswers(contenders, rays)}.`);
    const { milliseconds, blocked } = await takeTurns(
      contenders.map(
        ({ castRays }) =>
          () =>
            castRays(rays),
      ),
    );
    rows.forEach(({ values }, index) => {
      values[`${order}, Mray/s`] = raysPerSecond(milliseconds[index], RAY_COUNT);
      values['blocks for, ms'] = once('ms', Math.max(values['blocks for, ms']?.median ?? 0, blocked[index]));
    });
    const [here, one, two, four] = milliseconds.map(median);
    notes.push(
      `${order}: 2 threads are ${(here / two).toFixed(2)} times as fast as raycastMany, 4 threads ${(here / four).toFixed(2)}. ` +
        `They are ${(one / two).toFixed(2)} and ${(one / four).toFixed(2)} times as fast as one thread.`,
    );
  }
  return {
    title: `Threads, uniform, ${boxes.toLocaleString('en')} boxes, ${RAY_COUNT.toLocaleString('en')} rays`,
    question: 'threads',
    scene: 'uniform',
    boxes,
    columns: ['incoherent, Mray/s', 'coherent, Mray/s', 'blocks for, ms'].map((name) => ({ name, baselines: [] })),
    rows,
    notes,
  };
}

/** The build of a scene, on the calling thread, in another one and in two others. */
export async function measureBuildAsync(boxes: number): Promise<Result> {
  const { bounds } = createScene('uniform', boxes);
  const contenders: { name: string; build: () => BoxScene | Promise<BoxScene> }[] = [
    {
      name: 'addAabbs and commit',
      build: () => {
        const scene = new BoxScene();
        scene.addAabbs(bounds);
        scene.commit();
        return scene;
      },
    },
    { name: 'buildAsync, 1 thread', build: () => BoxScene.buildAsync(bounds, { threads: 1 }) },
    { name: 'buildAsync, 2 threads', build: () => BoxScene.buildAsync(bounds, { threads: 2 }) },
    { name: 'buildAsync, 2 threads, shared', build: () => BoxScene.buildAsync(bounds, { threads: 2, shared: true }) },
  ];
  await compareScenes(contenders);
  const { milliseconds, blocked } = await takeTurns(contenders.map(({ build }) => build));
  const [here, one, two] = milliseconds.map(median);
  return {
    title: `Build in threads, uniform, ${boxes.toLocaleString('en')} boxes`,
    question: 'threads',
    scene: 'uniform',
    boxes,
    columns: ['build, ms', 'blocks for, ms'].map((name) => ({ name, baselines: [] })),
    rows: contenders.map(({ name }, index) => ({
      contender: name,
      values: { 'build, ms': millisecondsEach(milliseconds[index], 1), 'blocks for, ms': once('ms', blocked[index]) },
    })),
    notes: [
      `2 threads are ${(one / two).toFixed(2)} times as fast as 1, and ${(here / two).toFixed(2)} times as fast as the calling thread.`,
    ],
  };
}

/** Throws if a scene differs from that of the first contender, even in one byte of its tree. */
async function compareScenes(
  contenders: readonly { name: string; build: () => BoxScene | Promise<BoxScene> }[],
): Promise<void> {
  const [first, ...others] = contenders;
  const expected = Buffer.from((await first.build()).serialize());
  for (const { name, build } of others) {
    if (!expected.equals(Buffer.from((await build()).serialize())))
      throw new Error(`${name} differs from ${first.name}`);
  }
}

function threadsName(threads: number): string {
  return threads === 1 ? 'a pool of 1 thread' : `a pool of ${threads} threads`;
}

/** Throws if an answer differs from that of the first contender, even in the last bit. */
async function compareAnswers(contenders: readonly Contender[], rays: Rays): Promise<string> {
  const [first, ...others] = contenders;
  const expected = await first.castRays(rays);
  for (const { name, castRays } of others) {
    const { ids, ts } = await castRays(rays);
    const differing = ids.findIndex((id, ray) => id !== expected.ids[ray] || ts[ray] !== expected.ts[ray]);
    if (differing >= 0) throw new Error(`${name} differs from ${first.name} along ray ${differing}`);
  }
  const hits = expected.ids.filter((id) => id >= 0).length;
  return `${hits.toLocaleString('en')} of ${RAY_COUNT.toLocaleString('en')} rays hit a box`;
}

/** Tasks take turns. For each: the milliseconds of its passes, and the longest time that the event loop had to wait. */
async function takeTurns(tasks: readonly (() => unknown)[]): Promise<{ milliseconds: number[][]; blocked: number[] }> {
  const milliseconds: number[][] = tasks.map(() => []);
  const blocked = tasks.map(() => 0);
  // The first round compiles the code. It does not count.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [index, task] of tasks.entries()) {
      collectGarbage();
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      // The time to collect garbage does not count for the task.
      await setTimeout(20);
      delay.reset();
      await setTimeout(5);
      const start = performance.now();
      await task();
      const end = performance.now();
      await setTimeout(5);
      delay.disable();
      if (round === 0) continue;
      milliseconds[index].push(end - start);
      blocked[index] = Math.max(blocked[index], delay.max / 1e6);
    }
  }
  return { milliseconds, blocked };
}
