import type { SceneVisitor, Traversal } from '../../bvh/query/traverse';
import { checkBoolean, checkFunction, isObject, show, typeError } from '../../primitives/check';
import { OptionNames } from '../../primitives/optionNames';
import { checkCallback, type MaskOption, readMask } from './queryOptions';

/** Options of {@link BoxScene.traverse}: what the walk visits, and in which order. */
export interface TraverseOptions extends MaskOption {
  /**
   * Whether `bounds` returns a number, such as a distance, and the walk sorts the children of each node by it, the smallest first.
   * False by default.
   */
  nearestFirst?: boolean;
}

const TRAVERSE_OPTIONS = /* @__PURE__ */ new OptionNames<TraverseOptions>({ mask: true, nearestFirst: true });

/** Returns the checked functions of a visitor, as functions that need no `this`, and the checked options of a walk. */
export function readTraversal(visitor: SceneVisitor, options: TraverseOptions): Traversal {
  if (!isObject(visitor)) throw notVisitor(visitor);
  const { bounds, box, triangle } = visitor;
  if (box === undefined && triangle === undefined) throw notVisitor(visitor);
  checkFunction('visitor.bounds', bounds);
  checkCallback('visitor.box', box);
  checkCallback('visitor.triangle', triangle);
  TRAVERSE_OPTIONS.check('options', options);
  const { nearestFirst = false } = options;
  checkBoolean('options.nearestFirst', nearestFirst);
  return {
    measure: nearestFirst
      ? (min, max) => readMeasure(bounds.call(visitor, min, max))
      : (min, max) => readDecision(bounds.call(visitor, min, max)),
    box: box?.bind(visitor) ?? null,
    triangle: triangle?.bind(visitor) ?? null,
    mask: readMask(options),
    nearestFirst,
  };
}

function notVisitor(value: unknown): TypeError {
  return typeError('visitor', 'an object with the function bounds, and with box or triangle', value);
}

function readDecision(answer: boolean | number): number {
  if (answer === true) return 0;
  if (answer === false) return Infinity;
  const remedy = typeof answer === 'number' ? ': set options.nearestFirst to return a number' : '';
  throw new TypeError(`visitor.bounds must return true or false, got ${show(answer)}${remedy}`);
}

function readMeasure(answer: boolean | number): number {
  if (typeof answer === 'number' && !Number.isNaN(answer)) return answer;
  const remedy = typeof answer === 'boolean' ? ': leave out options.nearestFirst to return true or false' : '';
  const Wrong = typeof answer === 'number' ? RangeError : TypeError;
  throw new Wrong(`visitor.bounds must return a number, got ${show(answer)}${remedy}`);
}
