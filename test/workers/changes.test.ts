import { type Backend, BoxScene, type ManyHits } from 'slabtree';
import { expect, it } from 'vitest';
import { expectSameBits } from './support/expectSameBits';
import { poolFor } from './support/pools';
import { memoryBytes, someBoxes, someRays, someScene } from './support/scene';

const backends: Backend[] = ['wasm', 'js'];

it.each(backends)(
  "a call answers from the scene as it was at its start, whatever changes later, on backend '%s'",
  async (backend) => {
    const scene = new BoxScene({ shared: true, backend });
    scene.addAabbs(someBoxes(3000));
    const pool = await poolFor(scene);
    const rays = someRays(6000);
    const asked: { answer: Promise<ManyHits>; expected: ManyHits }[] = [];
    for (let step = 0; step < 12; step++) {
      // Some changes are committed here, and some by the call itself.
      if (step % 3 === 0) scene.commit();
      asked.push({ answer: pool.raycastMany(rays), expected: scene.raycastMany(rays) });
      scene.setAabbs(100, someBoxes(step % 4 === 0 ? 2900 : 20, 10 + step));
      if (step % 4 === 3) scene.addAabbs(someBoxes(50, 20 + step));
      if (step % 4 === 1) scene.remove(step === 1 ? 0 : 20 + step);
      if (step % 5 === 4) await asked[step - 2].answer;
    }
    for (const { answer, expected } of asked) expectSameBits(await answer, expected);
  },
);

it('a call finds new boxes after the memory of the scene has grown a lot', async () => {
  const scene = someScene('wasm');
  const pool = await poolFor(scene);
  const rays = someRays(2000);
  await pool.raycastMany(rays);
  for (let step = 0; step < 5; step++) {
    scene.addAabbs(someBoxes(40_000, step));
    expectSameBits(await pool.raycastMany(rays), scene.raycastMany(rays));
  }
  scene.clear();
  expect((await pool.raycastMany(rays)).ids.every((id) => id === -1)).toBe(true);
});

it('the state that a call used is released, so memory does not grow with each call', async () => {
  const scene = new BoxScene({ shared: true });
  scene.addAabbs(someBoxes(20_000));
  const pool = await poolFor(scene);
  const rays = someRays(3000);
  const bytesAfter = async (calls: number) => {
    for (let call = 0; call < calls; call++) {
      scene.setAabbs(0, someBoxes(20, call));
      const controller = new AbortController();
      const abandoned = pool.raycastMany(rays, { signal: controller.signal });
      controller.abort();
      await expect(abandoned).rejects.toThrow();
      await pool.raycastMany(rays);
    }
    return memoryBytes(scene);
  };
  const bytes = await bytesAfter(10);
  expect(await bytesAfter(70)).toBeLessThan(3 * bytes);
});

it('a pool rejects calls on too many states, gives the remedy, and answers the others', async () => {
  const scene = new BoxScene({ shared: true });
  scene.addAabbs(someBoxes(5000));
  const pool = await poolFor(scene);
  const rays = someRays(100);
  const askOften = async () => {
    const calls: Promise<ManyHits>[] = [];
    const expected: ManyHits[] = [];
    for (let step = 0; step < 40; step++) {
      scene.setAabbs(0, someBoxes(20, step));
      // Several calls on one state count once.
      calls.push(pool.raycastMany(rays), pool.raycastMany(rays));
      expected.push(scene.raycastMany(rays), scene.raycastMany(rays));
    }
    const answers = await Promise.allSettled(calls);
    for (const [i, answer] of answers.entries()) {
      if (answer.status === 'fulfilled') expectSameBits(answer.value, expected[i]);
      else expect(String(answer.reason)).toMatch(/^Error: calls on 16 states .*: await some of these/);
    }
    return answers.filter(({ status }) => status === 'fulfilled').length;
  };
  expect(await askOften()).toBe(32);
  const bytes = memoryBytes(scene);
  expect(await askOften()).toBe(32);
  expect(memoryBytes(scene)).toBe(bytes);
});

it('a pool holds no state of the scene while no call is under way, also before the first call', async () => {
  const bytesOfChanges = async (isAsked: boolean) => {
    const scene = new BoxScene({ shared: true });
    scene.addAabbs(someBoxes(50_000));
    const pool = await poolFor(scene);
    if (isAsked) await pool.raycastMany(someRays(5000));
    const before = memoryBytes(scene);
    for (let step = 0; step < 3; step++) {
      scene.setAabbs(0, someBoxes(20, step));
      scene.commit();
    }
    return memoryBytes(scene) - before;
  };
  expect(await bytesOfChanges(false)).toBe(await bytesOfChanges(true));
});
