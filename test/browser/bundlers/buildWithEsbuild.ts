import { build } from 'esbuild';

/** Builds main.js of a page as docs/threads.md describes for esbuild. Returns the warnings. */
export async function buildWithEsbuild(page: string, out: string): Promise<string[]> {
  const { warnings } = await build({
    absWorkingDir: page,
    entryPoints: { main: './mainWithUrl.js', 'slabtree-worker': 'slabtree/worker' },
    bundle: true,
    format: 'esm',
    minify: true,
    outdir: out,
    logLevel: 'silent',
  });
  return warnings.map(({ text }) => text);
}
