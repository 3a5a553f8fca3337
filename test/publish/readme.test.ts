import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const readme = readFileSync(resolve(import.meta.dirname, '../../README.md'), 'utf8');
/** Without the markers of figures. */
const withoutComments = readme.replace(/<!--.*?-->/gs, '');

describe('README.md', () => {
  it('the README takes five minutes to read: 900 words, code and tables included', () => {
    expect(withoutComments.trim().split(/\s+/).length).toBeLessThanOrEqual(900);
  });

  it('the README says in its first sentence what slabtree is: a BVH', () => {
    const [, first] = /^# slabtree\n\n([^.:?]+)/.exec(readme) ?? [];
    expect(first).toMatch(/\bBVH\b/);
  });
});
