import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => join(root, 'src', path));

/** The files that each file imports, types included. */
const imports = new Map(files.map((file) => [file, importsOf(file)]));

function importsOf(file: string): string[] {
  const code = readFileSync(file, 'utf8');
  return [...code.matchAll(/(?:from |import\()'(\.[^']+)'/g)].map(([, path]) => {
    const target = resolve(dirname(file), path.replace(/\.js$/, ''));
    return [`${target}.ts`, `${target}.d.ts`, join(target, 'index.ts')].find(existsSync) ?? target;
  });
}

/** The room that a file of src/bvh or src/kernel is in; null elsewhere, and in no room. */
function roomOf(file: string): string | null {
  return /^src\/(?:bvh|kernel)\/(\w+)\//.exec(relative(root, file))?.[1] ?? null;
}

/** Which room of src/bvh or src/kernel imports from which, as `'query -> slots'`. */
function importsBetweenRooms(): Set<string> {
  const found = new Set<string>();
  for (const [file, targets] of imports) {
    const room = roomOf(file);
    for (const other of targets.map(roomOf)) {
      if (room !== null && other !== null && other !== room) found.add(`${room} -> ${other}`);
    }
  }
  return found;
}

/** What src/bvh/README.md draws: for each room, those that its arrows lead to. */
function drawing(): Map<string, Set<string>> {
  const [, text] =
    /```mermaid\nflowchart BT\n(.*?)```/s.exec(readFileSync(join(root, 'src/bvh/README.md'), 'utf8')) ?? [];
  const arrows = new Map<string, Set<string>>();
  for (const [, from, to] of text.matchAll(/^ {2}(\w+) --> (\w+)$/gm)) {
    arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
  }
  return arrows;
}

/** All that arrows lead to from one place, directly or through others. */
function reachedFrom<Place>(arrows: Map<Place, Iterable<Place>>, place: Place): Set<Place> {
  const reached = new Set<Place>();
  const visit = (from: Place): void => {
    for (const to of arrows.get(from) ?? []) {
      if (reached.has(to)) continue;
      reached.add(to);
      visit(to);
    }
  };
  visit(place);
  return reached;
}

describe('the drawing of the rooms in src/bvh/README.md', () => {
  const found = importsBetweenRooms();
  const arrows = drawing();

  it('the drawing has an arrow, or a path of arrows, for every import', () => {
    expect(found.size).toBeGreaterThan(40);
    for (const each of found) {
      const [from, to] = each.split(' -> ');
      expect([...reachedFrom(arrows, from)], each).toContain(to);
    }
  });

  it('the drawing has no arrow without an import, and none against the order that ESLint checks', async () => {
    const config = (await import(pathToFileURL(join(root, 'eslint.config.js')).href)) as { rooms: string[] };
    // The exact tests, which the kernel has once more, stand in src/primitives for the rest.
    const order = config.rooms.flatMap((room) => (room === 'memory' ? [room, 'primitives'] : [room]));
    const drawn = [...arrows].flatMap(([from, targets]) => [...targets].map((to) => ({ from, to })));
    expect(new Set(drawn.flatMap(({ from, to }) => [from, to]))).toEqual(new Set(order));
    for (const { from, to } of drawn) {
      expect([...found]).toContain(`${from} -> ${to}`);
      expect(order.indexOf(to), `${from} -> ${to}`).toBeLessThan(order.indexOf(from));
    }
  });
});

describe('imports of the sources', () => {
  it('no file imports itself through others', () => {
    expect(imports.size).toBeGreaterThan(200);
    for (const file of files) {
      expect(reachedFrom(imports, file).has(file), relative(root, file)).toBe(false);
    }
  });
});
