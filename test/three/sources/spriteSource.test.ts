import fc from 'fast-check';
import { Sprite, Vector3 } from 'three';
import { expect, it } from 'vitest';
import { SpriteSource } from '../../../src/three/sources/spritesAndLods';
import { Random } from '../../support/random';
import { search } from '../../support/runs';

it('the cube of a sprite reaches its farthest corner, by a square root that all engines round alike', async () => {
  await search(
    4,
    fc.property(fc.nat(), (seed) => {
      const random = new Random(seed);
      const [width, height] = random.triple(0.1, 10);
      const sprite = new Sprite();
      sprite.scale.set(2 * width, 2 * height, 1);
      sprite.updateMatrixWorld();
      const { min, max } = new SpriteSource(sprite).boundsAt();
      const radius = Math.sqrt(width * width + height * height);
      expect(max).toEqual(new Vector3(radius, radius, radius));
      expect(min).toEqual(new Vector3(-radius, -radius, -radius));
    }),
  );
});
