import { readFileSync } from 'node:fs';
import { BoxScene } from 'slabtree';
import { raysOver } from './rays';

/**
 * A process that casts blocks of rays which it has in memory: what a worker would do if caller and Redis took no time. It is
 * told which rays to cast, and tells when it has cast them.
 */
const [path, rayCount, blockRays] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const scene = BoxScene.deserialize(Uint8Array.from(readFileSync(path)).buffer);
const rays = raysOver(rayCount);

process.on('message', ({ from, to }: { from: number; to: number }) => {
  for (let at = from; at < to; at += blockRays) {
    scene.raycastMany(rays.subarray(6 * at, 6 * Math.min(at + blockRays, to)));
  }
  process.send?.('done');
});
process.send?.('ready');
