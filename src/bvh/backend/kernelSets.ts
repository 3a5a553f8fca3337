import type { FlatShape } from '../../primitives/flat/flatShape';
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
  UNTAMED,
} from '../layout/kernelLayout';
import { BACK, CROSSING, CUT, FOUND, FRONT, INSIDE } from '../layout/setBits';
import { type Culled, cullByPlanes } from '../query/cullByPlanes';
import { overlap } from '../query/overlap';
import type { OpenedNodes, SlotSet } from '../query/slotSet';
import { type Split, splitByPlane } from '../query/splitByPlane';
import { writeObbSlabs } from '../slots/obbSlabs';
import type { Tree } from '../tree/tree';
import type { BoundKernel } from './boundKernel';

/** Plane queries and overlaps by the kernel, which answers with lists of nodes. */
export class KernelSets {
  readonly #kernel: BoundKernel;
  #listCapacity = 512;

  constructor(kernel: BoundKernel) {
    this.#kernel = kernel;
  }

  splitByPlane(tree: Tree, normalX: number, normalY: number, normalZ: number, constant: number): Split {
    const opened = this.#query(tree, (at, capacity) => {
      const numbers = this.#kernel.numbers;
      numbers[PLANES] = normalX;
      numbers[PLANES + 1] = normalY;
      numbers[PLANES + 2] = normalZ;
      numbers[PLANES + 3] = constant;
      return this.#kernel.functions.splitByPlane(at, at + capacity * 4, capacity);
    });
    if (opened === null) return splitByPlane(tree, normalX, normalY, normalZ, constant);
    const [front, crossing, back] = this.#kernel.numbers.subarray(SET_BOXES);
    return {
      front: { opened, shift: FRONT, boxes: front },
      crossing: { opened, shift: CROSSING, boxes: crossing },
      back: { opened, shift: BACK, boxes: back },
    };
  }

  cullByPlanes(tree: Tree, planes: Float64Array): Culled {
    const count = planes.length / PLANE_NUMBERS;
    if (count > PLANE_LIMIT) return cullByPlanes(tree, planes);
    const opened = this.#query(tree, (at, capacity) => {
      this.#kernel.numbers.set(planes, PLANES);
      return this.#kernel.functions.cullByPlanes(count, at, at + capacity * 4, at + capacity * 8, capacity);
    });
    if (opened === null) return cullByPlanes(tree, planes);
    const [inside, crossing] = this.#kernel.numbers.subarray(SET_BOXES);
    return {
      inside: { opened, shift: INSIDE, boxes: inside },
      crossing: { opened, shift: CUT, boxes: crossing },
    };
  }

  overlap(tree: Tree, shape: FlatShape): SlotSet {
    const { kind, record, frame } = shape;
    const opened = this.#query(tree, (at, capacity) => {
      this.#kernel.numbers.set(kind === SPHERE_SHAPE ? record : frame, SHAPE);
      if (kind === SPHERE_SHAPE) this.#kernel.numbers.set(record.subarray(0, 3), POINT);
      if (kind === OBB_SHAPE) writeObbSlabs(tree, shape, this.#kernel.numbers, SLABS);
      return this.#kernel.functions.overlap(kind, at, at + capacity * 4, capacity);
    });
    if (opened === null) return overlap(tree, shape);
    return { opened, shift: FOUND, boxes: this.#kernel.numbers[SET_BOXES] };
  }

  /** Runs a plane query, or an overlap, with room for three lists of words, opened nodes and their bits first; again with more where it lacks. */
  #query(tree: Tree, run: (at: number, capacity: number) => number): OpenedNodes | null {
    for (;;) {
      const capacity = this.#listCapacity;
      this.#kernel.scratch.reserve(3 * capacity * 4);
      this.#kernel.bind(tree.leaves, tree);
      const at = this.#kernel.scratch.byteOffset;
      const count = run(at, capacity);
      if (count === UNTAMED) return null;
      if (count !== NO_ROOM) {
        const { buffer } = this.#kernel.memory.memory;
        return {
          nodes: new Int32Array(buffer, at, count).slice(),
          found: new Int32Array(buffer, at + capacity * 4, count).slice(),
          count,
        };
      }
      this.#listCapacity *= 2;
    }
  }
}
