import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addBox, backends, sceneOf, show } from '../support/compare';
import { allOf, boundsOf, type Loop, type LoopBox, type LoopRay } from '../support/loop';
import { Random } from '../support/random';
import { readSlabFile, type SlabFile, walkSlabFile } from '../support/readSlabFile';
import { search } from '../support/runs';
import { boxesOf, familyNames, recipes } from '../support/scenes';
import { each, type Triple } from '../support/triple';

/** Whether a ray comes near some bounds, at its origin or later. */
function comesNear({ origin, direction }: LoopRay, min: Triple, max: Triple): boolean {
  let enter = 0;
  let leave = Infinity;
  for (const k of [0, 1, 2] as const) {
    const pad = 1e-5 * (Math.abs(min[k]) + Math.abs(max[k]) + Math.abs(origin[k])) + 1e-300;
    if (Math.abs(direction[k]) < 1e-290) {
      if (origin[k] < min[k] - pad || origin[k] > max[k] + pad) return false;
      continue;
    }
    const ends = [(min[k] - pad - origin[k]) / direction[k], (max[k] + pad - origin[k]) / direction[k]];
    enter = Math.max(enter, Math.min(...ends) * (1 - 1e-9));
    leave = Math.min(leave, Math.max(...ends) * (1 + 1e-9));
  }
  // NaN counts as near.
  return !(enter > leave);
}

/** Throws unless a tree follows docs/format.md. */
function requireTree({ nodes, boxes }: SlabFile): void {
  let next = 1;
  const held: number[] = [];
  const visit = (node: number, depth: number): number => {
    expect(depth).toBeLessThanOrEqual(94);
    const slots = nodes[node];
    if (node > 0) expect(slots.length).toBeGreaterThan(0);
    const below = slots.filter((slot) => slot.node !== null);
    for (const slot of below) expect(slot.node).toBe(next++);
    let count = 0;
    for (const { id, node: child, content, min, max } of slots) {
      if (id !== null) held.push(id);
      if (child === null) {
        count++;
        continue;
      }
      for (const inner of nodes[child]) {
        expect(each((k) => Math.min(inner.min[k], min[k]))).toEqual(min);
        expect(each((k) => Math.max(inner.max[k], max[k]))).toEqual(max);
      }
      const boxesBelow = visit(child, depth + 1);
      expect(content).toBe(boxesBelow);
      count += boxesBelow;
    }
    return count;
  };
  expect(visit(0, 1)).toBe(boxes.size);
  expect(next).toBe(nodes.length);
  expect(held.sort((a, b) => a - b)).toEqual([...boxes.keys()].sort((a, b) => a - b));
}

/** Boxes as comparable texts, without the inverses of matrices. */
const shown = (boxes: Loop): string[] =>
  [...boxes]
    .sort(([a], [b]) => a - b)
    .map(([id, { min, max, matrix, mask }]) => show({ id, min, max, matrix, mask: mask >>> 0 }));

describe('a reader written from docs/format.md alone', () => {
  it('a file holds exactly the boxes, masks and free ids, and a tree in which rays find their hits', async () => {
    await search(
      0.5,
      fc.property(
        fc.constantFrom(...familyNames),
        recipes(),
        fc.constantFrom(...backends),
        fc.nat(),
        (family, recipe, backend, seed) => {
          const random = new Random(seed);
          const masks = random.pick([[5], [1, 2, 0xffffffff]]);
          const boxes = boxesOf(family, recipe).map((box) => ({ ...box, mask: random.pick(masks) }));
          const { scene, loop } = sceneOf(boxes, backend);
          const freed: number[] = [];
          scene.commit();
          if (random.chance(0.5)) {
            for (const id of [...loop.keys()]) {
              if (!random.chance(0.3)) continue;
              scene.remove(id);
              loop.delete(id);
              freed.push(id);
            }
          }
          const file = readSlabFile(scene.serialize());
          expect(shown(file.boxes)).toEqual(shown(loop));
          expect(file.free).toEqual(freed);
          requireTree(file);
          compareRays(file, loop, random, boxes);
          if (freed.length > 0 && boxes.length > 0) expect(addBox(scene, boxes[0])).toBe(file.free.at(-1));
        },
      ),
    );
  });
});

function compareRays(file: SlabFile, loop: Loop, random: Random, boxes: readonly LoopBox[]): void {
  if (boxes.length === 0) return;
  const middle = (box: LoopBox): Triple => {
    const { min, max } = boundsOf(box);
    return each((k) => min[k] / 2 + max[k] / 2);
  };
  for (let i = 0; i < 3; i++) {
    const origin = middle(random.pick(boxes));
    const to = middle(random.pick(boxes));
    const ray = { origin, direction: random.chance(0.8) ? each((k) => to[k] - origin[k]) : random.direction() };
    const size = Math.max(...each((k) => Math.abs(ray.direction[k])));
    if (!(size > 1e-30 && size < 1e30)) continue;
    const near = new Set(walkSlabFile(file, (min, max) => comesNear(ray, min, max)));
    const found = new Map([...file.boxes].filter(([id]) => near.has(id)));
    expect(allOf(found, ray, {})).toEqual(allOf(loop, ray, {}));
  }
}
