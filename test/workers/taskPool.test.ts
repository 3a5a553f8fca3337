import { BoxScene } from 'slabtree';
import { moved, serveTasks, TaskPool, type TaskPoolOptions } from 'slabtree/workers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { errorOf, expectOptions } from '../support/expectOptions';
import type { ArithmeticTasks } from './support/arithmetic';
import { arithmeticScript } from './support/poolCalls';
import { secondsPass, silentScript } from './support/silentScript';

/** A pool that is closed when the test ends. */
async function poolOf(
  options: TaskPoolOptions<ArithmeticTasks> = {},
  script: URL | string = arithmeticScript,
): Promise<TaskPool<ArithmeticTasks>> {
  const pool = await TaskPool.create<ArithmeticTasks>(script, { data: 1, ...options });
  onTestFinished(() => pool.close());
  return pool;
}

/** Sets an environment variable, which threads copy as they start, for the rest of a test. */
function setEnvironment(name: string, value: string): void {
  process.env[name] = value;
  onTestFinished(() => {
    Reflect.deleteProperty(process.env, name);
  });
}

/** Tasks that the calling thread does. */
const tasksHere: ArithmeticTasks = {
  sum: (numbers) => -numbers.length,
  halved: (numbers) => numbers,
  refuse: (message) => {
    throw new TypeError(message);
  },
  exit: () => undefined,
  threadAfter: () => -1,
  callBack: async (report) => {
    await Promise.resolve();
    report(8);
  },
  raycast: () => -1,
};

describe('TaskPool', () => {
  it('a task runs in a thread, with its arguments and the data of the pool', async () => {
    const pool = await poolOf({ data: 10 });
    expect(await pool.call('sum', [[1, 2, 3]])).toBe(60);
    expect(await pool.call('threadAfter', [0])).toBeGreaterThan(0);
  });

  it('tasks ask the scene whose handle is the data', async () => {
    const scene = new BoxScene({ shared: true });
    const id = scene.addAabb({ min: { x: 0, y: 0, z: 5 }, max: { x: 1, y: 1, z: 6 } });
    const pool = await poolOf({ data: scene.handle() });
    const ray = (x: number) => ({ origin: { x, y: 0.5, z: 0 }, direction: { x: 0, y: 0, z: 1 } });
    expect(await pool.call('raycast', [ray(0.5)])).toBe(id);
    expect(await pool.call('raycast', [ray(2)])).toBeUndefined();
  });

  it('calls at the same time run in several threads, at most as many as asked for', async () => {
    const pool = await poolOf({ threads: 2 });
    const ids = await Promise.all([100, 100, 100, 100].map((milliseconds) => pool.call('threadAfter', [milliseconds])));
    expect(new Set(ids).size).toBe(2);
    expect(pool.threads).toBe(2);
  });

  it('calls one after the other run in one thread', async () => {
    const pool = await poolOf({ threads: 4 });
    for (let i = 0; i < 5; i++) await pool.call('sum', [[i]]);
    expect(pool.threads).toBe(1);
  });

  it('arrays are copied to a thread, or moved if the call says so, and answers are moved back', async () => {
    const pool = await poolOf();
    const numbers = Float64Array.of(2, 4);
    expect(await pool.call('halved', [numbers])).toEqual(Float64Array.of(1, 2));
    expect(numbers).toHaveLength(2);
    expect(await pool.call('halved', [numbers], [numbers])).toEqual(Float64Array.of(1, 2));
    expect(numbers).toHaveLength(0);
  });

  it('functions among the arguments are called on the calling thread', async () => {
    const pool = await poolOf();
    const reports: number[] = [];
    await pool.call('callBack', [(number) => reports.push(number)]);
    expect(reports).toEqual([7]);
  });

  it('a call rejects with the error of its task, class and message', async () => {
    const pool = await poolOf();
    const thrown: unknown = await pool.call('refuse', ['no']).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(RangeError);
    expect(thrown).toMatchObject({ message: 'no' });
    expect(await pool.call('sum', [[1]])).toBe(1);
  });

  it('a call of a task that the script does not have names those that it has', async () => {
    const pool = await poolOf();
    const call = pool.call('summ' as 'sum', [[1]]);
    await expect(call).rejects.toThrow(/the script has no task "summ": its tasks are sum, halved, refuse/);
    await expect(pool.call('toString' as 'sum', [[1]])).rejects.toThrow('the script has no task "toString"');
  });

  it('a call whose arguments cannot be copied rejects, and the pool still works', async () => {
    const pool = await poolOf();
    await expect(pool.call('sum', [[Symbol('no number') as unknown as number]])).rejects.toThrow(/could not be cloned/);
    expect(await pool.call('sum', [[1]])).toBe(1);
  });

  it('a thread that ends rejects its calls, and another takes its place', async () => {
    const pool = await poolOf({ threads: 1 });
    const before = await pool.call('threadAfter', [0]);
    await expect(pool.call('exit', [])).rejects.toThrow('a thread ended: it exited with code 3');
    expect(await pool.call('threadAfter', [0])).toBeGreaterThan(before);
  });
});

