import { describe, expect, it } from 'vitest';
import { interrupted, readableOnce } from '../support/hostileArguments';
import { primitiveCalls } from '../support/publicCalls';

describe.each(primitiveCalls)('%s', (_, given, call) => {
  const plainly = call(...(given as never[]));

  it('reads every part of its arguments once, and uses what it has checked', () => {
    expect(call(...(given.map(readableOnce) as never[]))).toEqual(plainly);
  });

  it('gives the right answer when a getter makes the same call or another one meanwhile', () => {
    const interrupt = () => {
      for (const [, others, other] of primitiveCalls) other(...(others as never[]));
    };
    const interruptedGiven = given.map((argument) => interrupted(argument, interrupt));
    expect(call(...(interruptedGiven as never[]))).toEqual(plainly);
  });

  it('still works after a call that threw', () => {
    expect(() => call(...([undefined, undefined, undefined] as never[]))).toThrow();
    expect(call(...(given as never[]))).toEqual(plainly);
  });
});
