import type { Vec3 } from 'slabtree';

/** Values under their names, a line each, in two columns. */
export function textOf(values: Record<string, string | number>): string {
  const width = Math.max(...Object.keys(values).map((name) => name.length));
  return Object.entries(values)
    .map(([name, value]) => `${name.padEnd(width)}  ${value}\n`)
    .join('');
}

/** As `parseVec3` reads it: `1,-2.5,3`. */
export function textOfVec3({ x, y, z }: Vec3): string {
  return `${x},${y},${z}`;
}
