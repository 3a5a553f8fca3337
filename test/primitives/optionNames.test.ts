import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OptionNames } from '../../src/primitives/optionNames';
import { search } from '../support/runs';

interface Options {
  near?: number;
  far?: number;
  mask?: number;
}

const create = () => new OptionNames<Options>({ near: true, far: true, mask: true });

describe('OptionNames', () => {
  it('a call accepts its options in any order, also with undefined values', async () => {
    const names = create();
    const taken = fc.shuffledSubarray(['near', 'far', 'mask']);
    await search(
      3,
      fc.property(fc.array(taken), (calls) => {
        for (const keys of calls) {
          names.check('options', Object.fromEntries(keys.map((key) => [key, undefined])));
        }
      }),
    );
  });

  it('a call rejects an option that it does not take, whatever came before', async () => {
    const names = create();
    const key = fc.constantFrom('near', 'far', 'mask', 'Near', 'fat', 'constructor', '0');
    await search(
      3,
      fc.property(fc.array(fc.uniqueArray(key)), (calls) => {
        for (const keys of calls) {
          const check = () => {
            names.check('options', Object.fromEntries(keys.map((name) => [name, 1])));
          };
          const isTaken = keys.every((name) => ['near', 'far', 'mask'].includes(name));
          if (isTaken) check();
          else expect(check).toThrow(TypeError);
        }
      }),
    );
  });

  it('a call rejects an unknown option that the options inherit', () => {
    expect(() => {
      create().check('options', Object.create({ faar: 1 }) as object);
    }).toThrow(TypeError);
  });

  it('the error names the unknown option and the options that the call takes', () => {
    expect(() => {
      create().check('options', { maks: 3 });
    }).toThrow('options has no option "maks"; the options are near, far, mask');
  });

  it('a call ignores properties that were added to all objects', () => {
    Object.assign(Object.prototype, { addedToAll: 1 });
    try {
      create().check('options', { near: 1 });
      expect(() => {
        create().check('options', { addedToAll: 1 });
      }).toThrow(TypeError);
    } finally {
      Reflect.deleteProperty(Object.prototype, 'addedToAll');
    }
  });

  it('the error does not list options that the call itself rejects', () => {
    const names = new OptionNames<{ near: number; filter: () => void }>({ near: true, filter: false });
    names.check('options', { filter: undefined });
    expect(() => {
      names.check('options', { filtre: 3 });
    }).toThrow(/the options are near$/);
  });

  it('the check accepts only an object of options, no iterable', () => {
    for (const [value, shown] of [
      [null, 'null'],
      [3, '3'],
      [[1], 'a value of type Array'],
      [[], 'a value of type Array'],
      [new Map(), 'a value of type Map'],
    ] as const) {
      expect(() => {
        create().check('options', value as never);
      }).toThrow(`options must be an object of options, got ${shown}`);
    }
  });
});
