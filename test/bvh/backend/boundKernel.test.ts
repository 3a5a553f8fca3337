import { expect, it, vi } from 'vitest';
import { WasmAllocator } from '../../../src/bvh/memory/wasmAllocator';
import { BoxScene } from '../../../src/scene/boxScene';

/** A strip of triangles between two rows of vertices. */
function strip(triangles: number): Float32Array {
  return Float32Array.from({ length: 9 * triangles }, (_, i) => {
    const [triangle, corner, axis] = [Math.floor(i / 9), Math.floor(i / 3) % 3, i % 3];
    const vertex = triangle + corner;
    return axis === 0 ? vertex : axis === 1 ? vertex % 2 : 0;
  });
}

it('the kernel finds its meshes after a build has moved blocks', () => {
  const scene = new BoxScene({ backend: 'wasm' });
  const gap = scene.addMesh(strip(20_000));
  const id = scene.addInstance(scene.addMesh(strip(400)));
  const ray = { origin: { x: 5.1, y: 0.5, z: -3 }, direction: { x: 0, y: 0, z: 1 } };
  // Once it has changed, a tree can be optimized.
  for (let i = 0; i < 2; i++) {
    scene.addAabb({ min: { x: 500, y: i, z: 0 }, max: { x: 501, y: 9, z: 1 } });
    expect(scene.raycast(ray)).toMatchObject({ t: 3, id });
  }
  scene.removeMesh(gap);
  const spy = vi.spyOn(WasmAllocator.prototype, 'allocate');
  spy.mockImplementationOnce(function (this: WasmAllocator, ...given) {
    this.compact();
    return this.allocate(...given);
  });
  scene.optimize(Infinity);
  expect(spy).toHaveBeenCalled();
  spy.mockRestore();
  // This one is where the other was before.
  scene.addMesh(strip(20_000).map((x) => x + 1000));
  expect(scene.raycast(ray)).toMatchObject({ t: 3, id });
});
