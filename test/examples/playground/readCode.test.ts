import { describe, expect, it } from 'vitest';
import { CodeError, readCode } from '../../../examples/playground/code/readCode';

const modules = {
  slabtree: { path: 's', imports: [], exports: ['BoxScene', 'raycastAabb'] },
  three: { path: 't', imports: [], exports: ['Scene'] },
  'slabtree/three': { path: 'st', imports: ['slabtree', 'three'], exports: ['SceneIndex'] },
};

/** The error of code with a mistake. */
function mistakeIn(code: string): CodeError {
  try {
    readCode(code, modules);
  } catch (error) {
    if (error instanceof CodeError) return error;
    throw error;
  }
  throw new Error('there is no mistake');
}

describe('readCode', () => {
  it('a module is needed with what it imports, and no other', () => {
    expect([...readCode("import { SceneIndex } from 'slabtree/three';", modules).needed].sort()).toEqual([
      'slabtree',
      'slabtree/three',
      'three',
    ]);
    expect(readCode("const { Scene } = await import('three');", modules).needed).toEqual(['three']);
    expect(readCode('console.log(1);', modules).needed).toEqual([]);
  });

  it.each([
    ['let a = 1;\nlet b = ;', 2, 'Unexpected token'],
    ['\n\nconst a = 1;\nlet a = 2;', 4, "Identifier 'a' has already been declared"],
    ["const a = 'open\n", 1, 'Unterminated string constant'],
    ["\nimport { BoxScenes } from 'slabtree';", 2, "'slabtree' has no export 'BoxScenes'"],
    ["import {\n  BoxScene,\n  raycastObb,\n} from 'slabtree';", 3, "'slabtree' has no export 'raycastObb'"],
    ["import slabtree from 'slabtree';", 1, "'slabtree' has no export 'default'"],
    [
      "\nimport { map } from 'lodash';",
      2,
      "there is no module 'lodash' here. There are slabtree, three, slabtree/three",
    ],
    ["\nawait import('./other.js');", 2, "there is no module './other.js' here"],
  ])('a mistake is found at its line: %j', (code, line, message) => {
    const mistake = mistakeIn(code);
    expect(mistake.line).toBe(line);
    expect(mistake.message).toContain(message);
    // The place is not in the message a second time.
    expect(mistake.message).not.toMatch(/\(\d+:\d+\)/);
  });

  it('a module with all its exports under one name is taken', () => {
    expect(readCode("import * as THREE from 'three';\nexport { Scene } from 'three';", modules).needed).toEqual([
      'three',
    ]);
  });
});
