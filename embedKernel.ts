import { readFileSync, writeFileSync } from 'node:fs';

/** Writes the compiled kernel as text, where it is imported as a string: so it is in the bundle, whatever bundles it. */
const text = [...readFileSync('src/kernel/kernel.wasm')].map(toText).join('');
writeFileSync(
  'src/kernel/binary.ts',
  `/** Written by embedKernel.ts. */\nexport const kernelText =\n  ${JSON.stringify(text)};\n`,
);

/** A byte as one or two printable characters: what decodeKernel in src/bvh/backend/kernel.ts reads. */
function toText(byte: number): string {
  const value = (byte + 10) % 256;
  const rest = value - 93;
  if (rest < 0) return String.fromCharCode(32 + value);
  return String.fromCharCode(32 + 93 + Math.floor(rest / 95), 32 + (rest % 95));
}
