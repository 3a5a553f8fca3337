import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { type Backend, BoxScene } from 'slabtree';
import { Random } from '../support/random';
import { runsOf } from '../support/runs';
import type { ReaderTask } from '../support/sharedReader';

const BOXES = 100_000;
/** One part of the boxes, a tenth, moves at a time. */
const PARTS = 10;
const MOVED = BOXES / PARTS;
const TICK = 1000 / 60;
/** Commits: ten seconds of them in a long search, and half a second otherwise. */
const TICKS = Math.min(runsOf(0.3), 600);
const SIZE = 200;

/** The script of a thread must be JavaScript. This one lets it import TypeScript. */
const READER = `import('tsx/esm/api').then(({ register }) => {
  register();
  return import('${new URL('../support/sharedReader.ts', import.meta.url).href}');
});`;

/** The closest hits by a loop over all boxes. It is written from the semantics and uses no code of the package. */
function loopOver(boxes: Float32Array, rays: Float64Array): string {
  const ids: number[] = [];
  const ts: number[] = [];
  for (let ray = 0; ray < rays.length; ray += 6) {
    const [x, y, z, u, v, w] = rays.subarray(ray);
    let closest = Infinity;
    let closestId = -1;
    for (let box = 0; box < boxes.length; box += 6) {
      // All directions are positive.
      const near = Math.max((boxes[box] - x) / u, (boxes[box + 1] - y) / v, (boxes[box + 2] - z) / w);
      const far = Math.min((boxes[box + 3] - x) / u, (boxes[box + 4] - y) / v, (boxes[box + 5] - z) / w);
      if (near > far || far < 0) continue;
      const t = near >= 0 ? near : far;
      if (t < closest) {
        closest = t;
        closestId = box / 6;
      }
    }
    ids.push(closestId);
    ts.push(closest);
  }
  return `${ids.join()} ${ts.join()}`;
}

/** One ray to a box of each part, so every move changes an answer. */
function raysAt(boxes: Float32Array): Float64Array {
  const rays = new Float64Array(6 * PARTS);
  for (let part = 0; part < PARTS; part++) {
    const at = 6 * part * MOVED;
    const middle = [0, 1, 2].map((k) => boxes[at + k] / 2 + boxes[at + 3 + k] / 2);
    // The ray starts just outside the box, so few boxes are in between.
    rays.set([middle[0] - 1, middle[1] - 0.9, middle[2] - 0.8, 1, 0.9, 0.8], 6 * part);
  }
  return rays;
}

/** How many squares of two triangles a mesh has on each side. */
const SIDE = 100;

/** The vertices of a flat mesh at a height that float32 holds. */
function grid(tick: number): Float32Array {
  const positions: number[] = [];
  for (let y = 0; y <= SIDE; y++) for (let x = 0; x <= SIDE; x++) positions.push(x, y, tick / 64);
  return Float32Array.from(positions);
}

function gridIndex(): Uint32Array {
  const index: number[] = [];
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const at = y * (SIDE + 1) + x;
      index.push(at, at + 1, at + SIDE + 2, at, at + SIDE + 2, at + SIDE + 1);
    }
  }
  return Uint32Array.from(index);
}

/** Moves a tenth of the boxes. Returns the first of them. */
function move(boxes: Float32Array, tick: number): number {
  const first = (tick % PARTS) * MOVED;
  for (let at = 6 * first; at < 6 * (first + MOVED); at++) boxes[at] += 0.002;
  return first;
}

