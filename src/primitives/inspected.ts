/** Returns the text that the consoles of Node and Bun show for a value. */
type Inspect = (value: unknown, options: unknown) => string;

/**
 * The base class of objects that show their numbers on a console of Node, which cannot show private members. A subclass
 * has a method `inspected`, which returns what to show and must change nothing. This imports nothing of Node, and
 * browsers never call it.
 */
export const Inspected: new () => object = /* @__PURE__ */ createInspected();

/**
 * Returns what `inspected` returns, or null if it throws: a proxy and an object that inherits from the instance have no
 * private members.
 */
function partsOf(object: { inspected: () => object }): object | null {
  try {
    return object.inspected();
  } catch {
    return null;
  }
}

/** Returns the class. Bundlers keep an unused class that has a computed member name, but drop an unused pure call. */
function createInspected(): new () => object {
  return class {
    /** The name of the class in the documentation, if it differs. */
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
