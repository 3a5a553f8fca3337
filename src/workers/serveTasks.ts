import { transfer } from 'comlink';
import { isObject, show } from '../primitives/check';
import { exposeTasks } from '../threads/channel';

/** The functions of a thread by which a {@link TaskPool} reaches the tasks of a script. */
export interface TaskServer {
  begin(data: unknown): Promise<void>;
  run(name: string, ...given: unknown[]): unknown;
}

/**
 * Makes functions callable by the thread that has started the current one, by a {@link TaskPool}. Call it once, in the script of the
 * threads, before anything that waits.
 *
 * @param makeTasks is called once in each thread, with the option `data` of {@link TaskPool.create}, whose type it states. It returns an object whose
 *   functions are the tasks, or a promise of one.
 * @throws TypeError if `makeTasks` is no function.
 *
 * @example
 * ```ts
 * // sum.js
 * serveTasks((data: { factor: number }) => ({
 *   sum: (numbers: Float64Array) => data.factor * numbers.reduce((a, b) => a + b, 0),
 * }));
 * ```
 */
export function serveTasks(makeTasks: (data: never) => object): void {
  if (typeof makeTasks !== 'function') throw new TypeError(`makeTasks must be a function, got ${show(makeTasks)}`);
  exposeTasks(taskServer((data) => makeTasks(data as never)));
}

/** Returns what a thread exposes, or the calling thread in its place. */
export function taskServer(makeTasks: (data: unknown) => unknown): TaskServer {
  let tasks: object = {};
  return {
    begin: async (data) => {
      const made = await makeTasks(data);
      if (!isObject(made)) throw new TypeError(`makeTasks must return an object of functions, got ${show(made)}`);
      tasks = made;
    },
    run: (name, ...given) => {
      const task: unknown = Object.hasOwn(tasks, name) ? tasks[name as keyof object] : undefined;
      if (typeof task === 'function') return (task as (...given: unknown[]) => unknown)(...given);
      throw new TypeError(`the script has no task ${show(name)}: its tasks are ${Object.keys(tasks).join(', ')}`);
    },
  };
}

/**
 * Marks the answer of a task, so that arrays in it are moved to the calling thread and not copied. The task cannot use them afterwards.
 *
 * @param answer what the task returns: an object, or an array of any length.
 * @param arrays typed arrays of any length. Each is the answer or is in it, and has memory of its own, which is not shared.
 * @returns the answer.
 * @throws TypeError if the answer is no object, or one of the arrays is no array with memory of its own.
 *
 * @example
 * ```ts
 * // double.js
 * serveTasks(() => ({
 *   double: (numbers: Float64Array) => {
 *     const doubled = numbers.map((number) => 2 * number);
 *     return moved(doubled, doubled);
 *   },
 * }));
 * ```
 */
export function moved<Answer extends object>(answer: Answer, ...arrays: ArrayBufferView<ArrayBuffer>[]): Answer {
  if (!isObject(answer)) throw new TypeError(`answer must be an object or an array, got ${show(answer)}`);
  return transfer(
    answer,
    readMoved('arrays', arrays).map(({ buffer }) => buffer),
  );
}

/** Returns a copy of a list of arrays. Throws unless all can be moved to another thread. */
export function readMoved(name: string, arrays: readonly unknown[]): ArrayBufferView<ArrayBuffer>[] {
  return readList(name, arrays).map((array, i) => {
    if (ArrayBuffer.isView(array) && array.buffer instanceof ArrayBuffer) return array as ArrayBufferView<ArrayBuffer>;
    throw new TypeError(`${name}[${i}] must be a typed array with memory that is not shared, got ${show(array)}`);
  });
}

/** Returns a copy of an array, of which each element is read once. */
export function readList(name: string, list: readonly unknown[]): unknown[] {
  if (!Array.isArray(list)) throw new TypeError(`${name} must be an array, got ${show(list)}`);
  const { length } = list;
  return Array.from({ length }, (_, i) => list[i] as unknown);
}
