import type { FlatShape } from '../../primitives/query/flatShape';
import { CONVEX_SHAPE, OBB_SHAPE, SPHERE_SHAPE } from '../../primitives/flat/frameLayout';
import {
  NO_ROOM,
  PLANE_LIMIT,
  PLANE_NUMBERS,
  PLANES,
  POINT,
  SET_BOXES,
  SET_UNDECIDED,
  SHAPE,
  SLABS,
  NEEDS_FLOAT64,
  MAX_DISTANCE,
  NEIGHBOR_LIMIT,
  NEIGHBOR_NUMBERS,
  NEIGHBORS,
} from '../layout/kernelLayout';
import { BACK, CROSSING, CUT, CUT_TWICE, FOUND, FRONT, INSIDE, PAIR_STACK, PAIRS_AT_ONCE } from '../layout/queryLayout';
import { cullByPlanes } from '../query/cullByPlanes';
import { decideSlots, overlap } from '../query/overlap';
import type { Queries } from '../query/queries';
import type { OpenedNodes, SlotSet } from '../query/slotSet';
import { splitByPlane } from '../query/splitByPlane';
import { overlapReach, writeObbSlabs } from '../slots/shapeBounds';
import type { Tree } from '../tree/tree';
import type { BoundKernel } from './boundKernel';
import { kernelTrianglesAround } from './kernelTrianglesAround';
import { type NearBox, nearest } from '../query/nearest';

/** Returns the queries that the kernel answers, except ray queries: see Queries. */
export function kernelQueries(
  kernel: BoundKernel,
): Pick<Queries, 'splitByPlane' | 'cullByPlanes' | 'overlap' | 'nearest' | 'pairs'> {
  return { ...kernelSets(kernel), nearest: kernelNearest(kernel), pairs: kernelPairs(kernel) };
}

/** Returns the plane queries and overlap queries by the kernel, which writes their results as lists of nodes. */
function kernelSets(kernel: BoundKernel): Pick<Queries, 'splitByPlane' | 'cullByPlanes' | 'overlap'> {
  const lists = new NodeLists(kernel);
  const trianglesAround = kernelTrianglesAround(kernel);
  return {
    splitByPlane: (tree, normalX, normalY, normalZ, constant) => {
      const count = lists.fill(tree, (at, capacity) => {
        const { numbers } = kernel;
        numbers[PLANES] = normalX;
        numbers[PLANES + 1] = normalY;
        numbers[PLANES + 2] = normalZ;
        numbers[PLANES + 3] = constant;
        return kernel.functions.splitByPlane(at, at + capacity * 4, capacity);
      });
      if (count === NEEDS_FLOAT64) return splitByPlane(tree, normalX, normalY, normalZ, constant);
      const opened = lists.copy(count);
      const [front, crossing, back] = kernel.numbers.subarray(SET_BOXES);
      return {
        front: { opened, shift: FRONT, boxes: front },
        crossing: { opened, shift: CROSSING, boxes: crossing },
        back: { opened, shift: BACK, boxes: back },
      };
    },

    cullByPlanes: (tree, planes) => {
      const planeCount = planes.length / PLANE_NUMBERS;
      if (planeCount > PLANE_LIMIT) return cullByPlanes(tree, planes);
      const count = lists.fill(tree, (at, capacity) => {
        kernel.numbers.set(planes, PLANES);
        return kernel.functions.cullByPlanes(planeCount, at, at + capacity * 4, at + capacity * 8, capacity);
      });
      if (count === NEEDS_FLOAT64) return cullByPlanes(tree, planes);
      const opened = lists.copy(count);
      const [inside, crossing, edges] = kernel.numbers.subarray(SET_BOXES);
      return {
        inside: { opened, shift: INSIDE, boxes: inside },
        crossing: { opened, shift: CUT, boxes: crossing },
        edges: { opened, shift: CUT_TWICE, boxes: edges },
      };
    },

    overlap: (tree, shape, boxesOnly) => {
      const { kind } = shape;
      const hasMeshes = boxesOnly !== true && tree.boxes.meshes.length !== 0;
      const count = lists.fill(tree, (at, capacity) => {
        writeOverlapShape(tree, shape, kernel.numbers);
        return kernel.functions.overlap(kind, hasMeshes ? 1 : 0, at, at + capacity * 4, capacity);
      });
      if (count === NEEDS_FLOAT64) return overlap(tree, shape, boxesOnly, trianglesAround);
      let boxes = kernel.numbers[SET_BOXES];
      if (kernel.numbers[SET_UNDECIDED] !== 0) {
        boxes += decideSlots(tree, shape, lists.words, lists.capacity, count, hasMeshes, trianglesAround);
      }
      // The copies of the lists would take half of the time of a query that finds nothing.
      return boxes === 0 ? NOTHING : { opened: lists.copy(count), shift: FOUND, boxes };
    },
  };
}

/** The set without boxes. */
const NOTHING: SlotSet = {
  opened: {
    nodes: /* @__PURE__ */ new Int32Array(0),
    found: /* @__PURE__ */ new Int32Array(0),
    count: 0,
  },
  shift: FOUND,
  boxes: 0,
};

