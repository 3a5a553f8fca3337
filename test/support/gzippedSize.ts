import { build } from 'esbuild';
import { gzipSync } from 'node:zlib';

/**
 * The bytes that a page with this code loads: bundled, minified and gzipped, without the external packages.
 *
 * @param folder where the code is, for its imports.
 */
export async function gzippedSize(code: string, folder: string, external: readonly string[] = []): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: folder },
    bundle: true,
    minify: true,
    format: 'esm',
    external: [...external],
    write: false,
  });
  return gzipSync(outputFiles[0].contents, { level: 9 }).length;
}
