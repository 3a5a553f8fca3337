import { writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import asc from 'assemblyscript/asc';
import binaryen from 'binaryen';
import { readForKernel } from './readForKernel';
import { separateMultiplyAdd } from './separateMultiplyAdd';

/**
 * Compiles src/kernel and writes src/kernel/binary.ts: the module as text, and the types of its exports. As text, the module
 * ends up in every bundle, whichever bundler builds it.
 */
async function buildKernel(): Promise<void> {
  const { wasm, types } = await compile();
  const text = [...optimize(wasm)].map(toText).join('');
  const lines = [
    '/** Written by build/buildKernel.ts. */',
    `export const kernelText =\n  ${JSON.stringify(text)};\n`,
    '/** The exports of the kernel, as its compiler declares them. Addresses are in bytes. A bool is the number 1 or 0. */',
    `export interface Kernel {\n${membersOf(types)}\n}\n`,
  ];
  writeFileSync('src/kernel/binary.ts', lines.join('\n'));
}

/** The module as AssemblyScript compiles it, not optimized, and the TypeScript declarations of its exports. */
async function compile(): Promise<{ wasm: Uint8Array; types: string }> {
  const written = new Map<string, string | Uint8Array>();
  const { error } = await asc.main(['--config', 'src/kernel/asconfig.json'], {
    stderr: process.stderr,
    readFile: (name, folder) => {
      try {
        return readForKernel(join(folder, name));
      } catch {
        // The compiler tries several places for each file.
        return null;
      }
    },
    writeFile: (name, contents) => {
      written.set(extname(name), contents);
    },
  });
  const wasm = written.get('.wasm');
  const types = written.get('.ts');
  if (error !== null || !(wasm instanceof Uint8Array) || typeof types !== 'string') {
    throw error ?? new Error('the compiler wrote no module or no types');
  }
  return { wasm, types };
}

/** Functions that are called seldom, from the hottest loops. Their code stays out of these, which also makes the module smaller. */
const SELDOM = ['comesBefore'];

/**
 * Optimizes with Binaryen itself, as AssemblyScript does not let us choose how much is inlined. The sizes are instructions of
 * the functions that are inlined. With smaller sizes, rays are cast 8% slower and trees are built 40% slower. Larger ones
 * only make the module larger.
 */
function optimize(wasm: Uint8Array): Uint8Array {
  const module = binaryen.readBinary(wasm);
  module.setFeatures(features());
  binaryen.setOptimizeLevel(3);
  binaryen.setShrinkLevel(0);
  binaryen.setZeroFilledMemory(true);
  binaryen.setAlwaysInlineMaxSize(60);
  binaryen.setFlexibleInlineMaxSize(90);
  // Functions have no names in the module but those of their exports. The kernel exports these only for this.
  for (const name of SELDOM) {
    const { value } = binaryen.getExportInfo(module.getExport(name));
    binaryen.setPassArgument('no-inline', value);
    module.runPasses(['no-inline']);
    module.removeExport(name);
  }
  module.optimize();
  return separateMultiplyAdd(module);
}

/**
 * The features of every engine that has SIMD, and relaxed SIMD, which is taken out at the end. With more, Binaryen would
 * write modules that older engines cannot read.
 */
function features(): binaryen.Features {
  const { BulkMemory, BulkMemoryOpt, MutableGlobals, NontrappingFPToInt, RelaxedSIMD, SignExt, SIMD128 } =
    binaryen.Features;
  return BulkMemory | BulkMemoryOpt | MutableGlobals | NontrappingFPToInt | RelaxedSIMD | SignExt | SIMD128;
}

/** A byte as one or two printable characters. decodeKernel in src/bvh/backend/createKernel.ts reads them. */
function toText(byte: number): string {
  const value = (byte + 10) % 256;
  const rest = value - 93;
  if (rest < 0) return String.fromCharCode(32 + value);
  return String.fromCharCode(32 + 93 + Math.floor(rest / 95), 32 + (rest % 95));
}

/** The members of an interface: one for each declared function. */
function membersOf(declarations: string): string {
  return [...declarations.matchAll(/^ {2}export function (.*)$/gm)]
    .filter(([, signature]) => !SELDOM.some((name) => signature.startsWith(`${name}(`)))
    .map(([, signature]) => `  ${signature.replaceAll('boolean', 'number')}`)
    .join('\n');
}

await buildKernel();
