import { BoxScene, sceneFileKind, SceneNames } from 'slabtree';
import { expect, it } from 'vitest';
import { expectComplaint, untyped } from '../../support/errors';
import { cutOff, transferred } from '../../support/hostileArguments';
import { show } from '../../../src/primitives/check';
import { makeTileFile } from '../../support/makeTileFile';
import { Random } from '../../support/random';

const scene = new BoxScene({ backend: 'js' }).serialize();
const { file: tiles } = makeTileFile(new Random(1), 50, 4);

it('sceneFileKind distinguishes a scene file, a file of tiles, and any other file', () => {
  expect(sceneFileKind(scene)).toBe('scene');
  expect(sceneFileKind(tiles)).toBe('tiles');
  expect(sceneFileKind(new SceneNames([[0, 'Tower']]).serialize())).toBe(null);
  expect(sceneFileKind(Buffer.from('0,0,0,1,1,1\n'))).toBe(null);
  expect(sceneFileKind(new ArrayBuffer(0))).toBe(null);
});

it('sceneFileKind looks at the first 8 bytes and needs all of them', () => {
  for (const [kind, file] of [
    ['scene', new Uint8Array(scene)],
    ['tiles', tiles],
  ] as const) {
    const padded = Buffer.concat([Buffer.alloc(3), file.subarray(0, 8)]);
    expect(sceneFileKind(padded.subarray(3))).toBe(kind);
    expect(sceneFileKind(new DataView(padded.buffer, padded.byteOffset + 3, 8))).toBe(kind);
    const shared = new Uint8Array(new SharedArrayBuffer(8));
    shared.set(file.subarray(0, 8));
    expect(sceneFileKind(shared.buffer)).toBe(kind);
    for (let length = 0; length < 8; length++) expect(sceneFileKind(file.subarray(0, length))).toBe(null);
    for (let at = 0; at < 8; at++) {
      const changed = file.slice(0, 8);
      changed[at] ^= 1;
      expect(sceneFileKind(changed)).toBe(null);
    }
  }
});

it('sceneFileKind rejects what has no bytes', () => {
  for (const wrong of [undefined, null, 'city.slab', 7, [0x89], new Blob([scene])]) {
    expectComplaint(() => sceneFileKind(untyped(wrong)), TypeError, ['buffer', 'an ArrayBuffer', show(wrong)]);
  }
  for (const lost of [transferred(tiles.slice()), cutOff(tiles)]) {
    expectComplaint(() => sceneFileKind(lost), TypeError, ['buffer', 'its bytes']);
  }
});
