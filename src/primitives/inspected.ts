/** Writes what a value consists of, as consoles of Node and Bun do. */
type Inspect = (value: unknown, options: unknown) => string;

/**
 * The class of objects that show their numbers on a console of Node, which sees nothing of private members. Each has a
 * method `inspected`, with what to show: it must change nothing. Nothing of Node is imported, and pages never call it.
 */
export const Inspected: new () => object = /* @__PURE__ */ createInspected();

/** Null for a proxy of an object, or an object that inherits from it: neither has its private members. */
function partsOf(object: { inspected: () => object }): object | null {
  try {
    return object.inspected();
  } catch {
    return null;
  }
}

/** Returns a bundler keeps a class that has a computed name, even if nobody uses it. It drops a call that is pure. */
function createInspected(): new () => object {
  return class {
    /** The name that users know, if the class has another one. */
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
