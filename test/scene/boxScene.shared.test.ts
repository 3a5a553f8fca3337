import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BoxScene } from 'slabtree';
import { validate } from '../../src/bvh/tree/validate';
import { INTERNALS } from '../../src/scene/internals';
import {
  addBox,
  backends,
  compareBounds,
  compareCull,
  compareOverlap,
  comparePairs,
  compareRay,
  compareSplit,
} from '../support/compare';
import { untyped } from '../support/errors';
import type { LoopBox } from '../support/loop';
import { compareNearest, nearestOptionsAmong } from '../support/nearest';
import { planeAmong } from '../support/planes';
import { pointAmong } from '../support/points';
import { Random } from '../support/random';
import { optionsAmong, rayAmong } from '../support/rays';
import { search } from '../support/runs';
import { boxesOf, familyNames, recipes } from '../support/scenes';
import { shapeAmong } from '../support/shapes';
import { vec } from '../support/triple';

/** Compares every kind of answer, once or twice. */
function compareAll(random: Random, scenes: readonly BoxScene[], loop: ReadonlyMap<number, LoopBox>): void {
  const boxes = [...loop.values()];
  for (const scene of scenes) {
    expect(scene.size).toBe(loop.size);
    validate(scene[INTERNALS].currentTree());
  }
  for (let i = 0; i < 3; i++) {
    const ray = rayAmong(random, boxes);
    compareRay(scenes, loop, ray, optionsAmong(random, loop, ray));
  }
  const mask = random.chance(0.5) ? random.below(16) : undefined;
  compareSplit(scenes, loop, planeAmong(random, boxes), mask);
  compareCull(scenes, loop, [planeAmong(random, boxes), planeAmong(random, boxes)], mask);
  compareOverlap(scenes, loop, shapeAmong(random, boxes), mask);
  comparePairs(scenes, loop, mask);
  compareBounds(scenes, loop);
  const point = pointAmong(random, boxes);
  compareNearest(scenes, loop, point, nearestOptionsAmong(random, loop, point));
}

/** Adds boxes to a scene. Returns the loop over them. */
function addAll(scene: BoxScene, boxes: readonly LoopBox[]): Map<number, LoopBox> {
  return new Map(boxes.map((box) => [addBox(scene, box), box]));
}

/** Changes some boxes. Returns the loop over the changed boxes. */
function change(
  random: Random,
  scene: BoxScene,
  loop: ReadonlyMap<number, LoopBox>,
  spare: LoopBox[],
): Map<number, LoopBox> {
  const changed = new Map(loop);
  for (let i = random.below(8); i >= 0; i--) {
    const ids = [...changed.keys()];
    const id = ids.length === 0 ? -1 : random.pick(ids);
    const box = spare.pop();
    if (id >= 0 && random.chance(0.3)) {
      scene.remove(id);
      changed.delete(id);
    } else if (id >= 0 && random.chance(0.2)) {
      const mask = random.below(16);
      scene.setMask(id, mask);
      const before = changed.get(id);
      if (before !== undefined) changed.set(id, { ...before, mask });
    } else if (box !== undefined && id >= 0 && random.chance(0.5)) {
      const { min, max, matrix } = box;
      if (matrix === null) scene.setAabb(id, { min: vec(min), max: vec(max) });
      else scene.setObb(id, { min: vec(min), max: vec(max), matrix });
      changed.set(id, { ...box, mask: changed.get(id)?.mask ?? 0 });
    } else if (box !== undefined) {
      changed.set(addBox(scene, box), box);
    }
  }
  if (random.chance(0.1)) scene.optimize(random.pick([100, Infinity]));
  if (random.chance(0.03)) {
    scene.clear();
    changed.clear();
  }
  return changed;
}

