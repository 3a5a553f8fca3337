import { MAX_DEPTH, WIDTH } from '../../bvh/layout/nodeLayout';
import { memoryBase } from '../memory/workingMemory';
import { areas, binaryCount, boxes, hasWholeLeaves, second } from './splitBinary';

/** The address of the plan: how many slots of a wide node each binary node uses. See bvh/build/slotPlan.ts. */
let plan: usize = 0;

/** Sets the address of the plan (how many slots each binary node uses), which memory growth may have moved. */
export function bindPlan(planAt: usize): void {
  plan = planAt;
}

/**
 * A stack of planned subtrees of the binary tree, the first child on top. For 1 to 8 slots, an entry holds the costs of
 * the subtree, and then how many wide nodes the subtree becomes. The twin in JavaScript does not count wide nodes: only
 * threads, which make subtrees at the same time, need the count.
 */
const STACK: usize = memoryBase + memory.data((MAX_DEPTH + 2) * WIDTH * 12, 16);
export const ENTRY_BYTES: usize = WIDTH * 12;
const NODES: usize = WIDTH * 8;
let top: usize = STACK;

/** The binary nodes to plan next and last. Nodes are planned in descending order, so children come before parents. */
let next: i32 = -1;
let last: i32 = 0;

export function slotsWithin(node: i32): i32 {
  return load<u32>(plan + (<usize>node << 2)) & 15;
}

export function slotsOfFirst(node: i32, slots: i32): i32 {
  return (load<u32>(plan + (<usize>node << 2)) >>> (4 * (slots - 1))) & 15;
}

/**
 * Returns how many wide nodes are below the wide node that a binary node becomes. The binary node must have been
 * planned: planning replaces the node's area by this count.
 */
export function nodesBelow(node: i32): i32 {
  return load<i32>(areas + (<usize>node << 3));
}

/** Begins to plan how the binary tree that was split last becomes wide nodes. */
export function beginPlan(node: i32): void {
  next = binaryCount - 1;
  last = node;
  top = STACK;
}

/**
 * Plans how many slots of a wide node each of the next binary nodes uses. Plans at most `work` binary nodes.
 *
 * @returns `work` less the number of binary nodes planned. If 0, there may be more binary nodes to plan.
 */
export function planSlots(work: i32): i32 {
  while (next >= last && work > 0) {
    planNode(next--);
    work--;
  }
  return work;
}

/** Copies the entry (costs and wide-node counts) of the subtree that was planned last to `out`. */
export function copyPlanned(out: usize): void {
  memory.copy(out, top - ENTRY_BYTES, ENTRY_BYTES);
}

/** Pushes the entry of a planned subtree, which {@link copyPlanned} has copied, maybe in another thread. */
export function pushPlanned(entry: usize): void {
  memory.copy(top, entry, ENTRY_BYTES);
  top += ENTRY_BYTES;
}

export function planNode(node: i32): void {
  const areaAt = areas + (<usize>node << 3);
  const area = load<f64>(areaAt);
  if (load<i32>(second + (<usize>node << 2)) == 0) {
    const size = hasWholeLeaves ? 1 : load<i32>(boxes + (<usize>node << 2));
    for (let slots = 1; slots <= WIDTH; slots++) {
      const fits = size <= slots;
      const at = <usize>(slots - 1);
      store<f64>(top + (at << 3), fits ? 0 : area);
      store<i32>(top + (at << 2), <i32>!fits, NODES);
    }
    store<i32>(areaAt, 0);
    top += ENTRY_BYTES;
    return;
  }
  const first = top - ENTRY_BYTES;
  const other = first - ENTRY_BYTES;
  let within = 0;
  let below = 0;
  let whole: f64 = 0;
  let decisions = 0;
  // A leaf that takes one slot costs nothing with one. Costs never rise with more slots, and of equal ones the first is chosen.
  const mostToFirst = hasWholeLeaves && load<i32>(second + (<usize>(node + 1) << 2)) == 0 ? 1 : WIDTH - 1;
  for (let slots = WIDTH; slots >= 2; slots--) {
    let best = 1;
    let fromFirst = first;
    let fromOther = other + (<usize>(slots - 2) << 3);
    let cost = load<f64>(fromFirst) + load<f64>(fromOther);
    const most = min(mostToFirst, slots - 1);
    for (let toFirst = 2; toFirst <= most; toFirst++) {
      fromFirst += 8;
      fromOther -= 8;
      const candidate = load<f64>(fromFirst) + load<f64>(fromOther);
      if (candidate < cost) {
        cost = candidate;
        best = toFirst;
      }
    }
    let nodes =
      load<i32>(first + (<usize>(best - 1) << 2), NODES) + load<i32>(other + (<usize>(slots - best - 1) << 2), NODES);
    if (slots == WIDTH) {
      within = best;
      below = nodes;
      whole = area + cost;
    }
    if (whole < cost) {
      cost = whole;
      best = 0;
      nodes = 1 + below;
    }
    decisions |= best << (4 * (slots - 1));
    store<f64>(other + (<usize>(slots - 1) << 3), cost);
    store<i32>(other + (<usize>(slots - 1) << 2), nodes, NODES);
  }
  store<f64>(other, whole);
  store<i32>(other, 1 + below, NODES);
  store<i32>(areaAt, below);
  store<u32>(plan + (<usize>node << 2), decisions | within);
  top = first;
}
