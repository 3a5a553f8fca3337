import { describe, expect, it } from 'vitest';
import { shortened, escaped, shown, withShownTexts } from '../../../src/command/text/showText';

describe('showText', () => {
  it.each([
    ['\u001b[31m', '\\u001b[31m'],
    ['\u009b31m', '\\u009b31m'],
    ['a\u202eb\u200bc\u2028', 'a\\u202eb\\u200bc\\u2028'],
    ['\u{e0041}', '\\udb40\\udc41'],
    ['Straße 雪 🏠', 'Straße 雪 🏠'],
  ])('a text is escaped if a terminal would not show it: %j', (text, expected) => {
    expect(escaped(text)).toBe(expected);
    expect(JSON.parse(escaped(JSON.stringify(text)))).toBe(text);
  });

  it('a text is cut if it is long, and not inside a character', () => {
    expect(shortened('x'.repeat(60))).toBe('x'.repeat(60));
    expect(shortened('x'.repeat(61))).toBe(`${'x'.repeat(60)}…`);
    expect(shown(`${'x'.repeat(59)}🏠`)).toBe(`"${'x'.repeat(59)}"…`);
  });

  it('a text is cut in a message of the library, too', () => {
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
  ])('a text or another value is shown in a few words: %j', (value, expected) => {
    expect(shown(value)).toBe(expected);
  });
});
