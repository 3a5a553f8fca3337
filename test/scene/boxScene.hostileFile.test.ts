import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Backend, BoxScene, SlabtreeFormatError } from 'slabtree';
import { validate } from '../../src/bvh/tree/validate';
import { INTERNALS } from '../../src/scene/internals';
import { addBox, backends, sceneOf, show } from '../support/compare';
import { compareAnswers } from '../support/compareAnswers';
import type { LoopBox } from '../support/loop';
import { mutateSlabFile, sealed } from '../support/mutateSlabFile';
import { planeAmong } from '../support/planes';
import { pointAmong } from '../support/points';
import { Random } from '../support/random';
import { rayAmong } from '../support/rays';
import { readSlabFile, zerosOfSlabFile } from '../support/readSlabFile';
import { runsOf, search } from '../support/runs';
import { boxesOf, type WildFamily } from '../support/scenes';
import { shapeAmong } from '../support/shapes';
import { vec } from '../support/triple';

/** A file of a scene to which boxes were added, and from which some were removed. */
function fileOf(family: WildFamily, count: number, isPacked = false): Uint8Array {
  const boxes = boxesOf(family, { count, seed: count }).map((box, i) => ({ ...box, mask: isPacked ? 7 : i % 3 }));
  const { scene } = sceneOf(boxes, 'js');
  scene.commit();
  if (!isPacked) {
    for (let id = 1; id < count; id += 6) scene.remove(id);
    scene.commit();
    for (const box of boxesOf(family, { count: Math.ceil(count / 20), seed: 1 })) addBox(scene, box);
  }
  return scene.serialize();
}

const small = fileOf('boxes of all kinds', 12);
const files = [
  fileOf('boxes of all kinds', 60),
  fileOf('random boxes of float32', 150, true),
  fileOf('a town at 6.4e6', 80),
  fileOf('oriented boxes on the earth', 40, true),
  fileOf('matrices whose numbers overflow', 30),
  fileOf('a few boxes many times', 30),
];

/** The scene in some bytes, or null if they are rejected with a SlabtreeFormatError. */
function load(bytes: Uint8Array, backend: Backend): BoxScene | null {
  try {
    return BoxScene.deserialize(bytes, { backend });
  } catch (error) {
    if (error instanceof SlabtreeFormatError) return null;
    throw error;
  }
}

/** Throws unless a scene is valid and answers correctly for its boxes. */
function requireSound(scene: BoxScene, bytes: Uint8Array, random: Random): void {
  validate(scene[INTERNALS].currentTree());
  const { boxes } = readSlabFile(bytes);
  if ([...boxes.values()].every(isInRange)) compareAnswers([scene], boxes, random, 1);
  else compareWithBuilt(scene, boxes, random);
}

/** Whether the loop is exact for a box, because nothing overflows or underflows. */
function isInRange({ min, max, matrix }: LoopBox): boolean {
  return [...min, ...max, ...(matrix ?? [])].every(
    (value) => value === 0 || (value > -1e30 && value < 1e30 && Math.abs(value) > 1e-30),
  );
}

/** Throws unless a scene answers like one that was built from its boxes. */
function compareWithBuilt(scene: BoxScene, boxes: ReadonlyMap<number, LoopBox>, random: Random): void {
  const ids = [...boxes.keys()];
  const list = [...boxes.values()];
  const built = new BoxScene({ backend: 'js' });
  for (const box of list) addBox(built, box);
  const sort = (found: Iterable<number>): number[] => [...found].sort((a, b) => a - b);
  const { origin, direction } = rayAmong(random, list);
  const ray = { origin: vec(origin), direction: vec(direction) };
  const plane = planeAmong(random, list);
  const shape = shapeAmong(random, list);
  const point = vec(pointAmong(random, list));
  const answersOf = (asked: BoxScene, idOf: (id: number) => number): unknown => ({
    bounds: asked.bounds,
    hits: asked.raycastAll(ray).map((hit) => ({ ...hit, id: idOf(hit.id) })),
    front: sort([...asked.split({ normal: vec(plane.normal), constant: plane.constant }).front].map(idOf)),
    overlap: sort([...asked.overlap(shape)].map(idOf)),
    nearest: asked.nearest(point, { count: 9 }).map((near) => ({ ...near, id: idOf(near.id) })),
    pairs: [...asked.pairs()].map((pair) => pair.map(idOf).join(' ')).sort(),
  });
  const found = show(answersOf(scene, (id) => id));
  const expected = show(answersOf(built, (index) => ids[index]));
  if (found !== expected) throw new Error(`a scene gives a wrong answer for its boxes: ${found}, not ${expected}`);
}

