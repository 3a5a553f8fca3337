import { inspect } from 'loupe';

/** An object that describes itself, as scenes and sets of slabtree do. */
const ITSELF = Symbol.for('nodejs.util.inspect.custom');

const options = {
  depth: 3,
  truncate: 300,
  // loupe writes +0 for 0.
  stylize: (text: string) => (text === '+0' ? '0' : text),
};

type Inspect = (depth: number, options: object, inspect: (inner: unknown) => string) => unknown;

/** A value as the console shows it. */
export function describe(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (typeof value === 'object' && value !== null && ITSELF in value) {
    const itself = value as { [ITSELF]: Inspect };
    return String(itself[ITSELF](options.depth, options, (inner) => inspect(inner, options)));
  }
  return inspect(value, options);
}
