import { parse } from 'acorn';
import { describe, expect, it } from 'vitest';
import { guardLoops, TURN } from '../../../examples/playground/code/guardLoops';

function guard(code: string): string {
  return guardLoops(code, parse(code, { ecmaVersion: 'latest', sourceType: 'module' }));
}

/** Runs code without imports, and returns its `result`. The guard is called for each turn, and may throw. */
function run(code: string, turn: () => void): unknown {
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  return (new Function(TURN, `${code}\nreturn result;`) as (turn: () => void) => unknown)(turn);
}

describe('guardLoops', () => {
  it.each([
    ['for', 'let result = 0;\nfor (let i = 0; i < 5; i++) result += i;', 5],
    ['for with a block', 'let result = 0;\nfor (let i = 0; i < 5; i++) {\n  result += i;\n}', 5],
    ['for in', 'let result = "";\nfor (const key in { a: 1, b: 2 }) result += key;', 2],
    ['for of', 'let result = 0;\nfor (const each of [3, 4, 5])\n  result += each;', 3],
    ['while', 'let result = 9;\nwhile (result > 2) result -= 2;', 4],
    ['do while', 'let result = 0;\ndo result++; while (result < 3)', 3],
    ['do while with a block', 'let result = 0;\ndo { result++; } while (result < 3);', 3],
    ['loops in loops', 'let result = 0;\nfor (const a of [1, 2]) for (const b of [1, 2, 3]) result += a * b;', 8],
    ['an empty body', 'let result = 0;\nwhile (result++ < 3);', 3],
    ['a label', 'let result = 0;\nouter: for (;;) while (true) { if (++result > 3) break outer; }', 5],
    [
      'a loop in a function',
      'const sum = (all) => { let s = 0; for (const a of all) s += a; return s; };\nconst result = sum([1, 2]);',
      2,
    ],
  ])('the guard is called for each turn of: %s', (_, code, turns) => {
    let called = 0;
    const guarded = guard(code);
    const result = run(guarded, () => {
      called++;
    });
    expect(result).toEqual(run(code, () => undefined));
    expect(called).toBe(turns);
    expect(guarded.split('\n').length).toBe(code.split('\n').length);
  });

  it.each(['while (true);', 'for (;;) {}', 'do {} while (true)', 'for (;;) try { throw 1 } catch {}'])(
    'the guard ends the loop %s',
    (loop) => {
      let turns = 0;
      const turn = () => {
        if (++turns > 100) throw new Error('ended');
      };
      expect(() => run(guard(`const result = 0; ${loop}`), turn)).toThrow('ended');
    },
  );
});
