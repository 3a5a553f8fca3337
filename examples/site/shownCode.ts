import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dirname } from 'node:path/posix';
import hljs from 'highlight.js/lib/core';
import typescript from 'highlight.js/lib/languages/typescript';
import type { Plugin } from 'vite';

/** Returns the address of a file of the project. */
interface Host {
  browseFile(path: string): string;
}

/** The lines of an example that do the work, and the name of their file. */
export interface ShownCode {
  readonly file: string;
  readonly code: string;
}

/** Where a page has the code. */
const PLACE = '<figure class="shown-code"></figure>';

const REGION = /^ *\/\/ #region shown\n(.*?)^ *\/\/ #endregion\n/gms;

hljs.registerLanguage('typescript', typescript);

/**
 * A plugin that writes the lines that do the work into the page of each example. They are what stands between
 * `// #region shown` and `// #endregion` in a file of the example. With a host, the name of the file is a link.
 */
export function shownCode(examples: string, host: Host | null): Plugin {
  return {
    name: 'shown-code',
    transformIndexHtml: (html, { path }) => {
      if (!html.includes(PLACE)) return html;
      const folder = dirname(path).slice(1);
      return withCode(html, folder, codeIn(join(examples, folder)), host);
    },
  };
}

/**
 * Finds the shown lines in the files of a folder. Several regions of a file follow one another.
 *
 * @throws Error unless exactly one file has such regions.
 */
export function codeIn(folder: string): ShownCode {
  const found = readdirSync(folder)
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => {
      const regions = Array.from(readFileSync(join(folder, file), 'utf8').matchAll(REGION), ([, lines]) =>
        unindent(lines),
      );
      return { file, code: regions.join('\n\n') };
    })
    .filter(({ code }) => code !== '');
  if (found.length === 1) return found[0];
  const files = found.map(({ file }) => file).join(', ') || 'none';
  throw new Error(
    `${folder} must have one file with a comment // #region shown before the lines that its page shows, and ` +
      `// #endregion after them, got ${files}`,
  );
}

/** @param folder of the example, as 'editor'. */
export function withCode(html: string, folder: string, { file, code }: ShownCode, host: Host | null): string {
  const lines = code.split('\n').map(highlight).join('');
  const name = host === null ? file : `<a href="${host.browseFile(`examples/${folder}/${file}`)}">${file}</a>`;
  const figure = `<figure class="shown-code"><figcaption>The code, from ${name}</figcaption><pre><code>${lines}</code></pre></figure>`;
  return html.replace(PLACE, () => figure);
}

/** A line is an element, so that a style sheet can indent the rest of a long one. */
function highlight(line: string): string {
  const text = line.trimStart();
  const { value } = hljs.highlight(text, { language: 'typescript' });
  return `<span class="line" style="--indent: ${line.length - text.length}">${value}\n</span>`;
}

/** Removes the spaces that all lines begin with. */
function unindent(text: string): string {
  const lines = text.trimEnd().split('\n');
  const indents = lines.filter((line) => line !== '').map((line) => line.length - line.trimStart().length);
  const least = Math.min(...indents);
  return lines.map((line) => line.slice(least)).join('\n');
}
