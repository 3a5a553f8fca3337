import binaryen from 'binaryen';
import { fuseMultiplyAdd } from '../src/bvh/backend/fuseMultiplyAdd';

const FUSED = '(f32x4.relaxed_madd';

/**
 * Writes a module with each relaxed multiply-add as a multiplication and an addition, for all engines that have SIMD.
 * Where an engine has relaxed SIMD, fuseMultiplyAdd puts them together again if the addend is a local. One module so
 * serves both.
 *
 * It works on the text form. Binaryen has no way to walk through a module from JavaScript.
 *
 * @throws if fuseMultiplyAdd would not find as many places, or none.
 */
export function separateMultiplyAdd(module: binaryen.Module): Uint8Array {
  let text = module.emitText();
  let places = 0;
  for (let at = text.indexOf(FUSED); at >= 0; at = text.indexOf(FUSED, at)) {
    const a = endOfExpression(text, at + FUSED.length);
    const b = endOfExpression(text, a);
    const sum = `(f32x4.add (f32x4.mul ${text.slice(at + FUSED.length, b)})`;
    text = `${text.slice(0, at)}${sum} ${text.slice(b)}`;
    if (text.startsWith('(local.get', text.indexOf('(', at + sum.length))) places++;
  }
  const separate = binaryen.parseText(text);
  separate.setFeatures(module.getFeatures() & ~binaryen.Features.RelaxedSIMD);
  const bytes = separate.emitBinary();
  const found = fuseMultiplyAdd(bytes.slice());
  if (found !== places || found === 0) {
    throw new Error(
      `fuseMultiplyAdd finds ${found} places, not ${places}: use multiplyAdd for every f32 product and sum`,
    );
  }
  return bytes;
}

/** Where the next expression in brackets ends. */
function endOfExpression(text: string, from: number): number {
  let depth = 0;
  for (let at = text.indexOf('(', from); ; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at + 1;
  }
}
