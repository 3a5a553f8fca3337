import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DefaultTheme } from 'vitepress';
import { entryNames } from '../../../entries';
import { root } from '../pages';
import { GROUPS } from './groups';

/** Returns the menu beside the pages of the reference: for each entry point its classes and its groups. Empty without a reference. */
export function referenceSidebar(): DefaultTheme.SidebarItem[] {
  const reference = join(root, 'docs/reference');
  if (!existsSync(reference)) return [];
  return entryNames.map((entryPoint) => {
    const folder = join(reference, entryPoint);
    const groups = Object.keys(GROUPS).filter((group) => existsSync(join(folder, group)));
    const link = `/reference/${entryPoint}/`;
    return {
      text: entryPoint,
      link,
      collapsed: entryPoint !== 'slabtree',
      items: [
        ...classesOf(folder).map((name) => ({ text: name, link: `${link}classes/${name}` })),
        ...groups.map((group) => ({ text: group, link: `${link}${group}/` })),
      ],
    };
  });
}

function classesOf(folder: string): string[] {
  const classes = join(folder, 'classes');
  return existsSync(classes) ? readdirSync(classes).map((file) => file.replace(/\.md$/, '')) : [];
}
