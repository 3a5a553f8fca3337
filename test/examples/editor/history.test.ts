import { describe, expect, it } from 'vitest';
import { type Command, History } from '../../../examples/editor/history';

/** A number that commands add to. */
function counter(): { value: number; add: (step: number) => Command } {
  const count = { value: 0 };
  const add = (step: number): Command => ({
    name: `Add ${step}`,
    shapes: [],
    apply: () => {
      count.value += step;
    },
    revert: () => {
      count.value -= step;
    },
  });
  return {
    get value() {
      return count.value;
    },
    add,
  };
}

describe('the history of an editor', () => {
  it('the history undoes commands from last to first, and redoes them in order', () => {
    const count = counter();
    const history = new History();
    history.do(count.add(1));
    history.do(count.add(10));
    expect(count.value).toBe(11);

    expect(history.undo()?.name).toBe('Add 10');
    expect(count.value).toBe(1);
    expect(history.undo()?.name).toBe('Add 1');
    expect(count.value).toBe(0);

    expect(history.redo()?.name).toBe('Add 1');
    expect(history.redo()?.name).toBe('Add 10');
    expect(count.value).toBe(11);
  });

  it('the history has nothing to undo at first, and nothing to redo before an undo', () => {
    const history = new History();
    expect(history.undo()).toBeUndefined();
    history.do(counter().add(1));
    expect(history.redo()).toBeUndefined();
  });

  it('the history drops undone commands when a new one is done', () => {
    const count = counter();
    const history = new History();
    history.do(count.add(1));
    history.undo();
    history.do(count.add(10));
    expect(history.next).toBeUndefined();
    expect(history.redo()).toBeUndefined();
    expect(count.value).toBe(10);
  });

  it('the history names the commands to undo and to redo', () => {
    const history = new History();
    history.do(counter().add(1));
    history.do(counter().add(2));
    history.undo();
    expect([history.last?.name, history.next?.name]).toEqual(['Add 1', 'Add 2']);
  });
});