describe('damaged files', () => {
  it('a file that is cut off anywhere is rejected', () => {
    for (let length = 0; length < small.length; length++) {
      expect(() => BoxScene.deserialize(small.subarray(0, length), { backend: 'js' })).toThrow(SlabtreeFormatError);
    }
  });

  it('a file with any flipped bit is rejected', () => {
    const bytes = small.slice();
    const accepted: number[] = [];
    for (let bit = 0; bit < 8 * bytes.length; bit++) {
      bytes[bit >> 3] ^= 1 << (bit & 7);
      if (load(bytes, 'js') !== null) accepted.push(bit);
      bytes[bit >> 3] ^= 1 << (bit & 7);
    }
    expect(accepted).toEqual([]);
    expect(load(bytes, 'js')).not.toBeNull();
  });

  it('the error for a damaged file gives the reason', () => {
    const flipped = small.slice();
    flipped[flipped.length - 1] ^= 1;
    expect(() => BoxScene.deserialize(flipped)).toThrow('its checksum is wrong');
    expect(() => BoxScene.deserialize(small.subarray(0, 1000))).toThrow(`ends after 1000 of its ${small.length} bytes`);
    expect(() => BoxScene.deserialize(new Uint8Array(1000))).toThrow('does not begin like a slabtree file');
    const tiles = Uint8Array.of(0x89, 0x54, 0x49, 0x4c, 0x45, 0x0d, 0x0a, 0x1a);
    expect(() => BoxScene.deserialize(tiles)).toThrow(
      'it is a file of tiles: open it with TiledScene of slabtree/tiles',
    );
  });
});

describe('manipulated files with correct checksums', () => {
  it('a small file with any flipped bit is rejected, or its scene is valid', () => {
    const random = new Random(1);
    let accepted = 0;
    // 5 has no factor in common with 8: every byte has a bit of its own flipped. A long search flips all bits.
    const step = runsOf(1) > 100 ? 1 : 5;
    for (let bit = 0; bit < 8 * small.length; bit += step) {
      const bytes = small.slice();
      bytes[bit >> 3] ^= 1 << (bit & 7);
      sealed(bytes);
      const scene = load(bytes, 'js');
      if (scene === null) continue;
      accepted++;
      if (accepted % 10 === 0) requireSound(scene, bytes, random);
      else validate(scene[INTERNALS].currentTree());
    }
    expect(accepted).toBeGreaterThan(1000 / step);
    expect(accepted).toBeLessThan((6 * small.length) / step);
  });

  it.each(files.map((file, i) => [i, file] as const))(
    'a file whose padding is not 0 is rejected: file %i',
    (_, file) => {
      let spoilt = 0;
      for (const at of zerosOfSlabFile(file)) {
        const bytes = file.slice();
        bytes[at] = 1 << (at % 8);
        expect(load(sealed(bytes), 'js')).toBeNull();
        spoilt++;
      }
      expect(spoilt).toBeGreaterThan(24);
    },
  );

  it('a file with any change is rejected, or its scene is valid', async () => {
    const outcomes = { accepted: 0, refused: 0 };
    await search(
      30,
      fc.property(fc.nat(), fc.nat(), (which, seed) => {
        const random = new Random(seed);
        const bytes = mutateSlabFile(files[which % files.length], random);
        const scenes = (random.chance(0.1) ? backends : (['js'] as const)).map((backend) => load(bytes, backend));
        const [scene] = scenes;
        if (scenes.some((other) => (other === null) !== (scene === null))) throw new Error('the backends do not agree');
        outcomes[scene === null ? 'refused' : 'accepted']++;
        for (const other of scenes) if (other !== null) requireSound(other, bytes, random);
      }),
    );
    expect(outcomes.accepted).toBeGreaterThan(outcomes.refused / 50);
    expect(outcomes.refused).toBeGreaterThan(outcomes.accepted / 2);
  });

  it('the scene of a manipulated file can be changed like any other', async () => {
    await search(
      1,
      fc.property(fc.nat(), fc.constantFrom(...backends), (seed, backend) => {
        const random = new Random(seed);
        const bytes = mutateSlabFile(random.pick(files), random);
        const scene = load(bytes, backend);
        if (scene === null) return;
        for (const id of readSlabFile(bytes).boxes.keys()) if (random.chance(0.3)) scene.remove(id);
        for (const box of boxesOf('boxes of all kinds', { count: 10, seed })) addBox(scene, box);
        validate(scene[INTERNALS].currentTree());
        scene.optimize(1000);
        validate(scene[INTERNALS].currentTree());
      }),
    );
  });
});
