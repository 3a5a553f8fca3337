import type { Plugin } from 'vite';

/**
 * VitePress builds a site for one folder of a server, its base. These functions make the built site work in any folder. They
 * build it for '/', write relative addresses to the pages, and set the base when a page is loaded.
 */

/** Returns the way from a page, as 'coming-from/rapier.html', to the folder of the site: './' or '../', '../../' and so on. */
export function toSite(page: string): string {
  return '../'.repeat(page.split('/').length - 1) || './';
}

/** Returns a page with relative addresses, and with a script that sets the base of the site before the modules run. */
export function withRelativeAddresses(html: string, page: string): string {
  const site = toSite(page);
  // Only inside tags: in texts, '<' is escaped.
  const relative = html.replace(/<[a-z][^>]*>/g, (tag) => tag.replace(/(\s(?:href|src)=")\/(?!\/)/g, `$1${site}`));
  const setBase = `__VP_SITE_DATA__.base=new URL(${JSON.stringify(site)},location.href).pathname`;
  return relative.replace('</body>', `<script>${setBase}</script>\n  </body>`);
}

/** Replaces a part of a module of VitePress. Throws if the module does not have it: another version may do without. */
function replaced(code: string, part: string, replacement: string): string {
  if (!code.includes(part)) throw new Error(`VitePress has changed: its module has no ${part}, which must be replaced`);
  return code.replaceAll(part, replacement);
}

/** Vite writes the base into the script that finds the module of a page, and into the index of the search. */
export function baseAtRunTime(): Plugin {
  return {
    name: 'base at run time',
    apply: 'build',
    enforce: 'pre',
    transform(code, id, { ssr = false } = {}) {
      if (ssr) return null;
      if (id.endsWith('/vitepress/dist/client/app/utils.js')) {
        return replaced(code, 'import.meta.env.BASE_URL', 'decodeURIComponent(siteDataRef.value.base)');
      }
      // The index is a text, and its documents are named by their addresses.
      if (id.includes('@localSearchIndexroot')) {
        return `${replaced(code, 'export default', 'const built = JSON.parse(')});
const { documentIds } = built;
for (const id in documentIds) documentIds[id] = window.__VP_SITE_DATA__.base + documentIds[id].slice(1);
export default JSON.stringify(built);`;
      }
      return null;
    },
  };
}
