import { describe, expect, it } from 'vitest';
import { abridged, escaped, shown, withShownTexts } from '../../../src/command/text/showText';

describe('a text of a file', () => {
  it.each([
    ['\u001b[31m', '\\u001b[31m'],
    ['\u009b31m', '\\u009b31m'],
    ['a\u202eb\u200bc\u2028', 'a\\u202eb\\u200bc\\u2028'],
    ['\u{e0041}', '\\udb40\\udc41'],
    ['Straße 雪 🏠', 'Straße 雪 🏠'],
  ])('%j has nothing that a terminal would not show', (text, expected) => {
    expect(escaped(text)).toBe(expected);
    expect(JSON.parse(escaped(JSON.stringify(text)))).toBe(text);
  });

  it('is cut where it is long, and not within a character', () => {
    expect(abridged('x'.repeat(60))).toBe('x'.repeat(60));
    expect(abridged('x'.repeat(61))).toBe(`${'x'.repeat(60)}…`);
    expect(shown(`${'x'.repeat(59)}🏠`)).toBe(`"${'x'.repeat(59)}"…`);
  });

  it('is cut in a message of the library as well', () => {
    expect(withShownTexts(`a must be a number, got "${'\\"'.repeat(99)}", and b "\u009b"`)).toBe(
      `a must be a number, got "${'\\"'.repeat(60)}"…, and b "\\u009b"`,
    );
  });

  it.each([
    [[1, 2], 'an array of 2'],
    [{}, 'an object'],
    [null, 'null'],
    [Infinity, 'Infinity'],
    ['a "b"', '"a \\"b\\""'],
  ])('or another value of it, %j, is shown in a word or two', (value, expected) => {
    expect(shown(value)).toBe(expected);
  });
});
