/** A function that returns the text that the console of Node or Bun shows for a value. */
type Inspect = (value: unknown, options: unknown) => string;

/**
 * The base class of objects that show their numbers on a console of Node, which cannot show private members. A subclass
 * has a method `inspected`, which returns what to show and must change nothing. The base class imports nothing of Node.
 * Browsers call none of its methods.
 */
export const Inspected: new () => object = /* @__PURE__ */ createInspected();

/**
 * Returns the numbers that a console shows for an object, or null if the method `inspected` throws: a proxy and an
 * object that inherits from an instance have no private members.
 */
function partsOf(object: { inspected: () => object }): object | null {
  try {
    return object.inspected();
  } catch {
    return null;
  }
}

/** Returns the base class. Bundlers drop this call if it is unused, but keep a class with a computed member name. */
function createInspected(): new () => object {
  return class {
    /** The name that a console shows for the class, if the documentation calls it by another name than the code. */
    declare inspectedName?: string;
    declare inspected: () => object;

    [Symbol.for('nodejs.util.inspect.custom')](depth: number, options: unknown, inspect?: Inspect): unknown {
      const name = this.inspectedName ?? this.constructor.name;
      if (depth < 0) return `[${name}]`;
      const parts = partsOf(this);
      if (parts === null) return `[${name}]`;
      return inspect === undefined ? parts : `${name} ${inspect(parts, options)}`;
    }
  };
}
