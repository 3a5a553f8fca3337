import { describe, expect, it } from 'vitest';
import { BoxScene } from 'slabtree';
import { incoherentRays } from '../../bench/rays';
import { Motion, scenarios } from '../../bench/motion';
import { runsOf } from '../support/runs';

const BOXES = 20_000;
/** Ten minutes or so with SLABTREE_RUNS=5000. The test ends by frames, as no test may depend on time. */
const FRAMES = runsOf(8);
const FRAMES_A_CHECK = 97;
/** By then, the scene has the memory for a second tree. */
const START = 1000;
const RAYS = 500;

/** In `flocks`, a new tree wears fastest. In `long steps`, most boxes are inserted, and nodes are least full. */
const worst = scenarios.filter(({ name }) => name === 'flocks' || name === 'long steps');

const box = { min: { x: 0, y: 0, z: 0 }, max: { x: 0, y: 0, z: 0 } };

function move(scene: BoxScene, motion: Motion): void {
  const { ids, boxes } = motion.next();
  if (ids.length === scene.size) scene.setAabbs(0, boxes);
  else {
    ids.forEach((id, i) => {
      [box.min.x, box.min.y, box.min.z, box.max.x, box.max.y, box.max.z] = boxes.subarray(6 * i, 6 * i + 6);
      scene.setAabb(id, box);
    });
  }
  scene.commit();
}

function sceneOf(bounds: Float32Array): BoxScene {
  const scene = new BoxScene();
  scene.addAabbs(bounds);
  scene.commit();
  return scene;
}

/** Only `npm run test:long` takes that long. */
describe.runIf(FRAMES > 2 * START)('a scene that moves for ten minutes', () => {
  it.each(worst)('the scene keeps its cost and its memory, and answers like a new one: $name', async (scenario) => {
    const motion = new Motion(BOXES, scenario);
    const scene = sceneOf(motion.scene.bounds);
    let bytes = 0;
    for (let frame = 1; frame <= FRAMES; frame++) {
      move(scene, motion);
      if (frame <= START) bytes = Math.max(bytes, scene.byteLength);
      if (frame % FRAMES_A_CHECK !== 0) continue;
      const anew = sceneOf(motion.scene.bounds);
      expect(scene.statistics().sahCost).toBeLessThan(1.15 * anew.statistics().sahCost);
      expect(scene.byteLength).toBeLessThanOrEqual(bytes);
      const rays = incoherentRays(motion.scene, RAYS);
      expect(scene.raycastMany(rays)).toEqual(anew.raycastMany(rays));
      // Lets the runner report.
      await new Promise((resolve) => setImmediate(resolve));
    }
  });
});
