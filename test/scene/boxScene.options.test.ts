import { describe, expect, it } from 'vitest';
import { BoxScene, SceneNames } from 'slabtree';
import { backends } from '../support/compare';
import { errorOf, expectOptions } from '../support/expectOptions';
import { muteWarnings } from '../support/muteWarnings';
import { changeCalls, fillScene, isOptions, primitiveCalls, queryCalls } from '../support/publicCalls';

// There are no threads without the built files.
muteWarnings();

/** The arguments of a call, with something else in the options. */
function withOption(given: readonly unknown[], name: string, value: unknown): never[] {
  return given.map((argument) => (isOptions(argument) ? { ...argument, [name]: value } : argument)) as never[];
}

const optionsIn = (given: readonly unknown[]): string[] => given.filter(isOptions).flatMap(Object.keys);

describe.each(backends)("options of a scene's calls (%s)", (backend) => {
  const calls = [...queryCalls, ...changeCalls].filter(([, given]) => given.some(isOptions));

  it.each(calls)('%s rejects an unknown option by name, and changes nothing', async (_, given, call) => {
    const scene = fillScene(new BoxScene({ backend }));
    const before = Buffer.from(scene.serialize()).toString('hex');
    for (const name of ['percise', 'maxT', 'Mask', 'toString']) {
      const error = await errorOf(() => call(scene, ...withOption(given, name, undefined)));
      expect(error).toBeInstanceOf(TypeError);
      expect(String(error)).toContain(`options has no option "${name}"; the options are `);
      expect(String(error)).toContain(optionsIn(given)[0]);
    }
    expect(Buffer.from(scene.serialize()).toString('hex')).toBe(before);
    expect(await errorOf(() => call(scene, ...(given as never[])))).toBe('nothing');
  });

  it.each(calls)('%s accepts undefined for each of its options, and null for none', async (_, given, call) => {
    const scene = fillScene(new BoxScene({ backend }));
    for (const name of optionsIn(given)) {
      expect(await errorOf(() => call(scene, ...withOption(given, name, undefined)))).toBe('nothing');
      const error = await errorOf(() => call(scene, ...withOption(given, name, null)));
      expect(error).toBeInstanceOf(Error);
      expect(String(error)).toMatch(new RegExp(`options\\.${name} must be .* got null$`));
    }
  });
});

describe('options of calls for one pair of shapes', () => {
  const calls = primitiveCalls.filter(([, given]) => given.some(isOptions));

  it.each(calls)('%s rejects an unknown option by name', async (_, given, call) => {
    const error = await errorOf(() => call(...withOption(given, 'maxT', 3)));
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toMatch(/(range|options) has no option "maxT"; the options are (tMin, )?tMax/);
  });

  it.each(calls)('%s accepts undefined for each of its options, and null for none', async (_, given, call) => {
    for (const name of optionsIn(given)) {
      expect(await errorOf(() => call(...withOption(given, name, undefined)))).toBe('nothing');
      const error = await errorOf(() => call(...withOption(given, name, null)));
      expect(String(error)).toMatch(new RegExp(`(range|options)\\.${name} must be .* got null$`));
    }
  });

  it.each(primitiveCalls.filter(([, given]) => given.includes('webgpu')))(
    '%s rejects null as clip space',
    async (_, given, call) => {
      const others = given.map((argument) => (argument === 'webgpu' ? null : argument));
      expect(String(await errorOf(() => call(...(others as never[]))))).toContain(
        "clipSpace must be 'opengl' or 'webgpu', got null",
      );
    },
  );
});

describe('options of a call that makes a scene or names', () => {
  const bytes = fillScene(new BoxScene()).serialize();
  const handle = fillScene(new BoxScene({ shared: true })).handle();
  const stream = () => new Blob([bytes]).stream();
  const boxes = new Float32Array(6);
  const positions = new Float32Array(9);

  it.each<[string, string[], (options: object) => unknown]>([
    ['the constructor', ['backend', 'shared'], (options) => new BoxScene(options)],
    ['attach', ['backend'], (options) => BoxScene.attach(handle, options)],
    ['deserialize', ['backend', 'shared', 'byteOffset'], (options) => BoxScene.deserialize(bytes, options)],
    ['deserializeStream', ['backend', 'shared', 'signal'], (options) => BoxScene.deserializeStream(stream(), options)],
    [
      'buildAsync',
      ['backend', 'shared', 'onProgress', 'signal', 'workerUrl', 'mask', 'meshes', 'threads'],
      (options) => BoxScene.buildAsync(boxes, options),
    ],
    [
      'a mesh of buildAsync',
      ['index', 'matrices', 'mask'],
      (options) => BoxScene.buildAsync(boxes, { meshes: [{ ...options, positions }] }),
    ],
    [
      'SceneNames.deserialize',
      ['byteOffset'],
      (options) => SceneNames.deserialize(new SceneNames([]).serialize(), options),
    ],
  ])('%s rejects unknown options, and null for each option', (_, names, call) => expectOptions(names, call));

  it('a stream is cancelled if its options are rejected', async () => {
    let isCancelled = false;
    const iterator = {
      next: () => ({ done: false, value: new Uint8Array(8) }),
      return: () => {
        isCancelled = true;
        return { done: true, value: new Uint8Array(0) };
      },
    };
    const reading = BoxScene.deserializeStream({ [Symbol.iterator]: () => iterator }, { percise: true } as object);
    await expect(reading).rejects.toThrow('options has no option "percise"');
    expect(isCancelled).toBe(true);
  });
});
