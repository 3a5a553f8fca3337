import { describe, expect, it, vi } from 'vitest';
import { BoxScene } from 'slabtree';
import { backends } from '../support/compare';
import { errorOf } from '../support/expectOptions';
import { changeCalls, fillScene, isOptions, queryCalls, type SceneCall } from '../support/publicCalls';

/** A query with a function of the user as one of its arguments or options. */
interface Callback {
  readonly name: string;
  /** Makes the query with the given function. */
  readonly run: (scene: BoxScene, callback: (...given: never[]) => unknown) => unknown;
}

/** A scene in which every query with a function calls it: the big box is under the pointer. */
function filled(backend: 'js' | 'wasm' = 'js'): BoxScene {
  const scene = fillScene(new BoxScene({ backend }));
  scene.addAabb({ min: { x: -99, y: -99, z: -99 }, max: { x: 99, y: 99, z: 99 } });
  scene.commit();
  return scene;
}

/** A `refine` that returns the t of the box, a filter, or a visitor. */
const second = (_: number, number: number): number => number;

/** Returns the names of the options that a query takes, from the error for an option that no query takes. */
function optionsOf(given: readonly unknown[], call: SceneCall[2]): string[] {
  try {
    call(filled(), ...([...given, { noSuchOption: 1 }] as never[]));
  } catch (error) {
    return /the options are (.*)/.exec(String(error))?.[1].split(', ') ?? [];
  }
  return [];
}

/** Every function that any query takes: found by trying, so that a new query or option is found, too. */
function callbacksOf([name, args, call]: SceneCall): Callback[] {
  const given = args.filter((argument) => !isOptions(argument));
  const withOption = (option: string, value: unknown) => [...given, { [option]: value }] as never[];
  const options = optionsOf(given, call).filter((option) => {
    const callback = vi.fn(second);
    try {
      call(filled(), ...withOption(option, callback));
    } catch {
      // Most options are no functions.
    }
    return callback.mock.calls.length > 0;
  });
  const ofOptions = options.map((option) => ({
    name: `${option} of ${name}`,
    run: (scene: BoxScene, callback: unknown) => call(scene, ...withOption(option, callback)),
  }));
  const ofArguments = given.flatMap((argument, i) =>
    typeof argument === 'function'
      ? [
          {
            name: `argument ${i} of ${name}`,
            run: (scene: BoxScene, callback: unknown) =>
              call(scene, ...(given.map((each, k) => (k === i ? callback : each)) as never[])),
          },
        ]
      : [],
  );
  return [...ofOptions, ...ofArguments];
}

const callbacks = queryCalls.flatMap(callbacksOf);

it('the queries that take a function are found', () => {
  const names = callbacks.map(({ name }) => name);
  for (const query of ['raycast', 'raycastAny', 'raycastAll', 'raycastMany', 'pick', 'nearest', 'sweep', 'contacts'])
    expect(names).toContain(`filter of ${query}`);
  for (const query of ['sweepAny', 'sweepAll', 'sweepMany']) expect(names).toContain(`filter of ${query}`);
  expect(names).toContain('refine of raycast');
  expect(names).toContain('argument 0 of visitTriangles');
  expect(names).not.toContain('filter of split');
});

describe.each(backends)('a function that a query calls (%s)', (backend) => {
  it.each(callbacks)('$name may not change the scene, and the scene is as before', ({ run }) => {
    for (const [, given, change] of [...changeCalls, clearing]) {
      const scene = filled(backend);
      const before = Buffer.from(scene.serialize()).toString('hex');
      let error: unknown = 'was not called';
      const query = () =>
        run(scene, () => {
          error = undefined;
          change(scene, ...(given as never[]));
          return 1;
        });
      expect(query).toThrow('a scene cannot be changed by a filter or refine while its query runs');
      expect(error).toBeUndefined();
      expect(Buffer.from(scene.serialize()).toString('hex')).toBe(before);
      change(scene, ...(given as never[]));
    }
  });

  it.each(callbacks)('$name may make every query, and gets the same answers as outside', ({ run }) => {
    const scene = filled(backend);
    const answers = () => queryCalls.map(([, given, call]) => call(scene, ...(given as never[])));
    const expected = answers();
    const outer = run(scene, second);
    let calls = 0;
    const nested = run(scene, (a: number, b: number) => {
      if (calls++ === 0) expect(answers()).toEqual(expected);
      return second(a, b);
    });
    expect(calls).toBeGreaterThan(0);
    expect(nested).toEqual(outer);
  });

  it.each(callbacks)('the error of $name reaches the caller, and the scene may then change', async ({ run }) => {
    const scene = filled(backend);
    const complaint = new Error('not today');
    const complain = () => {
      throw complaint;
    };
    expect(await errorOf(() => run(scene, complain))).toBe(complaint);
    scene.clear();
    expect(scene.size).toBe(0);
  });
});

const clearing: SceneCall = [
  'clear',
  [],
  (scene) => {
    scene.clear();
  },
];
