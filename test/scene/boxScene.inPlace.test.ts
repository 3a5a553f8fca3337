import { BoxScene } from 'slabtree';
import { expect, it } from 'vitest';
import { INTERNALS } from '../../src/scene/internals';
import { Random } from '../support/random';

it('a shared scene without readers copies nothing, and readers never read half a version', () => {
  const random = new Random(1);
  const scene = new BoxScene({ shared: true });
  const boxes = new Float32Array(6 * 20_000);
  for (let i = 0; i < boxes.length; i += 6) {
    const min = random.triple(-50, 50);
    boxes.set([...min, ...min.map((number) => number + 1)], i);
  }
  scene.addAabbs(boxes);
  const handle = scene[INTERNALS].shareInPlace();
  const reader = BoxScene.attach(handle);
  const bytes = (): number => (handle.memory as WebAssembly.Memory).buffer.byteLength;
  const rays = Float64Array.from({ length: 6 * 500 }, () => random.between(-60, 60));
  let added = 0;
  for (let i = 0; i < 10; i++) {
    const version = scene[INTERNALS].pinVersion();
    reader[INTERNALS].showVersion(version);
    expect(reader.size).toBe(scene.size);
    expect(reader.raycastMany(rays)).toEqual(scene.raycastMany(rays));
    scene[INTERNALS].unpinVersion(version);
    const before = bytes();
    scene.setMask(i, 0);
    added = Math.max(added, bytes() - before);
  }
  expect(added).toBe(0);
});
