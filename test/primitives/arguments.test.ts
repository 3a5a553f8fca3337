import { describe, expect, it } from 'vitest';
import { interrupted, readableOnce } from '../support/hostileArguments';
import { primitiveCalls } from '../support/publicCalls';

describe.each(primitiveCalls)('%s', (_, given, call) => {
  const plainly = call(...(given as never[]));

  it('reads every part of its arguments once, so that what it has checked is what it uses', () => {
    expect(call(...(given.map(readableOnce) as never[]))).toEqual(plainly);
  });

  it('answers right where a getter makes the same call, or another one, in the middle of it', () => {
    const interrupt = () => {
      for (const [, others, other] of primitiveCalls) other(...(others as never[]));
    };
    const interruptedGiven = given.map((argument) => interrupted(argument, interrupt));
    expect(call(...(interruptedGiven as never[]))).toEqual(plainly);
  });

  it('works on after a call that has thrown', () => {
    expect(() => call(...([undefined, undefined, undefined] as never[]))).toThrow();
    expect(call(...(given as never[]))).toEqual(plainly);
  });
});
