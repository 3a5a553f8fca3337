import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BoxScene, BoxSceneOptions } from 'slabtree';
import { compareCull, compareRay, compareSplit, scenesOf } from '../../support/compare';
import { aabb } from '../../support/loop';

/** The package as a page has it that has just loaded: no module is compiled yet. Its sources, which can be loaded anew. */
async function loadScene(): Promise<typeof BoxScene> {
  vi.resetModules();
  return (await import('../../../src')).BoxScene;
}

const unit = { min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } };
const ray = { origin: { x: 0.5, y: 0.5, z: -2 }, direction: { x: 0, y: 0, z: 1 } };

/** Takes something out of WebAssembly, as some engines and pages do. */
const obstacles: [string, () => void, RegExp][] = [
  [
    'WebAssembly is missing',
    () => {
      vi.stubGlobal('WebAssembly', undefined);
    },
    /WebAssembly|undefined/,
  ],
  [
    'no code may be compiled, by a Content-Security-Policy',
    () => {
      replace('Module', () => new Error('Wasm code generation disallowed by embedder'));
    },
    /Wasm code generation disallowed by embedder/,
  ],
  [
    'SIMD is missing',
    () => {
      replace('Module', () => new Error('Wasm SIMD unsupported'));
    },
    /Wasm SIMD unsupported/,
  ],
  [
    'no memory is available',
    () => {
      replace('Memory', () => new RangeError('could not allocate memory'));
    },
    /could not allocate memory/,
  ],
  [
    'no instance can be made',
    () => {
      replace('Instance', () => new TypeError('import object field is missing'));
    },
    /import object field is missing/,
  ],
];

/** Replaces a class of WebAssembly by one that cannot be constructed. */
function replace(name: 'Module' | 'Memory' | 'Instance', complain: () => Error): void {
  const { Module, Memory, Instance, validate } = WebAssembly;
  const fail = vi.fn(function () {
    throw complain();
  });
  vi.stubGlobal('WebAssembly', { Module, Memory, Instance, validate, [name]: fail });
}

describe.each(obstacles)('an environment where %s', (_, obstruct, reason) => {
  beforeEach(obstruct);

  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it.each<[string, BoxSceneOptions | undefined]>([
    ['no backend option', undefined],
    ["'auto'", { backend: 'auto' }],
    ["'js'", { backend: 'js' }],
  ])('a scene with %s works in JavaScript and prints nothing', async (_, options) => {
    const spies = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) => vi.spyOn(console, name));
    const BoxScene = await loadScene();
    for (let i = 0; i < 3; i++) {
      const scene = new BoxScene(options);
      expect(scene.backend).toBe('js');
      scene.addAabb(unit);
      expect(scene.raycast(ray)).toMatchObject({ id: 0, t: 2 });
      expect(scene.raycastMany(Float32Array.of(0.5, 0.5, -2, 0, 0, 1)).ts[0]).toBe(2);
      expect(scene.split({ normal: { x: 0, y: 0, z: 1 }, constant: 1 }).front.size).toBe(1);
    }
    for (const spy of spies) {
      expect(spy).not.toHaveBeenCalled();
      spy.mockRestore();
    }
  });

  it("a scene with 'wasm' throws an error that gives the reason", async () => {
    const BoxScene = await loadScene();
    const create = () => new BoxScene({ backend: 'wasm' });
    expect(create).toThrow(/options\.backend 'wasm' is not available here, use 'auto'/);
    expect(create).toThrow(reason);
    try {
      create();
    } catch (error) {
      expect(error).toBeInstanceOf(Error);
      expect((error as Error).cause).toBeInstanceOf(Error);
    }
    // Others are not affected.
    expect(new BoxScene({ backend: 'js' }).backend).toBe('js');
  });

  it("'wasm' works once the obstacle is gone", async () => {
    const BoxScene = await loadScene();
    expect(new BoxScene().backend).toBe('js');
    vi.unstubAllGlobals();
    const scene = new BoxScene({ backend: 'wasm' });
    scene.addAabb(unit);
    expect(scene.raycast(ray)).toMatchObject({ id: 0, t: 2 });
  });
});

describe('an environment with WebAssembly', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it("'auto' chooses WebAssembly", async () => {
    const BoxScene = await loadScene();
    expect(new BoxScene().backend).toBe('wasm');
    expect(new BoxScene({}).backend).toBe('wasm');
    expect(new BoxScene({ backend: 'auto' }).backend).toBe('wasm');
    expect(new BoxScene({ backend: 'js' }).backend).toBe('js');
  });

  it('the module is compiled once for all scenes, and for none in JavaScript', async () => {
    const BoxScene = await loadScene();
    const compile = vi.spyOn(WebAssembly, 'Module');
    for (let i = 0; i < 10; i++) new BoxScene({ backend: 'js' });
    expect(compile).not.toHaveBeenCalled();
    for (let i = 0; i < 10; i++) new BoxScene();
    expect(compile).toHaveBeenCalledTimes(1);
  });

  it('thousands of scenes, one after the other, need no more memory than a few', async () => {
    const BoxScene = await loadScene();
    for (let i = 0; i < 2000; i++) {
      const scene = new BoxScene({ backend: 'wasm' });
      scene.addAabb({ min: { x: 0, y: 0, z: i }, max: { x: 1, y: 1, z: i + 1 } });
      if (scene.raycast(ray)?.t !== 2 + i) throw new Error(`scene ${i} answers otherwise`);
    }
  });

  it('dozens of scenes at once do not disturb each other', () => {
    const all = Array.from({ length: 40 }, (_, i) =>
      scenesOf(Array.from({ length: 30 + i }, (_, k) => aabb([k, i, 0], [k + 0.5, i + 1 + k / 100, 1 + i]))),
    );
    for (let round = 0; round < 3; round++) {
      all.forEach(({ scenes, loop }, i) => {
        compareRay(scenes, loop, { origin: [-1, i + 0.5, 0.5], direction: [1, 0.01, 0] });
        compareSplit(scenes, loop, { normal: [1, 0, 0], constant: -10 });
        compareCull(scenes, loop, [
          { normal: [1, 0, 0], constant: -10 },
          { normal: [0, -1, 0], constant: i + 1.1 },
        ]);
        // Every second scene changes meanwhile, the others do not.
        if (i % 2 === 1) return;
        const moved = aabb([round, i, 0], [round + 3, i + 1, 2]);
        loop.set(round, moved);
        for (const scene of scenes) {
          scene.setAabb(round, { min: { x: round, y: i, z: 0 }, max: { x: round + 3, y: i + 1, z: 2 } });
        }
      });
    }
  });
});
