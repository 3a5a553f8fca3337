import { inspect } from 'loupe';

/** An object that describes itself, as scenes and sets of slabtree do. */
const ITSELF = Symbol.for('nodejs.util.inspect.custom');

const options = { depth: 3, truncate: 300 };

/** A value as the console shows it. */
export function describe(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (typeof value === 'object' && value !== null && ITSELF in value && typeof value[ITSELF] === 'function') {
    return String(value[ITSELF](options.depth, options, (inner: unknown) => inspect(inner, options)));
  }
  return inspect(value, options);
}
