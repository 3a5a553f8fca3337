/** A snippet that is a program of its own. */
export interface SnippetApart {
  /** Such as 'threads-js0': the page, the language, and the place among the page's snippets of that language. */
  readonly name: string;
  readonly code: string;
  /** Whether it can be run here. All are compiled. */
  readonly runs: boolean;
}

/** What a snippet takes for granted. It stands before the snippet. */
interface Around {
  readonly before: string;
  readonly runs?: boolean;
}

const boxes = 'const boxes = Float32Array.of(0, 0, 0, 1, 1, 1, 4, 0, 0, 5, 1, 1);';
const rays = 'const rays = Float64Array.of(0.5, 0.5, 9, 0, 0, -1);';

/** A host that has these bytes at each address, and sends ranges of them. */
const host = (bytes: string) => `
  const hosted: Uint8Array = ${bytes};
  globalThis.fetch = async (_, { headers } = {}) => {
    const range = /bytes=(\\d+)-(\\d+)/.exec(new Headers(headers).get('Range') ?? '');
    if (range === null) return new Response(hosted.slice());
    const part = hosted.slice(Number(range[1]), Number(range[2]) + 1);
    const header = \`bytes \${range[1]}-\${Number(range[1]) + part.length - 1}/\${hosted.length}\`;
    return new Response(part, { status: 206, headers: { 'Content-Range': header } });
  };
`;

const hostOfScene = `
  import * as made from 'slabtree';
  const tower = new made.BoxScene();
  tower.addAabb({ min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } });
  ${host("Buffer.concat([tower.serialize(), new made.SceneNames([[0, 'Tower']]).serialize()])")}
`;

const hostOfTiles = `
  import { readFileSync } from 'node:fs';
  import { TileWriter } from 'slabtree/tile-writer';
  const writer = await TileWriter.create('hosted.slabs');
  writer.addAabb({ min: { x: -1, y: 0, z: -1 }, max: { x: 1, y: 1, z: 1 } });
  writer.addNames([[0, 'Tower']]);
  await writer.finish();
  ${host("readFileSync('hosted.slabs')")}
`;

/** A graph of three.js, and a click into its middle. */
const page = `
  import { BoxGeometry, Mesh, PerspectiveCamera, Scene } from 'three';
  const scene = new Scene();
  scene.add(new Mesh(new BoxGeometry()));
  const camera = new PerspectiveCamera();
  camera.position.z = 5;
  camera.updateMatrixWorld();
  const renderer = { domElement: { getBoundingClientRect: () => ({ left: 0, top: 0, width: 100, height: 100 }) } };
  const event = { clientX: 50, clientY: 50 };
`;

/** A worker and its own global listener, in one thread. */
const worker = `
  import { MessageChannel } from 'node:worker_threads';
  import { BoxScene } from 'slabtree';
  const { port1: worker, port2 } = new MessageChannel();
  globalThis.addEventListener = (_: string, listen: unknown) => {
    port2.once('message', (data) => {
      (listen as (event: { data: unknown }) => void)({ data });
      port2.close();
    });
  };
  const ray = { origin: { x: 0.5, y: 0.5, z: 9 }, direction: { x: 0, y: 0, z: -1 } };
`;

const meshes = `
  const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
  const index = Uint32Array.of(0, 1, 2);
  const matrices = Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
  const ground = positions;
`;

const entryOfBundle = `
  import * as esbuild from 'esbuild';
  import { mkdirSync, writeFileSync } from 'node:fs';
  mkdirSync('src', { recursive: true });
  writeFileSync('src/main.js', "export { BoxScene } from 'slabtree';");
`;

/** The next snippet finds the compiled one before it by the name that the page says. */
const sightScript = `
  import { copyFileSync } from 'node:fs';
  copyFileSync('threads-ts1.mjs', 'sight.mjs');
`;

const importScene = "import { BoxScene } from 'slabtree';";

/** What surrounds the snippets of a page, in order, by the page and the language. */
const around: Record<string, { ts?: readonly Around[]; js?: readonly Around[] }> = {
  three: { js: [{ before: page }] },
  tiles: { js: [{ before: hostOfTiles }, { before: `${hostOfTiles}const token = 'secret';` }] },
  threads: {
    ts: [
      { before: `${boxes}${rays}` },
      // The script of the next one's threads.
      { before: '' },
      { before: `${boxes}${sightScript}` },
      { before: `${importScene}${boxes}const bar = { value: 0 };` },
      { before: `${importScene}${boxes}${meshes}` },
    ],
    js: [
      { before: entryOfBundle },
      // Settings of another program.
      { before: '', runs: false },
      // Of a page.
      { before: `${importScene}import { RaycastPool } from 'slabtree/workers';${boxes}`, runs: false },
    ],
  },
  sharing: { ts: [{ before: `${worker}${boxes}` }] },
  format: { ts: [{ before: hostOfScene }, { before: hostOfScene }] },
  'command-line': { ts: [{ before: 'const parts = [Float32Array.of(0, 0, 0, 1, 1, 1)];' }] },
  cluster: {
    // Needs a Redis.
    js: [
      {
        before: `${rays}const { signal } = new AbortController();const onProgress = () => {};const write = console.log;`,
        runs: false,
      },
    ],
  },
};

/**
 * Returns the snippets of the pages that are no single program.
 *
 * @param read returns the text of a page.
 * @throws Error if a page has more or fewer snippets than are described here.
 */
export function snippetsApart(read: (page: string) => string): SnippetApart[] {
  return Object.entries(around).flatMap(([page, languages]) =>
    Object.entries(languages).flatMap(([language, each]) => {
      const snippets = [...read(page).matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))];
      if (snippets.length !== each.length)
        throw new Error(
          `docs/${page}.md has ${snippets.length} ${language} snippets, and ${each.length} are described`,
        );
      return snippets.map(([, code], i) => ({
        name: `${page}-${language}${i}`,
        code: `${each[i].before}\n${code}`,
        runs: each[i].runs ?? true,
      }));
    }),
  );
}
