import { type Aabb, type Backend, BoxScene, type Obb } from 'slabtree';
import { Random } from '../../support/random';
import { aabb, obb } from './shapes';
import { length, type Size, sizes } from './sizes';

/** A scene, and the size of the numbers in queries about it. */
export interface World {
  readonly name: string;
  readonly size: Size;
  readonly scene: BoxScene;
}

const backends: readonly Backend[] = ['js', 'wasm'];

/** Scenes of all sizes with both backends: newly built, changed in all ways, and read from a file. */
export const worlds: readonly World[] = sizes.flatMap((size) =>
  backends.flatMap((backend) => {
    const scenes = {
      'as built': build(size, backend),
      'moved a little': move(build(size, backend), size),
      changed: change(build(size, backend), size),
      optimized: optimize(change(build(size, backend), size)),
      'read from a file': BoxScene.deserialize(change(build(size, backend), size).serialize(), { backend }),
    };
    return Object.entries(scenes).map(([name, scene]) => ({ name: `${size.name}, ${backend}, ${name}`, size, scene }));
  }),
);

function boxes(size: Size): (Aabb | Obb)[] {
  const random = new Random(1);
  return Array.from({ length: size.boxes }, () => (random.chance(0.3) ? obb : aabb)(size, random));
}

function build(size: Size, backend: Backend): BoxScene {
  const random = new Random(2);
  const scene = new BoxScene({ backend });
  for (const box of boxes(size)) {
    const mask = 1 << random.below(3);
    if ('matrix' in box) scene.addObb(box, mask);
    else scene.addAabb(box, mask);
  }
  scene.commit();
  return scene;
}

/** Moves most boxes, so the tree is updated in one pass. */
function move(scene: BoxScene, size: Size): BoxScene {
  const random = new Random(3);
  boxes(size).forEach(({ min, max, ...rest }, id) => {
    if ('matrix' in rest) return;
    const x = length(size, random, -1, 1);
    scene.setAabb(id, { min: { ...min, x: min.x + x }, max: { ...max, x: max.x + x } });
  });
  scene.commit();
  return scene;
}

/** Adds, removes and moves some boxes, so the tree is updated path by path. */
function change(scene: BoxScene, size: Size): BoxScene {
  const random = new Random(4);
  for (let frame = 0; frame < 5; frame++) {
    for (let changes = 0; changes < size.boxes / 10; changes++) {
      const id = random.below(size.boxes);
      const kind = random.below(10);
      if (!scene.has(id)) scene.addAabb(aabb(size, random));
      else if (kind === 0) scene.remove(id);
      else if (kind === 1) scene.addObb(obb(size, random));
      else if (kind < 6) scene.setObb(id, obb(size, random));
      else scene.setAabb(id, aabb(size, random));
    }
    scene.commit();
  }
  return scene;
}

function optimize(scene: BoxScene): BoxScene {
  for (let round = 0; round < 3; round++) scene.optimize(1000);
  return scene;
}
