import { BoxScene } from 'slabtree';
import { Folder } from './command';

/** A folder with scene.slab: two unit boxes one behind the other along x, at 0 and 5, with the masks 1 and 2. */
export function folderWithScene(): Folder {
  const folder = new Folder();
  const scene = new BoxScene();
  scene.addAabbs(new Float64Array([0, 0, 0, 1, 1, 1]), 1);
  scene.addAabbs(new Float64Array([5, 0, 0, 6, 1, 1]), 2);
  folder.write('scene.slab', scene.serialize());
  return folder;
}
