import { Vector3 } from '@babylonjs/core/Maths/math.vector';
import { describe, expect, it } from 'vitest';
import { box, babylonCalls, index } from './support/babylonCalls';

function hasPredicate(argument: unknown): argument is object {
  return typeof argument === 'object' && argument !== null && Object.hasOwn(argument, 'predicate');
}

describe('a predicate of an index', () => {
  const calls = babylonCalls.filter(([, given]) => given.some(hasPredicate));
  const cases = calls.flatMap(([name, given, call]) =>
    ['predicate', 'trianglePredicate'].map((option) => [option, name, given, call] as const),
  );

  it.each(cases)('%s of %s may not update the index after a change, and the next update catches up', (...of) => {
    const [option, , given, call] = of;
    const { bounds } = index.boxes;
    let count = 0;
    const predicate = () => {
      count++;
      box.position.x++;
      box.computeWorldMatrix(true);
      index.update();
      return true;
    };
    const others = given.map((argument) => (hasPredicate(argument) ? { ...argument, [option]: predicate } : argument));
    try {
      expect(() => call(...(others as never[]))).toThrow('a scene cannot be changed by a filter or refine');
    } finally {
      box.position = Vector3.Zero();
      box.computeWorldMatrix(true);
      index.update();
    }
    expect(count).toBe(1);
    expect(index.boxes.bounds).toEqual(bounds);
    expect(call(...(given as never[]))).toBeDefined();
  });
});
