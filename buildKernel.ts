import { writeFileSync } from 'node:fs';
import asc from 'assemblyscript/asc';

/**
 * Compiles src/kernel to WebAssembly and writes the module as text where it is imported as a string: so it is in the bundle
 * itself, whatever bundles it.
 */
const files = new Map<string, Uint8Array>();
const { error, stderr } = await asc.main(
  [
    'src/kernel/index.ts',
    '--outFile=kernel.wasm',
    '-O3',
    '--converge',
    '--noAssert',
    '--enable=simd',
    '--runtime=stub',
    '--importMemory',
    // A new memory is, and nothing else need be.
    '--zeroFilledMemory',
    '--memoryBase=0',
  ],
  {
    writeFile(name: string, contents: Uint8Array | string) {
      if (typeof contents !== 'string') files.set(name, contents);
    },
  },
);
const kernel = files.get('kernel.wasm');
if (error !== null || kernel === undefined) throw new Error(`the kernel does not compile:\n${stderr.toString()}`);

const text = [...kernel].map(toText).join('');
writeFileSync(
  'src/kernel/binary.ts',
  `/** Written by buildKernel.ts. */\nexport const kernelText =\n  ${JSON.stringify(text)};\n`,
);

/** A byte as one or two printable characters: what bytesOf in src/bvh/kernel.ts reads. */
function toText(byte: number): string {
  const rest = byte - 93;
  if (rest < 0) return String.fromCharCode(32 + byte);
  return String.fromCharCode(32 + 93 + Math.floor(rest / 95), 32 + (rest % 95));
}
