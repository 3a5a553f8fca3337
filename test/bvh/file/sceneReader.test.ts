import { describe, expect, it } from 'vitest';
import { createBackend } from '../../../src/bvh/backend/createBackend';
import { BoxStore } from '../../../src/bvh/boxes/boxStore';
import { SceneReader } from '../../../src/bvh/file/sceneReader';
import { MeshStore } from '../../../src/bvh/meshes/meshStore';
import { SlabtreeFormatError } from '../../../src/bvh/file/slabtreeFormatError';
import { backends, sceneOf } from '../../support/compare';
import { sealed } from '../../support/mutateSlabFile';
import { boxesOf } from '../../support/scenes';

describe.each(backends)('SceneReader (%s)', (backend) => {
  const { scene } = sceneOf(boxesOf('random boxes of float32', { count: 100, seed: 1 }), backend);
  const file = scene.serialize();

  const reader = (provenBytes: number): { reader: SceneReader; boxes: BoxStore } => {
    const operations = createBackend(backend);
    const boxes = new BoxStore(operations.memory);
    return { reader: new SceneReader(operations, boxes, new MeshStore(operations.memory), provenBytes), boxes };
  };

  /** The header of a file that claims a billion ids, all of them float32 boxes. */
  const vast = (): Uint8Array => {
    const bytes = file.slice(0, 192);
    const view = new DataView(bytes.buffer);
    const count = 1_000_000_000;
    view.setUint32(24, count, true);
    view.setUint32(32, count, true);
    view.setUint32(44, 1, true);
    view.setBigUint64(16, BigInt(192 + 4 * count + 24 * count + 256), true);
    sealed(bytes);
    return bytes;
  };

  it('the reader allocates only what the received bytes justify, whatever the header says', () => {
    const { reader: vastReader, boxes } = reader(1000);
    vastReader.push(vast());
    expect(boxes.byteLength).toBe(0);
    vastReader.push(new Uint8Array(100_000));
    expect(boxes.byteLength).toBeLessThanOrEqual(2 ** 20 + 4);
    vastReader.push(new Uint8Array(5_000_000));
    expect(boxes.byteLength).toBeLessThan(2 * 5_200_000);
    expect(() => vastReader.finish()).toThrow(SlabtreeFormatError);
  });

  it('the reader rejects a file of another kind or version after its first 16 bytes', () => {
    const later = file.slice(0, 16);
    later[8] = 3;
    for (const [bytes, reason] of [
      [later, 'version 3'],
      [new TextEncoder().encode('0,0,0,1,1,1,2,2'.padEnd(16)), 'does not begin like a slabtree file'],
    ] as const) {
      const { reader: told } = reader(0);
      told.push(bytes.subarray(0, 15));
      expect(() => {
        told.push(bytes.subarray(15));
      }).toThrow(reason);
    }
  });

  it('the reader distinguishes fewer bytes of another kind from a file cut short', () => {
    for (const [bytes, reason] of [
      [new TextEncoder().encode('x,y'), 'does not begin like a slabtree file'],
      [file.subarray(0, 9), 'ends after 9 bytes'],
      [file.subarray(0, 16), 'ends after 16 bytes'],
      [file.subarray(0, 0), 'ends after 0 bytes'],
    ] as const) {
      const { reader: told } = reader(0);
      told.push(bytes);
      expect(() => told.finish()).toThrow(reason);
    }
  });

  it("the reader allocates exactly what is needed, whether the file's length is known or not", () => {
    for (const provenBytes of [0, file.length]) {
      const { reader: whole, boxes } = reader(provenBytes);
      for (let at = 0; at < file.length; at += 50) whole.push(file.subarray(at, at + 50));
      let read = whole.finish();
      while (read === null) read = whole.finish();
      expect(boxes.byteLength + read.tree.nodes.byteLength).toBe(100 * (24 + 4 + 4) + 256 * read.tree.nodes.count);
    }
  });
});
