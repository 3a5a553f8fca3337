import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { packCode, unpackCode } from '../../../examples/playground/code/link';

const codes = ['', "console.log('a');\n", 'const größer = "→ 🌍 &#%";\n', 'x'.repeat(200_000)];

describe('the code in a link', () => {
  it.each(codes)('a link holds code as Node compresses it (%#)', async (code) => {
    const packed = await packCode(code);
    expect(packed).toMatch(/^[\w-]*$/);
    expect(inflateRawSync(Buffer.from(packed, 'base64url')).toString()).toBe(code);
    expect(await unpackCode(deflateRawSync(code).toString('base64url'))).toBe(code);
  });

  it.each(['a', 'not base64!', deflateRawSync('console.log(1);'.repeat(9)).toString('base64url').slice(0, -8)])(
    'a link that is not whole is an error: %s',
    async (packed) => {
      await expect(unpackCode(packed)).rejects.toThrow();
    },
  );
});
