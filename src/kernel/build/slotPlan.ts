import { MAX_DEPTH } from '../../bvh/layout/maxDepth';
import { WIDTH } from '../../bvh/layout/nodeLayout';
import { memoryBase } from '../memory/kernelMemory';
import { areas, binaryCount, boxes, second } from './splitBinary';

/** See bvh/build/slotPlan.ts. */
let plan: usize = 0;

/** Tells where the plan is. It may have moved since the last call. */
export function bindPlan(planAt: usize): void {
  plan = planAt;
}

/** A stack of the costs of finished subtrees, those of the first child on top. */
const COSTS: usize = memoryBase + memory.data((MAX_DEPTH + 2) * WIDTH * 8, 16);
let top: usize = COSTS;

/** The binary node to plan next. Children come before their parents. */
let next: i32 = -1;

export function slotsWithin(node: i32): i32 {
  return load<u32>(plan + (<usize>node << 2)) & 15;
}

export function slotsOfFirst(node: i32, slots: i32): i32 {
  return (load<u32>(plan + (<usize>node << 2)) >>> (4 * (slots - 1))) & 15;
}

/** Begins to plan the wide nodes of the binary tree. */
export function beginPlan(): void {
  next = binaryCount - 1;
  top = COSTS;
}

/**
 * Plans at most so many binary nodes.
 *
 * @returns how many fewer it has planned. If it is 0, there may be more to plan.
 */
export function planSlots(work: i32): i32 {
  while (next >= 0 && work > 0) {
    planNode(next--);
    work--;
  }
  return work;
}

function planNode(node: i32): void {
  const area = load<f64>(areas + (<usize>node << 3));
  if (load<i32>(second + (<usize>node << 2)) == 0) {
    const size = load<i32>(boxes + (<usize>node << 2));
    for (let slots = 1; slots <= WIDTH; slots++) {
      store<f64>(top, size <= slots ? 0 : area);
      top += 8;
    }
    return;
  }
  const first = top - WIDTH * 8;
  const other = first - WIDTH * 8;
  let within = 0;
  let whole: f64 = 0;
  let decisions = 0;
  for (let slots = WIDTH; slots >= 2; slots--) {
    let best = 1;
    let fromFirst = first;
    let fromOther = other + (<usize>(slots - 2) << 3);
    let cost = load<f64>(fromFirst) + load<f64>(fromOther);
    for (let below = 2; below < slots; below++) {
      fromFirst += 8;
      fromOther -= 8;
      const candidate = load<f64>(fromFirst) + load<f64>(fromOther);
      if (candidate < cost) {
        cost = candidate;
        best = below;
      }
    }
    if (slots == WIDTH) {
      within = best;
      whole = area + cost;
    }
    if (whole < cost) {
      cost = whole;
      best = 0;
    }
    decisions |= best << (4 * (slots - 1));
    store<f64>(other + (<usize>(slots - 1) << 3), cost);
  }
  store<f64>(other, whole);
  store<u32>(plan + (<usize>node << 2), decisions | within);
  top = first;
}