describe('a TaskPool whose threads cannot be started', () => {
  it('calls reject with the reason', async () => {
    setEnvironment('NO_MORE_THREADS', 'yes');
    const pool = await poolOf({ threads: 2 });
    await expect(pool.call('sum', [[1]])).rejects.toThrow('a thread ended: it exited with code 3');
  });

  it('the tasks of the fallback answer on the calling thread, and it is told why, once', async () => {
    setEnvironment('NO_MORE_THREADS', 'yes');
    const notices: string[] = [];
    const fallback = (notice: string) => {
      notices.push(notice);
      return tasksHere;
    };
    const pool = await poolOf({ threads: 2, fallback });
    expect(await Promise.all([pool.call('sum', [[1, 2]]), pool.call('sum', [[1, 2, 3]])])).toEqual([-2, -3]);
    await expect(pool.call('refuse', ['no'])).rejects.toThrow(new TypeError('no'));
    expect(pool.threads).toBe(0);
    expect(notices).toEqual(['threads could not be started (a thread ended: it exited with code 3)']);
  });

  it.each([
    ['is missing', './none.js', /none\.js/, (run: () => Promise<void>) => run()],
    ['serves no tasks', silentScript, /its script did not answer in 10 seconds/, secondsPass<void>],
  ])('the fallback answers if the script %s', async (_, script, reason, inTime) => {
    await inTime(async () => {
      const notices: string[] = [];
      const fallback = (notice: string) => {
        notices.push(notice);
        return tasksHere;
      };
      const pool = await poolOf({ fallback }, script.startsWith('data:') ? script : new URL(script, import.meta.url));
      expect(await pool.call('sum', [[1, 2]])).toBe(-2);
      expect(notices).toEqual([expect.stringMatching(reason)]);
    });
  });

  it('if only the first thread can be started, it answers all calls, and no array is lost', async () => {
    const probe = await poolOf({ threads: 1 });
    const last = await probe.call('threadAfter', [0]);
    setEnvironment('ONE_THREAD', String(last + 1));
    const pool = await poolOf({ threads: 3, fallback: () => tasksHere });
    const calls = Array.from({ length: 20 }, (_, i) => {
      const numbers = Float64Array.of(2 * i);
      return pool.call('halved', [numbers], [numbers]);
    });
    const answers = await Promise.all(calls);
    expect(answers.map(([half]) => half)).toEqual(Array.from({ length: 20 }, (_, i) => i));
    expect(pool.threads).toBe(1);
  });
});

describe('the end of a TaskPool', () => {
  it('calls under way reject, later calls too, and no thread is left', async () => {
    const pool = await poolOf();
    const call = expect(pool.call('threadAfter', [100_000])).rejects.toThrow('the thread was ended');
    await pool.close();
    await call;
    await expect(pool.call('sum', [[1]])).rejects.toThrow('the pool is closed: create a new one');
    expect(pool.threads).toBe(0);
    await pool.close();
  });
});

describe('the arguments of a TaskPool', () => {
  it('a pool takes its own options, and no other', async () => {
    await expectOptions(['threads', 'fallback'], (options) => poolOf({ threads: 1, ...options }));
    expect(await errorOf(() => poolOf({ data: null }))).toBe('nothing');
  });

  it.each<[unknown[], string]>([
    [[], 'script must be a string or a URL, got undefined'],
    [[{}], 'script must be a string or a URL, got'],
    [[7], 'script must be a string or a URL, got 7'],
    [['a.js', { threads: 0 }], 'options.threads must be an integer from 1 to 256, got 0'],
    [['a.js', { threads: '2' }], 'options.threads must be a number, got "2"'],
    [['a.js', { fallback: 'me' }], 'options.fallback must be a function, got "me"'],
    [['a.js', { fallBack: () => ({}) }], 'options has no option "fallBack"'],
  ])('create(%j) rejects: %s', async (given, message) => {
    const create = TaskPool.create.bind(TaskPool) as unknown as (...given: unknown[]) => Promise<unknown>;
    await expect(create(...given)).rejects.toThrow(message);
  });

  it.each<[unknown[], string]>([
    [[], 'name must be the name of a task, got undefined'],
    [[7, []], 'name must be the name of a task, got 7'],
    [['sum'], 'given must be an array, got undefined'],
    [['sum', 'abc'], 'given must be an array, got "abc"'],
    [['sum', [[1]], [7]], 'moved[0] must be a typed array with memory that is not shared, got 7'],
    [['sum', [[1]], [new Float64Array(new SharedArrayBuffer(8))]], 'moved[0] must be a typed array with memory'],
    [['sum', [[1]], new Float64Array(1)], 'moved must be an array'],
  ])('call(%j) rejects: %s', async (given, message) => {
    const pool = await poolOf();
    const call = pool.call.bind(pool) as unknown as (...given: unknown[]) => Promise<unknown>;
    await expect(call(...given)).rejects.toThrow(message);
  });

  it('a pool is made by create only, serveTasks takes a function, and moved takes typed arrays', () => {
    const Untyped = TaskPool as unknown as new (...given: unknown[]) => object;
    expect(() => new Untyped('a.js')).toThrow(new TypeError('a TaskPool must be made by TaskPool.create(script)'));
    expect(() => {
      serveTasks({} as unknown as () => object);
    }).toThrow('makeTasks must be a function, got');
    expect(() => moved(7 as unknown as object)).toThrow('answer must be an object or an array, got 7');
    expect(() => moved([], 2 as unknown as Float64Array<ArrayBuffer>)).toThrow('arrays[0] must be a typed array');
  });

  it('a script whose makeTasks returns no object cannot start threads, and says why', async () => {
    const script = `data:text/javascript,import { serveTasks } from ${JSON.stringify(
      new URL('../../dist/workers.js', import.meta.url).href,
    )}; serveTasks(() => 7);`;
    const pool = await poolOf({}, script);
    await expect(pool.call('sum', [[1]])).rejects.toThrow('makeTasks must return an object of functions, got 7');
  });
});
