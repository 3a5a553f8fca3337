import { writeFileSync } from 'node:fs';
import asc from 'assemblyscript/asc';

/**
 * Compiles src/kernel to WebAssembly and writes the module, in hex, where it is imported as a string: so it is in the
 * bundle itself, whatever bundles it.
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

const hex = Buffer.from(kernel).toString('hex');
writeFileSync('src/kernel/binary.ts', `// Written by buildKernel.ts.\nexport const kernelHex = '${hex}';\n`);
