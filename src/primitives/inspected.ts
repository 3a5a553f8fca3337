/** Writes what a value consists of, as consoles of Node and Bun do. */
type Inspect = (value: unknown, options: unknown) => string;

/**
 * The class of objects that show their numbers on a console of Node, which sees nothing of private members. Each has a
 * method `inspected`, with what to show: it must change nothing. Nothing of Node is imported, and pages never call it.
 *
 * The type says nothing, so that declarations of the package do not either.
 */
export const Inspected: new () => object = /* @__PURE__ */ createInspected();

/** A bundler keeps a class that has a computed name, even if nobody uses it. It drops a call that is pure. */
function createInspected(): new () => object {
  return class {
    declare inspected: () => object;

    [Symbol.for('nodejs.util.inspect.custom')](depth: number, options: unknown, inspect?: Inspect): unknown {
      const { name } = this.constructor;
      if (depth < 0) return `[${name}]`;
      const parts = this.inspected();
      return inspect === undefined ? parts : `${name} ${inspect(parts, options)}`;
    }
  };
}
