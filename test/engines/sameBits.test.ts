import { beforeAll, describe, expect, test } from 'vitest';
import { answersOf } from './program/answersOf';
import { kinds } from './program/kinds';
import { answersIn } from './support/answersIn';
import { bundleProgram } from './support/bundleProgram';
import { findEngines } from './support/findEngines';
import { firstDifference } from './support/firstDifference';

const engines = await findEngines();
const answersOfNode = Object.keys(kinds).map((kind) => [kind, answersOf(kind)] as const);

describe.each(engines)('$name', (engine) => {
  let answers: ReadonlyMap<string, Float64Array>;

  beforeAll(async () => {
    answers = await answersIn(engine, await bundleProgram());
  });

  test.each(answersOfNode)('the engine gives the same bits as Node: %s', (kind, expected) => {
    expect(firstDifference(expected, answers.get(kind) ?? new Float64Array())).toBeNull();
  });

  test('the engine reports an error in its program', async () => {
    await expect(answersIn(engine, `throw new Error('on purpose');`)).rejects.toThrow('on purpose');
  });
});
