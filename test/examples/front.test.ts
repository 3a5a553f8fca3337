import { describe, expect, it } from 'vitest';
import { Ray, Vector3 } from 'three';
import { BoxScene, raycastAabb } from 'slabtree';
import { makeCity } from '../../examples/front/city';
import { duration } from '../../examples/front/duration';
import { Pace } from '../../examples/front/pace';
import { RaycasterBeside } from '../../examples/front/raycasterBeside';
import { scan } from '../../examples/front/scan';
import { Swarm } from '../../examples/front/swarm';
import { seededRandom } from '../../examples/site/seededRandom';

const far = { x: 0, y: 0, z: -50 };

/** The nearest of many boxes along a ray, by a loop, or -1. */
function nearestOf(boxes: Float32Array, ray: Ray): number {
  let nearest = -1;
  let least = Infinity;
  for (let box = 0; 6 * box < boxes.length; box++) {
    const [minX, minY, minZ, maxX, maxY, maxZ] = boxes.subarray(6 * box, 6 * box + 6);
    const t = raycastAabb(ray, { min: { x: minX, y: minY, z: minZ }, max: { x: maxX, y: maxY, z: maxZ } });
    if (t === null || t >= least) continue;
    nearest = box;
    least = t;
  }
  return nearest;
}

describe('the city drawn by rays', () => {
  it('the city has 196,681 boxes, each with a volume, and a kind for each', () => {
    const { boxes, kinds } = makeCity();
    expect(boxes.length).toBe(6 * 196_681);
    expect(kinds.length).toBe(196_681);
    let flat = 0;
    for (let box = 0; box < boxes.length; box += 6) {
      for (let axis = 0; axis < 3; axis++) if (!(boxes[box + axis] < boxes[box + 3 + axis])) flat++;
    }
    expect(flat).toBe(0);
  });

  it('the swarm moves, and comes back to the same boxes at the same time', () => {
    const swarm = new Swarm(10);
    const before = [...swarm.boxes];
    swarm.flyTo(1);
    expect([...swarm.boxes]).not.toEqual(before);
    swarm.flyTo(0);
    expect([...swarm.boxes]).toEqual(before);
  });

  it('a scan moves the swarm, finds hits, and finds what is between a hit and the lamp', () => {
    const scene = new BoxScene();
    const ground = scene.addAabb({ min: { x: -10, y: -1, z: -10 }, max: { x: 10, y: 0, z: 10 } });
    const roof = scene.addAabb({ min: { x: 2, y: 4, z: -1 }, max: { x: 4, y: 5, z: 1 } });
    const member = scene.addAabb({ min: { x: 90, y: 0, z: 0 }, max: { x: 91, y: 1, z: 1 } });
    const down = [0, -1, 0] as const;
    const eyeRays = new Float32Array([
      ...[0, 3, 0, ...down],
      ...[3, 3, 0, ...down],
      ...[-6, 9, 0, ...down],
      ...[30, 9, 0, ...down],
    ]);
    const swarm = new Float32Array([-7, 6, -1, -5, 7, 1]);
    const { ids, points, shadows, rays } = scan(scene, member, swarm, eyeRays, { x: 3, y: 20, z: 0 });
    expect([...ids]).toEqual([ground, ground, member]);
    expect([...points]).toEqual([0, 0, 0, 3, 0, 0, -6, 7, 0]);
    // The line from (0, 0, 0) passes beside the roof.
    expect([...shadows]).toEqual([-1, roof, -1]);
    expect(rays).toBe(7);
  });

  it('the Raycaster beside it finds the box that a loop finds, among those that stand and those that move', () => {
    const random = seededRandom(4);
    const numbers: number[] = [];
    for (let box = 0; box < 2100; box++) {
      const min = [0, 0, 0].map(() => 20 * random() - 10);
      numbers.push(...min, ...min.map((from) => from + 0.1 + 0.3 * random()));
    }
    const boxes = new Float32Array(numbers);
    const beside = new RaycasterBeside(boxes.subarray(0, 6 * 2050), boxes.subarray(6 * 2050));
    const found = new Set<boolean>();
    for (let i = 0; i < 20; i++) {
      const ray = new Ray(new Vector3().copy(far), new Vector3(random() - 0.5, random() - 0.5, 3).normalize());
      let answer = beside.step(ray, 0);
      while (answer === null) answer = beside.step(new Ray(), 0);
      expect(answer.ray.equals(ray)).toBe(true);
      expect(answer.box).toBe(nearestOf(boxes, ray));
      expect(answer.milliseconds).toBeGreaterThan(0);
      found.add(answer.box >= 0);
    }
    expect(found).toEqual(new Set([true, false]));
  });

  it('the number of rays grows while frames are quick, and shrinks when they are slow', () => {
    const pace = new Pace(false);
    const atFirst = pace.rays;
    for (let frame = 0; frame < 300; frame++) pace.note(16, 8);
    const most = pace.rays;
    expect(most).toBeGreaterThan(4 * atFirst);
    for (let frame = 0; frame < 300; frame++) pace.note(200, 100);
    expect(pace.rays).toBe(atFirst);
    expect(pace.dots).toBeGreaterThan(pace.rays);
  });

  it('at two frames a second of a slow graphics card, the rays are many and the Raycaster is done after a few frames', () => {
    const pace = new Pace(false);
    const atFirst = pace.rays;
    for (let frame = 0; frame < 12; frame++) pace.note(500, 5);
    expect(pace.rays).toBeGreaterThan(4 * atFirst);
    expect(pace.budget).toBeGreaterThan(30);
  });

  it('a long time is told in minutes and seconds', () => {
    expect([duration(900), duration(59_400), duration(280_000)]).toEqual(['1 s', '59 s', '4 min 40 s']);
  });
});
