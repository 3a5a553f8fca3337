import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { files } from './specifiers.ts';

/** A module that code in the playground can import. */
export interface PackedModule {
  /** The path of its file below the page. It ends with a hash of the text. */
  readonly path: string;
  /** The modules of this list that it imports. */
  readonly imports: readonly string[];
  readonly exports: readonly string[];
}

export interface Packages {
  /** By the names by which code imports them. */
  readonly modules: Readonly<Record<string, PackedModule>>;
  /** The path of the script that runs in the frame. */
  readonly frame: string;
  /** The text of each file, by its path. */
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * Starts threads by the name of their script. The modules of the playground have addresses like `blob:null/…`, beside which
 * there is no file. Chromium starts no module from such an address as a worker, so it is a classic script.
 */
const workerByName: Plugin = {
  name: 'worker by name',
  setup(build) {
    const asWritten = 'new Worker(new URL("./worker.js", import.meta.url), { type: "module" })';
    build.onLoad({ filter: /\bdist\/startWorker\.js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      if (!text.includes(asWritten)) throw new Error(`${path} must start the threads by: ${asWritten}`);
      return { contents: text.replace(asWritten, 'new Worker(import.meta.resolve("slabtree/worker"))') };
    });
    build.onLoad({ filter: /\bdist\/worker\.js$/ }, async ({ path }) => ({
      contents: `'use strict';${await readFile(path, 'utf8')}`,
    }));
  },
};

/** Bundles each module into one file, which imports others only by their names. */
export async function buildPackages(): Promise<Packages> {
  const names = Object.keys(files);
  const { outputFiles, metafile } = await build({
    entryPoints: Object.entries(files).map(([name, path]) => ({ in: path, out: withoutEnding(name) })),
    external: names,
    plugins: [workerByName],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    minifyWhitespace: true,
    metafile: true,
    write: false,
    outdir: '/modules',
    logLevel: 'warning',
  });
  const texts = new Map<string, string>();
  const modules: Record<string, PackedModule> = {};
  for (const name of names) {
    const ending = `/modules/${withoutEnding(name)}.js`;
    const file = outputFiles.find(({ path }) => path.endsWith(ending));
    const [, output] = Object.entries(metafile.outputs).find(([path]) => path.endsWith(ending)) ?? [];
    if (file === undefined || output === undefined) throw new Error(`esbuild has written no file for ${name}`);
    const path = `modules/${withoutEnding(name)}-${hashOf(file.text)}.js`;
    texts.set(path, file.text);
    const imports = output.imports.filter(({ external }) => external === true).map((each) => each.path);
    // Its text names the script, but does not import it.
    modules[name] = { path, imports: name === 'slabtree' ? ['slabtree/worker'] : imports, exports: output.exports };
  }
  const frameText = await buildFrame();
  const frame = `modules/frame-${hashOf(frameText)}.js`;
  texts.set(frame, frameText);
  return { modules, frame, texts };
}

/** The script of the frame, for a script element in its page. */
async function buildFrame(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../frame/index.ts', import.meta.url))],
    bundle: true,
    format: 'iife',
    target: 'es2022',
    minify: true,
    write: false,
    logLevel: 'warning',
  });
  return outputFiles[0].text;
}

function withoutEnding(name: string): string {
  return name.replace(/\.js$/, '');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
