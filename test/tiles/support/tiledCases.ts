import { BoxScene, type Mesh } from 'slabtree';
import { TiledScene } from 'slabtree/tiles';
import { matrixAmong, meshAmong, type MeshKind, meshKinds } from '../../support/meshScenes';
import type { Random } from '../../support/random';
import { vec } from '../../support/triple';
import { CountingSource, type Part } from './writeTiles';

/** The bytes of the largest tile, as a scene with less memory tells. */
export async function largestTile(file: Uint8Array): Promise<number> {
  try {
    const scene = await TiledScene.open(new CountingSource(file), { memory: 1 });
    await scene.close();
    return 1;
  } catch (error) {
    return Number(/which has (\d+) bytes/.exec((error as Error).message)?.[1]);
  }
}

/** Boxes and instances in one scene, and the same in so many tiles. */
export function sceneOfInstances(
  random: Random,
  tiles: number,
  kind: MeshKind = random.pick(meshKinds),
): { whole: BoxScene; parts: Part[] } {
  const whole = new BoxScene();
  const parts = Array.from({ length: tiles }, () => ({
    scene: new BoxScene({ backend: 'js' }),
    meshes: new Map<Mesh, Mesh>(),
    ids: [] as number[],
  }));
  const made = Array.from({ length: 1 + random.below(3) }, () => meshAmong(random, kind));
  const meshes = made.map(({ positions, index }) => whole.addMesh(positions, index));
  for (let i = 0; i < 3 * tiles; i++) {
    const part = parts[i < tiles ? i : random.below(tiles)];
    if (random.chance(0.3)) {
      const box = { min: vec([i, 0, 0]), max: vec([i + 1, 1, 1]) };
      part.ids.push(whole.addAabb(box));
      part.scene.addAabb(box);
      continue;
    }
    const which = random.below(made.length);
    const matrix = matrixAmong(random);
    part.ids.push(whole.addInstance(meshes[which], matrix));
    const own = part.meshes.get(meshes[which]) ?? part.scene.addMesh(made[which].positions, made[which].index);
    part.meshes.set(meshes[which], own);
    part.scene.addInstance(own, matrix);
  }
  return { whole, parts };
}
