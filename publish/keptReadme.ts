/** Where README.md is kept while npm packs another in its place. npm packs no file that begins with a dot. */
export function keptReadme(npm: string): string {
  return `.README.md.${npm}`;
}
