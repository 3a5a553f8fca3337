import { PerspectiveCamera } from 'three';
import { describe, expect, it } from 'vitest';
import { nudge } from '../../../examples/editor/nudge';

function cameraAt(x: number, z: number): PerspectiveCamera {
  const camera = new PerspectiveCamera();
  camera.position.set(x, 5, z);
  camera.lookAt(0, 0, 0);
  camera.updateMatrixWorld();
  return camera;
}

describe('arrow keys', () => {
  it.each([
    ['ArrowRight', 0, 10, [0.25, 0, 0]],
    ['ArrowUp', 0, 10, [0, 0, -0.25]],
    ['ArrowRight', 2, -10, [-0.25, 0, 0]],
    ['ArrowUp', 2, -10, [0, 0, 0.25]],
    ['ArrowLeft', 10, 3, [0, 0, 0.25]],
    ['ArrowDown', 10, 3, [0.25, 0, 0]],
  ])('%s moves a shape along the axis in that direction for a camera at %d, %d', (key, x, z, step) => {
    expect(
      nudge(key, cameraAt(x, z))
        ?.toArray()
        .map((value) => value + 0),
    ).toEqual(step);
  });

  it('other keys move nothing', () => {
    expect(nudge('Enter', cameraAt(0, 10))).toBeNull();
  });
});
