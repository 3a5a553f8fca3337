import { Ray } from '@babylonjs/core/Culling/ray';
import { FreeCamera } from '@babylonjs/core/Cameras/freeCamera';
import { Vector3 } from '@babylonjs/core/Maths/math.vector';
import { SceneIndex } from 'slabtree/babylon';
import { describe, expect, it } from 'vitest';
import { expectOptions } from '../support/expectOptions';
import { readableOnce } from '../support/hostileArguments';
import { babylonCalls } from './support/babylonCalls';
import { emptyScene } from './support/babylonScenes';

describe.each(babylonCalls)('%s', (_, given, call) => {
  it('the call reads each option once', () => {
    const hasOptions = given.length > 1;
    const once = hasOptions ? [...given.slice(0, -1), readableOnce(given.at(-1))] : given;
    expect(call(...(once as never[]))).toEqual(call(...(given as never[])));
  });
});

describe('mistakes with an index of Babylon.js', () => {
  it('a misspelt option is an error, and so is one that is null', async () => {
    const scene = emptyScene();
    scene.activeCamera = new FreeCamera('camera', new Vector3(0, 0, -10), scene);
    const index = SceneIndex.from(scene);
    const ray = new Ray(Vector3.Zero(), new Vector3(0, 0, 1));
    const names = ['predicate', 'trianglePredicate'];
    await expectOptions([...names, 'camera'], (options) => index.pick(1, 1, options));
    await expectOptions([...names, 'camera'], (options) => index.multiPick(1, 1, options));
    await expectOptions(names, (options) => index.pickWithRay(ray, options));
    await expectOptions(names, (options) => index.multiPickWithRay(ray, options));
    scene.dispose();
  });
});
