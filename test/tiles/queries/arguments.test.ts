import { TiledScene } from 'slabtree/tiles';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readableOnce } from '../../support/hostileArguments';
import { fileOfTile, openingCalls, tiledCalls } from '../support/tiledCalls';
import { CountingSource } from '../support/writeTiles';

async function open(): Promise<TiledScene> {
  const scene = await TiledScene.open(new CountingSource(fileOfTile), { backend: 'js' });
  onTestFinished(() => scene.close());
  return scene;
}

describe('arguments of a scene in tiles', () => {
  it.each(openingCalls)('%s reads each argument once and uses the values that it checked', async (_, given, call) => {
    const plainly: unknown = await call(...(given as never[]));
    expect(await call(...(given.map(readableOnce) as never[]))).toEqual(plainly);
  });

  it.each(tiledCalls)('%s reads each argument once and uses the values that it checked', async (_, given, call) => {
    const scene = await open();
    const plainly: unknown = await call(scene, ...(given as never[]));
    expect(await call(scene, ...(given.map(readableOnce) as never[]))).toEqual(plainly);
  });
});