describe.each(backends)('shared scenes (%s)', (backend) => {
  it.each(familyNames)('readers get answers from the last commit, whatever has changed since: %s', async (family) => {
    await search(
      0.07,
      fc.property(recipes(40), (recipe) => {
        const random = new Random(recipe.seed);
        const spare = boxesOf(family, { ...recipe, count: 60 });
        const scene = new BoxScene({ backend, shared: true });
        let committed: Map<number, LoopBox> | null = null;
        let loop = new Map<number, LoopBox>();
        let readers: BoxScene[] = [];
        // The first handle is made at any point of the history. It commits only if nothing has been committed.
        let steps = random.below(25);
        const step = (): void => {
          if (steps-- === 0) readers = backends.map((other) => BoxScene.attach(scene.handle(), { backend: other }));
          if (readers.length === 0) return;
          committed ??= loop;
          compareAll(random, readers, committed);
        };
        step();
        for (let turn = 0; turn < 6; turn++) {
          loop = turn === 0 ? addAll(scene, spare.splice(0, recipe.count)) : change(random, scene, loop, spare);
          step();
          if (random.chance(0.5)) {
            compareAll(random, [scene], loop);
            step();
          }
          if (random.chance(0.3)) continue;
          scene.commit();
          committed = loop;
          step();
          if (random.chance(0.5)) compareAll(random, [scene], loop);
        }
        step();
      }),
      0.02,
    );
  });

  const unit = { min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } };
  const down = { origin: { x: 0.5, y: 5, z: 0.5 }, direction: { x: 0, y: -1, z: 0 } };

  /** A scene of one box, and a function that moves the box up by one. */
  const created = (): { scene: BoxScene; rise: () => void } => {
    const scene = new BoxScene({ backend, shared: true });
    const id = scene.addAabb(unit);
    let height = 0;
    return {
      scene,
      rise() {
        height = (height + 1) % 4;
        scene.setAabb(id, { min: { x: 0, y: height, z: 0 }, max: { x: 1, y: height + 1, z: 1 } });
      },
    };
  };

  it('isShared marks shared and attached scenes, and isReadOnly only attached ones', () => {
    const { scene } = created();
    const reader = BoxScene.attach(scene.handle());
    expect([scene.isShared, scene.isReadOnly]).toEqual([true, false]);
    expect([reader.isShared, reader.isReadOnly]).toEqual([true, true]);
    expect([new BoxScene({ backend }).isShared, new BoxScene({ backend, shared: false }).isShared]).toEqual([
      false,
      false,
    ]);
    expect(new BoxScene({ backend, shared: 'auto' }).isShared).toBe(true);
  });

  it('the first handle commits the scene, and later ones do not', () => {
    const { scene, rise } = created();
    const reader = BoxScene.attach(scene.handle());
    expect(reader.raycast(down)?.t).toBe(4);
    rise();
    expect(BoxScene.attach(scene.handle()).raycast(down)?.t).toBe(4);
    scene.commit();
    expect(reader.raycast(down)?.t).toBe(3);
  });

  const triangle = new Float32Array([0, 0, 0, 4, 0, 0, 0, 4, 0]);
  const away = { min: { x: 20, y: 0, z: 0 }, max: { x: 21, y: 1, z: 1 } };

  it.each<[string, (scene: BoxScene) => void]>([
    [
      'a box has moved',
      (scene) => {
        scene.setAabb(0, away);
      },
    ],
    [
      'a box has come',
      (scene) => {
        scene.addAabb(away);
      },
    ],
    [
      'a box has gone',
      (scene) => {
        scene.remove(0);
      },
    ],
    [
      'all have gone',
      (scene) => {
        scene.clear();
      },
    ],
    [
      'a mask has changed',
      (scene) => {
        scene.setMask(0, 4);
      },
    ],
    [
      'a mesh has moved',
      (scene) => {
        scene.setPositions(
          scene.meshes[0],
          triangle.map((x) => x + 1),
        );
      },
    ],
    [
      'a mesh has come',
      (scene) => {
        scene.addInstance(scene.addMesh(triangle));
      },
    ],
    [
      'a mesh has gone',
      (scene) => {
        scene.remove(1);
        scene.removeMesh(scene.meshes[0]);
      },
    ],
    [
      'the tree is built anew',
      (scene) => {
        scene.setAabb(0, away);
        scene.optimize();
      },
    ],
  ])('readers find the last commit from the first handle on, if since then %s', (_, change) => {
    for (const isAsked of [false, true]) {
      const scene = new BoxScene({ backend, shared: true });
      scene.addAabb(unit);
      scene.addInstance(scene.addMesh(triangle));
      scene.commit();
      const committed = Buffer.from(scene.serialize());
      change(scene);
      if (isAsked) scene.raycast(down);
      const reader = BoxScene.attach(scene.handle());
      expect(Buffer.from(reader.serialize()).equals(committed)).toBe(true);
      const changed = Buffer.from(scene.serialize());
      scene.commit();
      expect(reader.size).toBe(scene.size);
      expect(Buffer.from(reader.serialize()).equals(changed)).toBe(true);
    }
  });

  it('the scene itself answers with its changes, while readers find the last commit', () => {
    const { scene, rise } = created();
    const reader = BoxScene.attach(scene.handle());
    rise();
    expect([scene.raycast(down)?.t, reader.raycast(down)?.t]).toEqual([3, 4]);
  });

  it('an attached scene can return a handle for others', () => {
    const { scene, rise } = created();
    const reader = BoxScene.attach(BoxScene.attach(scene.handle()).handle());
    rise();
    scene.commit();
    expect(reader.raycast(down)?.t).toBe(3);
  });

  it('readers get sets that stay valid until a query finds another version', () => {
    const { scene, rise } = created();
    const reader = BoxScene.attach(scene.handle());
    const set = reader.overlap(unit);
    rise();
    scene.commit();
    expect([...set]).toEqual([0]);
    expect(reader.size).toBe(1);
    expect(() => set.toArray()).toThrow('the scene has changed since this set was made');
    const next = reader.overlap(unit);
    scene.commit();
    expect(reader.size).toBe(1);
    expect(next.size).toBe(1);
  });

  it('a reader uses one version during a query with callbacks, even if they commit', () => {
    const scene = new BoxScene({ backend, shared: true });
    const boxes = new Float32Array(6000);
    const place = (lift: number): void => {
      for (let i = 0; i < 1000; i++) boxes.set([i, lift, 0, i + 0.5, lift + 1, 1], 6 * i);
    };
    place(0);
    const first = scene.addAabbs(boxes);
    const reader = BoxScene.attach(scene.handle());
    const along = { origin: { x: -1, y: 0.5, z: 0.5 }, direction: { x: 1, y: 0, z: 0 } };
    let asked = 0;
    const hits = reader.raycastAll(along, {
      filter: () => {
        if (asked++ === 500) {
          place(10);
          scene.setAabbs(first, boxes);
          scene.commit();
          place(20);
          scene.setAabbs(first, boxes);
          scene.commit();
          // Callbacks still see the version of the query.
          expect(reader.raycast(along)?.id).toBe(0);
        }
        return true;
      },
    });
    expect(hits.map(({ id }) => id)).toEqual(Array.from({ length: 1000 }, (_, i) => i));
    expect(reader.raycast(along)).toBeNull();
  });

  it('memory does not grow with the number of commits, with readers that query and one that does not', () => {
    const random = new Random(5);
    const scene = new BoxScene({ backend, shared: true });
    const boxes = new Float32Array(6 * 2000);
    const move = (): void => {
      for (let i = 0; i < boxes.length; i += 6) {
        const [x, y, z] = random.triple(-50, 50);
        boxes.set([x, y, z, x + 1, y + 1, z + 1], i);
      }
    };
    move();
    const first = scene.addAabbs(boxes);
    const handle = scene.handle();
    const readers = [BoxScene.attach(handle), BoxScene.attach(handle), BoxScene.attach(handle)];
    const lengths: number[] = [];
    for (let turn = 0; turn < 200; turn++) {
      move();
      scene.setAabbs(first, boxes);
      scene.commit();
      readers[turn % 2].raycast(down);
      lengths.push((scene.handle().memory as { buffer: SharedArrayBuffer }).buffer.byteLength);
    }
    // The trees differ a little in size, as the boxes are in other places each time.
    expect(lengths[199]).toBeLessThan(1.1 * lengths[100]);
    expect(lengths[199]).toBeLessThan(1.5 * lengths[2]);
  });

  it('an unchanged scene copies nothing: all scenes read the same bytes', () => {
    const { scene } = created();
    const reader = BoxScene.attach(scene.handle());
    scene.commit();
    const own = scene[INTERNALS].currentTree();
    const seen = reader[INTERNALS].currentTree();
    expect(seen.nodes.float32.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(seen.nodes.float32.byteOffset).toBe(own.nodes.float32.byteOffset);
    expect(seen.boxes.aabb32.data.byteOffset).toBe(own.boxes.aabb32.data.byteOffset);
    expect(reader.byteLength).toBe(scene.byteLength);
  });

  it('a pinned version stays for its readers until it is unpinned', () => {
    const { scene, rise } = created();
    const reader = BoxScene.attach(scene.handle());
    const version = scene[INTERNALS].pinVersion();
    for (let i = 0; i < 5; i++) {
      rise();
      scene.commit();
    }
    const latest = scene[INTERNALS].pinVersion();
    reader[INTERNALS].showVersion(version);
    expect(reader.raycast(down)?.t).toBe(4);
    reader[INTERNALS].showVersion(latest);
    expect(reader.raycast(down)?.t).toBe(3);
    reader[INTERNALS].showVersion(version);
    expect(reader.raycast(down)?.t).toBe(4);
    scene[INTERNALS].unpinVersion(version);
    scene[INTERNALS].unpinVersion(latest);
    rise();
    const next = scene[INTERNALS].pinVersion();
    reader[INTERNALS].showVersion(next);
    expect(reader.raycast(down)?.t).toBe(2);
  });

  it('a shared scene throws if too many versions are read at once', () => {
    const { scene, rise } = created();
    const handle = scene.handle();
    const readers: BoxScene[] = [];
    expect(() => {
      for (let i = 0; i < 100; i++) {
        readers.push(BoxScene.attach(handle));
        rise();
        scene.commit();
      }
    }).toThrow('64 versions are being read at once: detach attached scenes that are not in use');
    readers[0].detach();
    scene.commit();
    expect(readers[5].raycast(down)).not.toBeNull();
  });

  it('a detached reader throws', () => {
    const { scene } = created();
    const reader = BoxScene.attach(scene.handle());
    reader.detach();
    expect(() => reader.raycast(down)).toThrow('the scene has been detached: attach another one to the handle');
    expect(() => reader.size).toThrow('the scene has been detached');
    expect(() => {
      reader.detach();
    }).not.toThrow();
    expect(() => {
      scene.detach();
    }).toThrow('only an attached scene can be detached');
  });

  it('the sets of a detached reader throw, and a reader cannot detach during its own query', () => {
    const { scene, rise } = created();
    const reader = BoxScene.attach(scene.handle());
    const set = reader.overlap(unit);
    expect(() =>
      reader.raycast(down, {
        filter: () => {
          reader.detach();
          return true;
        },
      }),
    ).toThrow('a scene cannot be detached by a filter or refine while its query runs');
    expect(reader.raycast(down)?.t).toBe(4);
    reader.detach();
    rise();
    scene.commit();
    expect(() => set.toArray()).toThrow('the scene has changed since this set was made');
    expect(() => reader.handle()).toThrow('the scene has been detached');
  });

  it('readers count the same number of boxes of each kind', () => {
    const scene = new BoxScene({ backend, shared: true });
    scene.addAabb(unit);
    scene.addObb({ ...unit, matrix: [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] });
    const reader = BoxScene.attach(scene.handle());
    expect(reader.statistics()).toEqual(scene.statistics());
    expect(reader.statistics().orientedBoxes).toBe(1);
  });

  it('attach rejects a handle whose byteOffset has no scene', () => {
    const { scene } = created();
    const handle = scene.handle();
    const { byteLength } = (handle.memory as { buffer: SharedArrayBuffer }).buffer;
    const elsewhere = [1, handle.byteOffset + 8, handle.byteOffset + 0.5, -8, NaN, byteLength, byteLength - 8, 2 ** 40];
    for (const byteOffset of elsewhere) {
      const attach = () => BoxScene.attach({ ...handle, byteOffset }, { backend });
      expect(attach).toThrow(TypeError);
      expect(attach).toThrow(
        `handle must be what a shared scene's handle() returns, got one with byteOffset ${byteOffset}, where there is no scene`,
      );
    }
    expect(BoxScene.attach(handle, { backend }).size).toBe(scene.size);
  });

  it('clear makes no copy of the version that readers use', () => {
    const scene = new BoxScene({ backend, shared: true });
    scene.addAabbs(new Float32Array(6 * 100_000));
    const reader = BoxScene.attach(scene.handle());
    const byteLength = (): number => (scene.handle().memory as { buffer: SharedArrayBuffer }).buffer.byteLength;
    const before = byteLength();
    scene.clear();
    expect(byteLength()).toBe(before);
    expect(scene.size).toBe(0);
    expect(reader.overlap(unit).size).toBe(100_000);
    scene.commit();
    expect(reader.overlap(unit).size).toBe(0);
  });

  it('memory does not grow while readers attach and detach', () => {
    const { scene } = created();
    const rays = new Float64Array(6 * 5000).fill(1);
    const lengthAfter = (): number => {
      const reader = BoxScene.attach(scene.handle());
      reader.raycastMany(rays);
      reader.detach();
      return (scene.handle().memory as { buffer: SharedArrayBuffer }).buffer.byteLength;
    };
    const length = lengthAfter();
    for (let i = 0; i < 100; i++) expect(lengthAfter()).toBe(length);
  });

  it('a reader cannot change the scene', () => {
    const { scene } = created();
    const matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    scene.addObb({ ...unit, matrix });
    const reader = BoxScene.attach(scene.handle(), { backend });
    const changes: (() => unknown)[] = [
      () => reader.addAabb(unit),
      () => reader.addObb({ ...unit, matrix }),
      () => reader.addAabbs(new Float32Array(6)),
      () => reader.addObbs(unit, new Float32Array(matrix)),
      () => {
        reader.setAabb(0, unit);
      },
      () => {
        reader.setObb(0, { ...unit, matrix });
      },
      () => {
        reader.setAabbs(0, new Float32Array(6));
      },
      () => {
        reader.setMatrix(1, matrix);
      },
      () => {
        reader.setMatrices(1, new Float32Array(matrix));
      },
      () => {
        reader.setMask(0, 1);
      },
      () => {
        reader.remove(0);
      },
      () => {
        reader.clear();
      },
      () => {
        reader.optimize(10);
      },
    ];
    for (const attempt of changes) {
      expect(attempt).toThrow('an attached scene is read-only: change it in the thread that made it');
    }
    expect(reader.raycast(down)?.t).toBe(4);
  });

  it('only a shared scene has a handle, and attach accepts only handles', () => {
    expect(() => new BoxScene({ backend }).handle()).toThrow('make it with { shared: true }');
    const own = { memory: new WebAssembly.Memory({ initial: 1, maximum: 1 }), byteOffset: 0, layout: 1 };
    const nowhere = { ...created().scene.handle(), byteOffset: undefined };
    for (const handle of [null, undefined, {}, { memory: new ArrayBuffer(8), byteOffset: 0 }, 'handle', own, nowhere]) {
      expect(() => BoxScene.attach(untyped(handle))).toThrow(TypeError);
      expect(() => BoxScene.attach(untyped(handle))).toThrow("handle must be what a shared scene's handle() returns");
    }
    const other = { ...created().scene.handle(), layout: 99 };
    expect(() => BoxScene.attach(other)).toThrow('handle must come from the same version of slabtree, got layout 99');
    expect(() => BoxScene.attach(created().scene.handle(), { backend: untyped('gpu') })).toThrow(RangeError);
    expect(() => new BoxScene({ shared: untyped('yes') })).toThrow(
      'options.shared must be true, false or \'auto\', got "yes"',
    );
  });
});

