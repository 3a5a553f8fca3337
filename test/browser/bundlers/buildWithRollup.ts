import { nodeResolve } from '@rollup/plugin-node-resolve';
import { rollup } from 'rollup';

/** Builds main.js of a page as docs/threads.md describes for Rollup. Returns the warnings. */
export async function buildWithRollup(page: string, out: string): Promise<string[]> {
  const warnings: string[] = [];
  const bundle = await rollup({
    input: { main: `${page}/mainWithUrl.js`, 'slabtree-worker': 'slabtree/worker' },
    plugins: [nodeResolve({ rootDir: page, browser: true })],
    onwarn: ({ message }) => warnings.push(message),
  });
  await bundle.write({ dir: out, format: 'es' });
  await bundle.close();
  return warnings;
}
