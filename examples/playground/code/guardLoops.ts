import type { Node, Program, Statement } from 'acorn';
import { simple } from 'acorn-walk';

/** The function that each turn of a loop calls. */
export const TURN = '__turnOfLoop';

/**
 * Makes each turn of a loop call a function, which can end it. The frame may share its thread with the page, where a loop
 * without end would freeze the editor. No line gets another number.
 */
export function guardLoops(code: string, program: Program): string {
  const inserted: { at: number; text: string }[] = [];
  const guard = (loop: Node & { body: Statement }): void => {
    const { body } = loop;
    if (body.type === 'BlockStatement') {
      inserted.push({ at: body.start + 1, text: `${TURN}();` });
    } else {
      inserted.push({ at: body.start, text: `{${TURN}();` }, { at: body.end, text: '}' });
    }
  };
  simple(program, {
    ForStatement: guard,
    ForInStatement: guard,
    ForOfStatement: guard,
    WhileStatement: guard,
    DoWhileStatement: guard,
  });
  let guarded = '';
  let from = 0;
  for (const { at, text } of inserted.sort((a, b) => a.at - b.at)) {
    guarded += code.slice(from, at) + text;
    from = at;
  }
  return guarded + code.slice(from);
}
