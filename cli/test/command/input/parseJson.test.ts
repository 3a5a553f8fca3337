import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../src/command/input/parseJson';
import { TextError } from '../../../src/command/text/errors';
import { search } from '../../../../test/support/runs';

/** Arrays and objects, nested to a depth. */
function nested(depth: number): string {
  const isArray = (level: number) => level % 3 > 0;
  const levels = Array.from({ length: depth }, (_, level) => level);
  const begin = levels.map((level) => (isArray(level) ? '["]}\\"",' : '{"[{":'));
  const end = levels.map((level) => (isArray(level) ? ']' : '}')).reverse();
  return `${begin.join('')}0${end.join('')}`;
}

describe('parseJson', () => {
  it('a text is parsed as by JSON.parse', async () => {
    const property = fc.property(fc.json(), (text) => {
      expect(parseJson(text)).toEqual(JSON.parse(text));
    });
    await search(2, property);
  });

  it('a text may nest 1000 levels deep', () => {
    expect(parseJson(nested(1000))).toEqual(JSON.parse(nested(1000)));
  });

  it.each([
    ['nests deeper', nested(1001), nested(1001).lastIndexOf('[', nested(1001).indexOf('0')) + 1],
    ['nests much deeper', '['.repeat(1e6) + ']'.repeat(1e6), 1001],
    ['nests much deeper, and does not end', '[{"a":'.repeat(1e5), 3001],
  ])('a text is rejected, with a line and a column, if it %s', (_, text, column) => {
    expect(() => parseJson(text)).toThrow(new TextError({ line: 1, column }, 'nested more than 1000 levels deep'));
  });

  it.each([
    ['', '1:1: not JSON: value expected'],
    ['[1,\n 2', '2:3: not JSON: close bracket expected'],
    ['[1}[1}', '1:3: not JSON: comma expected'],
    ['{"a":[},'.repeat(1e5), '1:7: not JSON: value expected'],
    [`[ /* " */ ${'['.repeat(1e5)}`, '1:3: not JSON: invalid comment token'],
    ['\uFEFF[]', '1:1: not JSON: invalid symbol'],
  ])('a text is rejected at its first mistake', (text, message) => {
    expect(() => parseJson(text)).toThrow(TextError);
    expect(() => parseJson(text)).toThrow(message);
  });

  it('a text is rejected, with a line and a column, if a changed character makes it invalid', async () => {
    const property = fc.property(
      fc.json(),
      fc.nat(),
      fc.constantFrom(...Array.from('[]{}",:\\0a ')),
      (text, at, character) => {
        const changed = text.slice(0, at % text.length) + character + text.slice((at % text.length) + 1);
        let value: unknown;
        try {
          value = JSON.parse(changed);
        } catch {
          expect(() => parseJson(changed)).toThrow(/^1:\d+: not JSON: /);
          return;
        }
        expect(parseJson(changed)).toEqual(value);
      },
    );
    await search(4, property);
  });
});
