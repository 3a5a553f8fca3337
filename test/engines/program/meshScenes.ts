import { type Backend, BoxScene } from 'slabtree';
import type { Random } from '../../support/random';
import { obb } from './shapes';
import { point, type Size } from './sizes';

const backends: readonly Backend[] = ['js', 'wasm'];

/** Scenes of the same few instances of one mesh, with each backend. The mesh is deformed once. */
export function meshScenes(size: Size, random: Random): BoxScene[] {
  const positions = Float64Array.from(Array.from({ length: 60 }, () => point(size, random)).flat());
  const index = Uint16Array.from({ length: 300 }, () => random.below(60));
  const moved = positions.map((value) => value * random.between(0.9, 1.1));
  const matrices = Array.from({ length: 5 }, () => obb(size, random).matrix);
  return backends.map((backend) => {
    const scene = new BoxScene({ backend });
    const mesh = scene.addMesh(positions, index);
    matrices.forEach((matrix, i) => scene.addInstance(mesh, matrix, 1 + (i % 2)));
    scene.commit();
    scene.setPositions(mesh, moved);
    return scene;
  });
}