describe('environments without shared memory', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  const noRoom = (): void => {
    const { Memory } = WebAssembly;
    vi.stubGlobal('WebAssembly', {
      ...WebAssembly,
      Memory: class extends Memory {
        constructor(size: { initial: number; maximum: number; shared?: boolean }) {
          if (size.shared === true) throw new RangeError('could not allocate memory');
          super(size);
        }
      },
    });
  };
  const noSharedArrayBuffer = (): void => {
    vi.stubGlobal('SharedArrayBuffer', undefined);
  };

  it.each([
    ['no SharedArrayBuffer', noSharedArrayBuffer, 'there is no SharedArrayBuffer. Serve the page with the headers '],
    ['no room for it', noRoom, 'could not allocate memory. '],
  ])('shared: true throws an error with the reason: %s', (_, prepare, reason) => {
    prepare();
    expect(() => new BoxScene({ shared: true })).toThrow(
      `options.shared is true, but shared memory is not available here: ${reason}`,
    );
  });

  it.each([
    ['no SharedArrayBuffer', noSharedArrayBuffer],
    ['no room for it', noRoom],
  ])("shared: 'auto' makes a scene that is not shared: %s", (_, prepare) => {
    prepare();
    const scene = new BoxScene({ shared: 'auto' });
    expect(scene.isShared).toBe(false);
    expect(scene.addAabb({ min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } })).toBe(0);
  });
});