describe.each<[writer: Backend, reader: Backend]>([
  ['js', 'wasm'],
  ['wasm', 'js'],
  ['wasm', 'wasm'],
])('a moving scene (%s) and a thread that queries it without pause (%s)', (backend, readerBackend) => {
  it(
    'every answer comes from a committed state, and all states appear in their order',
    { timeout: 300_000 },
    async () => {
      const random = new Random(11);
      const boxes = new Float32Array(6 * BOXES);
      for (let at = 0; at < boxes.length; at += 6) {
        const min = random.triple(0, SIZE);
        boxes.set([...min, ...min.map((low) => low + random.between(0.2, 1))], at);
      }
      const rays = raysAt(boxes);
      const scene = new BoxScene({ backend, shared: true });
      const first = scene.addAabbs(boxes);
      const asked = new Int32Array(new SharedArrayBuffer(4));
      const task: ReaderTask = { handle: scene.handle(), backend: readerBackend, rays, asked };
      const thread = new Worker(READER, { workerData: task, eval: true });
      await once(thread, 'message');

      const start = boxes.slice();
      let next = performance.now();
      for (let tick = 1; tick <= TICKS; tick++) {
        const part = move(boxes, tick);
        scene.setAabbs(first + part, boxes.subarray(6 * part, 6 * (part + MOVED)));
        // A state half-way through the move, which no reader may see.
        scene.raycastAny({ origin: { x: 0, y: 0, z: 0 }, direction: { x: 1, y: 1, z: 1 } });
        scene.commit();
        next += TICK;
        // Wait for two answers, as the first may come from a query before the commit. Most times there are thousands.
        const before = Atomics.load(asked, 0);
        do await pause(Math.max(0, next - performance.now()));
        while (Atomics.load(asked, 0) < before + 2);
      }
      thread.postMessage('enough');
      const [answers] = (await once(thread, 'message')) as [string[]];
      await thread.terminate();

      // Repeat the moves, now with time for the loop.
      const states = new Map([[loopOver(start, rays), 0]]);
      for (let tick = 1; tick <= TICKS; tick++) {
        move(start, tick);
        states.set(loopOver(start, rays), tick);
      }
      expect(states.size).toBe(TICKS + 1);
      const seen = answers.map((answer) => states.get(answer) ?? `never committed: ${answer}`);
      // A whole query ran between two commits. The first answer may be from before the first commit.
      expect(seen.slice(-TICKS)).toEqual(Array.from({ length: TICKS }, (_, i) => i + 1));
      expect(seen.slice(0, -TICKS)).toEqual(seen.length > TICKS ? [0] : []);
    },
  );

  it('no answer is half-way through the deformation of a mesh', { timeout: 300_000 }, async () => {
    const scene = new BoxScene({ backend, shared: true });
    const mesh = scene.addMesh(grid(0), gridIndex());
    scene.addInstance(mesh);
    const rays = Float64Array.from(
      Array.from({ length: 20 }, (_, i) => [(SIDE * (i + 0.3)) / 20, (SIDE * (i + 0.6)) / 20, 10, 0, 0, -1]).flat(),
    );
    const asked = new Int32Array(new SharedArrayBuffer(4));
    const task: ReaderTask = { handle: scene.handle(), backend: readerBackend, rays, asked };
    const thread = new Worker(READER, { workerData: task, eval: true });
    await once(thread, 'message');
    for (let tick = 1; tick <= TICKS; tick++) {
      scene.setPositions(mesh, grid(tick));
      // The tree is fitted now, and no reader may see it yet.
      scene.raycastAny({ origin: { x: 0, y: 0, z: 0 }, direction: { x: 1, y: 1, z: 1 } });
      scene.commit();
      const before = Atomics.load(asked, 0);
      do await pause(1);
      while (Atomics.load(asked, 0) < before + 2);
    }
    thread.postMessage('enough');
    const [answers] = (await once(thread, 'message')) as [string[]];
    await thread.terminate();
    const states = Array.from({ length: TICKS + 1 }, (_, tick) => {
      const height = 10 - tick / 64;
      return `${new Array(20).fill(0).join()} ${new Array(20).fill(height).join()}`;
    });
    expect(answers.slice(-TICKS)).toEqual(states.slice(1));
    expect(answers.slice(0, -TICKS)).toEqual(answers.length > TICKS ? [states[0]] : []);
  });
});
