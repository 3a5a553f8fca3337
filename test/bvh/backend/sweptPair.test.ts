import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const primitives = resolve(import.meta.dirname, '../../../src/primitives');
const made = readFileSync(resolve(primitives, '../kernel/primitives/query/sweeps/sweptPair.ts'), 'utf8');

const files = [
  'flat/convexShape.ts',
  'flat/motion.ts',
  'query/sweeps/movingCapsule.ts',
  'query/sweeps/commonPoint.ts',
  'query/sweeps/supportingFeature.ts',
  'query/sweeps/sweptAxes.ts',
  'query/sweeps/sweptPair.ts',
];

// An array without an address would be at address 0 of the memory, where other data is.
it.each(files)('the kernel makes every array of the classes in %s', (file) => {
  const classes = readFileSync(resolve(primitives, file), 'utf8').split('\nexport class ').slice(1);
  expect(classes).not.toEqual([]);
  for (const text of classes) {
    const name = text.slice(0, text.indexOf(' '));
    for (const [, field, length] of text.matchAll(/ (\w+): Numbers = new Float64Array\((\w+)\)/g))
      expect(made).toContain(`addNumbers(at, offsetof<${name}>('${field}'), ${length});`);
    for (const [, field] of text.matchAll(/ (\w+): \w+ = new (?!Float64Array)\w+\(\)/g))
      expect(made).toContain(`offsetof<${name}>('${field}'));`);
  }
});
