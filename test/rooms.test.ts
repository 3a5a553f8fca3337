import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** The room that a file of src/bvh or src/kernel is in; null elsewhere, and in no room. */
function roomOf(path: string): string | null {
  return /^src\/(?:bvh|kernel)\/(\w+)\//.exec(relative(root, path))?.[1] ?? null;
}

/** All files of both sides, rooms and what stands outside of them. */
const files = ['src/bvh', 'src/kernel'].flatMap((side) =>
  readdirSync(join(root, side), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => join(root, side, path)),
);

/** Which room imports from which, as `'query -> slots'`. */
function importsBetweenRooms(): Set<string> {
  const found = new Set<string>();
  for (const file of files) {
    const room = roomOf(file);
    for (const [, target] of readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)'/g)) {
      const other = roomOf(`${resolve(dirname(file), target)}.ts`);
      if (room !== null && other !== null && other !== room) found.add(`${room} -> ${other}`);
    }
  }
  return found;
}

/** What CONTRIBUTING.md draws: for each room, those that its arrows lead to. */
function drawing(): Map<string, Set<string>> {
  const [, text] =
    /```mermaid\nflowchart BT\n(.*?)```/s.exec(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')) ?? [];
  const arrows = new Map<string, Set<string>>();
  for (const [, from, to] of text.matchAll(/^ {2}(\w+) --> (\w+)$/gm)) {
    arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
  }
  return arrows;
}

/** All rooms that arrows lead to from one, at once or by way of others. */
function reachedFrom(arrows: Map<string, Set<string>>, room: string): Set<string> {
  const reached = new Set<string>();
  const visit = (from: string): void => {
    for (const to of arrows.get(from) ?? []) {
      if (reached.has(to)) continue;
      reached.add(to);
      visit(to);
    }
  };
  visit(room);
  return reached;
}

describe('the drawing of the rooms in CONTRIBUTING.md', () => {
  const imports = importsBetweenRooms();
  const arrows = drawing();

  it('has an arrow, or a way of several, for every import', () => {
    expect(imports.size).toBeGreaterThan(40);
    for (const each of imports) {
      const [from, to] = each.split(' -> ');
      expect([...reachedFrom(arrows, from)], each).toContain(to);
    }
  });

  it('has no arrow without an import, and none that leads against the order that ESLint checks', async () => {
    const config = (await import(pathToFileURL(join(root, 'eslint.config.js')).href)) as { rooms: string[] };
    const drawn = [...arrows].flatMap(([from, targets]) => [...targets].map((to) => ({ from, to })));
    expect(new Set(drawn.flatMap(({ from, to }) => [from, to]))).toEqual(new Set(config.rooms));
    for (const { from, to } of drawn) {
      expect([...imports]).toContain(`${from} -> ${to}`);
      expect(config.rooms.indexOf(to), `${from} -> ${to}`).toBeLessThan(config.rooms.indexOf(from));
    }
  });

  it('is of rooms that can be taken in at a glance', () => {
    const counts = new Map<string, number>();
    for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    expect(Math.max(...counts.values())).toBeLessThanOrEqual(16);
  });
});
