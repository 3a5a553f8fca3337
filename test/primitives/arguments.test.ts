import { describe, expect, it } from 'vitest';
import { interrupted, readableOnce } from '../support/hostileArguments';
import { primitiveCalls } from '../support/publicCalls';

describe.each(primitiveCalls)('%s', (_, given, call) => {
  const plainly = call(...(given as never[]));

  it('the call reads each argument once and uses the values that it checked', () => {
    expect(call(...(given.map(readableOnce) as never[]))).toEqual(plainly);
  });

  it('the call returns the right answer although a getter makes the same call or another one', () => {
    const interrupt = () => {
      for (const [, others, other] of primitiveCalls) other(...(others as never[]));
    };
    const interruptedGiven = given.map((argument) => interrupted(argument, interrupt));
    expect(call(...(interruptedGiven as never[]))).toEqual(plainly);
  });

  it('the call still works after a call that threw', () => {
    expect(() => call(...([undefined, undefined, undefined] as never[]))).toThrow();
    expect(call(...(given as never[]))).toEqual(plainly);
  });
});
