import { describe, expect, it } from 'vitest';
import { fillMarked, readMarked, withoutMarked } from '../../bench/figures/markers';

const text = `It takes <!-- figures: time -->1 ms<!-- /figures -->, or:

<!-- figures: rows -->

| a |

<!-- /figures -->
`;

describe('markers of figures', () => {
  it('markers are read with their names and what stands between them', () => {
    expect(readMarked(text)).toEqual([
      { name: 'time', content: '1 ms' },
      { name: 'rows', content: '\n\n| a |\n\n' },
    ]);
  });

  it('markers are filled: a word in its line, a table between blank lines', () => {
    const filled = fillMarked(text, (name) => (name === 'time' ? '2 ms' : '| b |\n| - |'));
    expect(filled).toBe(text.replace('1 ms', '2 ms').replace('| a |', '| b |\n| - |'));
  });

  it('markers that were just written are filled', () => {
    expect(fillMarked('<!-- figures: rows -->\n<!-- /figures -->\n', () => 'a\nb')).toBe(
      '<!-- figures: rows -->\n\na\nb\n\n<!-- /figures -->\n',
    );
  });

  it('a text that explains the markers stays as it is', () => {
    const explained = 'Write `<!-- figures: NAME -->` and `<!-- /figures -->`.';
    expect(fillMarked(explained, () => 'x')).toBe(explained);
  });

  it('a text without what is marked has the same lines', () => {
    expect(withoutMarked(text)).toBe('It takes , or:\n\n\n\n\n\n\n');
  });

  it.each([
    ['has no end', 'It takes <!-- figures: time -->1 ms.', '<!-- figures: time --> has no partner'],
    ['has no beginning', 'It takes 1 ms<!-- /figures -->.', '<!-- /figures --> has no partner'],
    ['begins a line', '- <!-- figures: time --><!-- /figures --> is fast.', 'time must not begin a line'],
  ])('a marker is an error if it %s', (_, wrong, message) => {
    expect(() => fillMarked(wrong, () => '1 ms')).toThrow(message);
  });

  it('a table in the middle of a line is an error', () => {
    expect(() => fillMarked('A <!-- figures: rows --><!-- /figures -->', () => 'a\nb')).toThrow(
      'rows is a table: its markers must stand on lines of their own',
    );
  });
});
