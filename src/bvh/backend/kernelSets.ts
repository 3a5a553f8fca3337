import { OBB_SHAPE, SPHERE_SHAPE } from '../../primitives/flat/shapeKind';
import {
  NO_ROOM,
  PLANE_LIMIT,
  PLANE_NUMBERS,
  PLANES,
  POINT,
  SET_BOXES,
  SHAPE,
  SLABS,
  NEEDS_FLOAT64,
} from '../layout/kernelLayout';
import { BACK, CROSSING, CUT, CUT_TWICE, FOUND, FRONT, INSIDE } from '../layout/setBits';
import { cullByPlanes } from '../query/cullByPlanes';
import { overlap } from '../query/overlap';
import type { Queries } from '../query/queries';
import type { OpenedNodes } from '../query/slotSet';
import { splitByPlane } from '../query/splitByPlane';
import { writeObbSlabs } from '../slots/shapeBounds';
import type { Tree } from '../tree/tree';
import type { BoundKernel } from './boundKernel';

/** Finds the sets of plane queries and overlap queries: see Queries. The kernel answers with lists of nodes. */
export function kernelSets(kernel: BoundKernel): Pick<Queries, 'splitByPlane' | 'cullByPlanes' | 'overlap'> {
  const lists = new NodeLists(kernel);
  return {
    splitByPlane: (tree, normalX, normalY, normalZ, constant) => {
      const opened = lists.fill(tree, (at, capacity) => {
        const { numbers } = kernel;
        numbers[PLANES] = normalX;
        numbers[PLANES + 1] = normalY;
        numbers[PLANES + 2] = normalZ;
        numbers[PLANES + 3] = constant;
        return kernel.functions.splitByPlane(at, at + capacity * 4, capacity);
      });
      if (opened === null) return splitByPlane(tree, normalX, normalY, normalZ, constant);
      const [front, crossing, back] = kernel.numbers.subarray(SET_BOXES);
      return {
        front: { opened, shift: FRONT, boxes: front },
        crossing: { opened, shift: CROSSING, boxes: crossing },
        back: { opened, shift: BACK, boxes: back },
      };
    },

    cullByPlanes: (tree, planes) => {
      const count = planes.length / PLANE_NUMBERS;
      if (count > PLANE_LIMIT) return cullByPlanes(tree, planes);
      const opened = lists.fill(tree, (at, capacity) => {
        kernel.numbers.set(planes, PLANES);
        return kernel.functions.cullByPlanes(count, at, at + capacity * 4, at + capacity * 8, capacity);
      });
      if (opened === null) return cullByPlanes(tree, planes);
      const [inside, crossing, edges] = kernel.numbers.subarray(SET_BOXES);
      return {
        inside: { opened, shift: INSIDE, boxes: inside },
        crossing: { opened, shift: CUT, boxes: crossing },
        edges: { opened, shift: CUT_TWICE, boxes: edges },
      };
    },

    overlap: (tree, shape, boxesOnly) => {
      if (boxesOnly !== true && tree.boxes.meshes.length !== 0) return overlap(tree, shape);
      const { kind, record, frame } = shape;
      const opened = lists.fill(tree, (at, capacity) => {
        const { numbers } = kernel;
        numbers.set(kind === SPHERE_SHAPE ? record : frame, SHAPE);
        if (kind === SPHERE_SHAPE) numbers.set(record.subarray(0, 3), POINT);
        if (kind === OBB_SHAPE) writeObbSlabs(tree, shape, numbers, SLABS);
        return kernel.functions.overlap(kind, at, at + capacity * 4, capacity);
      });
      if (opened === null) return overlap(tree, shape, boxesOnly);
      return { opened, shift: FOUND, boxes: kernel.numbers[SET_BOXES] };
    },
  };
}

/** The lists that the kernel writes: the nodes that a query opens, and what it finds in each. */
class NodeLists {
  readonly #kernel: BoundKernel;
  #capacity = 512;

  constructor(kernel: BoundKernel) {
    this.#kernel = kernel;
  }

  /**
   * Runs a query with room for three lists of words, beginning with the opened nodes and their bits. If there is too
   * little room, runs it again with more.
   *
   * @returns null if the query must be left to JavaScript.
   */
  fill(tree: Tree, run: (at: number, capacity: number) => number): OpenedNodes | null {
    const { scratch } = this.#kernel;
    for (;;) {
      const capacity = this.#capacity;
      scratch.reserve(3 * capacity * 4);
      this.#kernel.bind(tree.boxes, tree);
      const at = scratch.byteOffset;
      const count = run(at, capacity);
      if (count === NEEDS_FLOAT64) return null;
      if (count !== NO_ROOM) {
        const { words } = scratch;
        return { nodes: words.slice(0, count), found: words.slice(capacity, capacity + count), count };
      }
      this.#capacity *= 2;
    }
  }
}