/** Writes the numbers of a shape that the overlap query of the kernel reads: see SHAPE in kernelLayout.ts. */
function writeOverlapShape(tree: Tree, shape: FlatShape, numbers: Float64Array): void {
  const { kind, record, frame } = shape;
  if (kind === SPHERE_SHAPE) {
    for (let i = 0; i < 4; i++) numbers[SHAPE + i] = record[i];
    for (let k = 0; k < 3; k++) numbers[POINT + k] = record[k];
  } else if (kind === CONVEX_SHAPE) {
    const reach = overlapReach(tree, shape);
    for (let k = 0; k < 3; k++) {
      numbers[SHAPE + k] = frame[k] - reach;
      numbers[SHAPE + 3 + k] = frame[3 + k] + reach;
    }
  } else {
    numbers.set(frame, SHAPE);
    if (kind === OBB_SHAPE) writeObbSlabs(tree, shape, numbers, SLABS);
  }
}

/** The lists that a plane or overlap query of the kernel writes: opened nodes, and their slots in each result set. */
class NodeLists {
  readonly #kernel: BoundKernel;
  #capacity = 512;

  constructor(kernel: BoundKernel) {
    this.#kernel = kernel;
  }

  /** The lists, one after another, until the kernel is used for another query of this kind. */
  get words(): Int32Array {
    return this.#kernel.scratch.words;
  }

  /** How many words a list has. */
  get capacity(): number {
    return this.#capacity;
  }

  /**
   * Calls `run`, a query of the kernel, with room for three lists of words. The first two receive the opened nodes and
   * their bits. Without enough room, calls `run` again with twice as much.
   *
   * @returns how many nodes were opened, or NEEDS_FLOAT64: then JavaScript must answer the query.
   */
  fill(tree: Tree, run: (at: number, capacity: number) => number): number {
    const { scratch } = this.#kernel;
    for (;;) {
      const capacity = this.#capacity;
      scratch.reserve(3 * capacity * 4);
      this.#kernel.bind(tree.boxes, tree);
      const count = run(scratch.byteOffset, capacity);
      if (count !== NO_ROOM) return count;
      this.#capacity *= 2;
    }
  }

  /** Returns a copy of the lists, which the next query overwrites. */
  copy(count: number): OpenedNodes {
    const { words, capacity } = this;
    return { nodes: words.slice(0, count), found: words.slice(capacity, capacity + count), count };
  }
}

function kernelNearest(kernel: BoundKernel): Queries['nearest'] {
  return (tree, target, selection) => {
    const { count, maxDistance, mask, filter, boxesOnly = false, links = null } = selection;
    if (filter !== undefined || count > NEIGHBOR_LIMIT || !target.isPoint) return nearest(tree, target, selection);
    kernel.bind(tree.boxes, tree);
    const { numbers } = kernel;
    const { vertices } = target.shape;
    numbers[POINT] = vertices[0];
    numbers[POINT + 1] = vertices[1];
    numbers[POINT + 2] = vertices[2];
    numbers[MAX_DISTANCE] = maxDistance;
    let meshesAt = 0;
    let tableAt = 0;
    let verifiedAt = 0;
    let epoch = 0;
    if (links !== null) {
      meshesAt = links.numbers.byteOffset;
      tableAt = kernel.bindLinks(links);
      verifiedAt = links.verified.byteOffset;
      ({ epoch } = links);
    } else if (!boxesOnly && tree.boxes.meshes.length !== 0) {
      meshesAt = tree.boxes.meshes.byteOffset;
      tableAt = tree.meshes.table.byteOffset;
    }
    const hasMask = mask === undefined ? 0 : 1;
    const found = kernel.functions.nearest(count, hasMask, mask ?? 0, meshesAt, tableAt, verifiedAt, epoch);
    return found === NEEDS_FLOAT64 ? nearest(tree, target, selection) : readNeighbors(numbers, found);
  };
}

function readNeighbors(numbers: Float64Array, count: number): NearBox[] {
  const boxes: NearBox[] = [];
  for (let i = 0, at = NEIGHBORS; i < count; i++, at += NEIGHBOR_NUMBERS) {
    boxes.push({
      id: numbers[at],
      triangle: numbers[at + 5],
      distance: numbers[at + 1],
      x: numbers[at + 2],
      y: numbers[at + 3],
      z: numbers[at + 4],
    });
  }
  return boxes;
}

/** How many pairs fit in the list that the kernel writes. A full list is copied, and the kernel continues. */
const PAIR_ROOM = 65_536;

function kernelPairs(kernel: BoundKernel): Queries['pairs'] {
  const { functions } = kernel;
  return (tree, mask) => {
    kernel.scratch.reserve(PAIR_STACK * 8 + PAIR_ROOM * 8);
    kernel.bind(tree.boxes, tree);
    const stack = kernel.scratch.byteOffset;
    const out = stack + PAIR_STACK * 8;
    const parts: Uint32Array[] = [];
    let pairs: number;
    functions.beginPairs(stack);
    do {
      pairs = functions.findPairs(tree.nodes.count, out, PAIR_ROOM, mask === undefined ? 0 : 1, mask ?? 0);
      parts.push(new Uint32Array(kernel.memory.memory.buffer, out, 2 * pairs).slice());
    } while (pairs > PAIR_ROOM - PAIRS_AT_ONCE);
    return joined(parts);
  };
}

function joined(parts: readonly Uint32Array[]): Uint32Array {
  if (parts.length === 1) return parts[0];
  const all = new Uint32Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
