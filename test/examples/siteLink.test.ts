import { expect, it } from 'vitest';
import { isPartOfSite, withSiteLink } from '../../examples/site/siteLink';

it.each([
  ['a build for the site', 'build', './', '/home/me/slabtree/dist-site/examples', true],
  ['a build of the examples alone', 'build', './', '/home/me/slabtree/dist-examples', false],
  ['a server of the site', 'serve', '/examples/', '/home/me/slabtree/dist-examples', true],
  ['a server of the examples alone', 'serve', '/', '/home/me/slabtree/dist-examples', false],
] as const)('the grid of examples links to the site if there is one: %s', (_, command, base, outDir, isInSite) => {
  expect(isPartOfSite({ command, base, build: { outDir } })).toBe(isInSite);
});

it('the link of the grid leads to the folder above the examples', () => {
  expect(withSiteLink('<header></header>')).toMatch(/^<header>\s*<nav><a href="..\/">/);
});
