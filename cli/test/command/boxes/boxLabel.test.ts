import Papa from 'papaparse';
import { SceneNames } from 'slabtree';
import { describe, expect, it } from 'vitest';
import { boxLabel, labelField } from '../../../src/command/boxes/boxNames';

describe('boxLabel', () => {
  it('a label stays on one line, and is safe for a terminal', () => {
    const names = new SceneNames([[0, 'two\r\nlines\u2028and \u001b[31mred\u009b']]);
    expect(boxLabel(names, 0)).toBe('two\\u000d\\u000alines\\u2028and \\u001b[31mred\\u009b');
    expect(labelField(names, 0)).toBe('two\\u000d\\u000alines\\u2028and \\u001b[31mred\\u009b');
  });

  it('a long label is cut for people, and complete in a CSV', () => {
    const names = new SceneNames([[0, 'x'.repeat(99), 0]]);
    expect(boxLabel(names, 1)).toBe(`${'x'.repeat(60)}…, instance 1`);
    expect(labelField(names, 1)).toBe(`"${'x'.repeat(99)}, instance 1"`);
  });

  it.each(['plain', 'a, b', 'a "b"', '"', ' spaces ', '=1+1', '\u96ea', 'a;b', "it's"])(
    'a label is read back from a CSV unchanged: %j',
    (name) => {
      const field = labelField(new SceneNames([[0, name]]), 0);
      expect(Papa.parse<string[]>(`1,${field},2`).data).toEqual([['1', name, '2']]);
    },
  );
});
