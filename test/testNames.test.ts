import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

// test/site has packages, some of which contain their tests.
const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.test.ts') && !path.includes('node_modules'),
);

/** A title in quotes behind `it(`, `test(` or `describe(`, or behind the table of `each`. */
const TITLE = /(?:\b(?:it|test|describe)(?:\.\w+)*|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1,/g;

const titles = files.flatMap((file) =>
  [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(TITLE)].map(([, , title]) => ({ file, title })),
);

/** Verbs with which a title would go on from its `describe`, instead of a subject. */
const VERBS = new Set(
  `is are was were has have does do may can cannot could must should will would never accepts adds agrees allows
  answers appears applies arrives asks begins brings builds carries casts chooses clears closes comes compares
  computes contains continues costs covers creates decompresses depends detects disposes distinguishes draws ends
  equals exists expects fails falls fills finds finishes fits flies follows forgets frees gets gives goes grows
  handles happens hides holds ignores improves includes invalidates joins keeps knows leads learns leaves lets lies
  listens looks loses makes marks meets mends mirrors misses moves needs notices opens outlines passes pauses
  prefers prints produces pulls pushes puts raises reaches reads recolors refuses rejects releases remembers removes
  replaces restores returns reuses rises says searches selects sends shifts shows sits skips sorts starts stays
  stops stores swaps takes tells throws touches treats tries turns undoes updates uses waits wants warns works
  writes`.split(/\s+/),
);

/** The same with words that are also plural nouns: they are verbs if an object follows. */
const VERB_WITH_OBJECT =
  /^(calls|changes|copies|counts|hits|loads|names|picks|queries|reports|runs|sets) (a|all|an|any|each|every|it|its|no|nothing|only|the)\b/;

/** Words with which a title goes on from its `describe`, unless a main clause follows a comma. */
const LINKS = new Set(
  `about after also although among and as at because before behind below beside between but by during for from if in
  instead like not of on or over since that through to under unless until up what when where which while whose
  with within without`.split(/\s+/),
);

const FULL_LENGTH = 110;

function faultOf(title: string): string | null {
  const [first] = title.split(/[\s,:]/, 1);
  if (title.length > FULL_LENGTH) return `is longer than ${FULL_LENGTH} characters`;
  if (VERBS.has(first) || VERB_WITH_OBJECT.test(title)) return 'begins with a verb: begin with its subject';
  if (LINKS.has(first) && !title.includes(',')) return `begins with "${first}", and is no sentence`;
  return null;
}

it('each title of a test stands alone, without its describe', () => {
  expect(titles.length).toBeGreaterThan(2000);
  const faults = titles.flatMap(({ file, title }) => {
    const fault = faultOf(title);
    return fault === null ? [] : [`${file}: '${title}' ${fault}`];
  });
  expect(faults).toEqual([]);
});

it.each([
  ['answers every other query as a loop does', 'begins with a verb'],
  ['over boxes of all families', 'begins with "over"'],
  ['if it is cut off anywhere', 'begins with "if"'],
  [`a title ${'of many words '.repeat(10)}`, 'is longer'],
  ['if a page forbids threads, the calling thread answers', null],
  ['a run of duplicates gives every other query the answers of a loop', null],
])("the title '%s' is judged: %s", (title, fault) => {
  if (fault === null) expect(faultOf(title)).toBeNull();
  else expect(faultOf(title)).toContain(fault);
});
