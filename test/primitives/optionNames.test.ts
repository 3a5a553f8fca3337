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

describe('the names of options', () => {
  it('may be any of those that the call takes, in any order, also with undefined values', async () => {
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

  it('are rejected if the call does not take one, whatever came before', async () => {
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

  it('count also if the options inherit them', () => {
    expect(() => {
      create().check('options', Object.create({ faar: 1 }) as object);
    }).toThrow(TypeError);
  });

  it('are named in the error, with the names that the call takes', () => {
    expect(() => {
      create().check('options', { maks: 3 });
    }).toThrow('options has no option "maks"; the options are near, far, mask');
  });

  it('are not those that somebody has added to all objects', () => {
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

  it('are not listed if the call refuses them itself', () => {
    const names = new OptionNames<{ near: number; filter: () => void }>({ near: true, filter: false });
    names.check('options', { filter: undefined });
    expect(() => {
      names.check('options', { filtre: 3 });
    }).toThrow(/the options are near$/);
  });

  it('are those of an object that is not iterable', () => {
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
