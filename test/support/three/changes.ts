import { type BatchedMesh, Bone, Group, type Mesh, type Object3D, Sprite } from 'three';
import { activeIds } from './batches';
import { isBatched, isInstanced, isMesh, isPlainMesh, isSkinned } from './kinds';
import type { GeneratedScene } from './scenes';

/** What happens to scenes between two frames, each by the name under which a failure reports it. */
const changes: Record<string, (scene: GeneratedScene) => void> = {
  'move an object': (scene) => {
    const object = scene.pick(isObject);
    if (object !== undefined) scene.move(object);
  },
  'move a group': (scene) => {
    const group = scene.pick((object): object is Group => object instanceof Group);
    if (group !== undefined) scene.move(group);
  },
  'move the root': (scene) => {
    scene.move(scene.root);
  },
  'add an object': (scene) => {
    scene.add();
  },
  'remove an object': (scene) => {
    scene.pick(isObject)?.removeFromParent();
  },
  'put an object elsewhere in the graph': (scene) => {
    const object = scene.pick(isObject);
    const parent = scene.pick(isObject);
    if (object === undefined || parent === undefined || isBelow(parent, object)) return;
    if (scene.random.chance(0.5)) parent.add(object);
    else parent.attach(object);
  },
  'take an object away and put it back': (scene) => {
    const object = scene.pick(isObject);
    const parent = object?.parent;
    if (object === undefined || parent === null || parent === undefined) return;
    parent.remove(object);
    parent.add(object);
  },
  'show or hide an object': (scene) => {
    const object = scene.pick(isObject);
    if (object !== undefined) object.visible = !object.visible;
  },
  'show everything': (scene) => {
    for (const object of scene.objects) object.visible = true;
  },
  'put an object on another layer': (scene) => {
    scene.pick(isObject)?.layers.set(scene.random.below(3));
  },
  'give a mesh another geometry': (scene) => {
    const mesh = scene.pick(isPlainMesh);
    if (mesh === undefined) return;
    mesh.geometry = scene.geometry();
    mesh.updateMorphTargets();
  },
  'give a mesh another material': (scene) => {
    const mesh = scene.pick(isPlainMesh);
    if (mesh !== undefined) mesh.material = scene.material();
  },
  'let a mesh be met no more, or again': (scene) => {
    const mesh = scene.pick(isPlainMesh);
    if (mesh === undefined) return;
    if (Object.hasOwn(mesh, 'raycast')) Reflect.deleteProperty(mesh, 'raycast');
    else mesh.raycast = () => undefined;
  },
  'move instances': (scene) => {
    const mesh = scene.pick(isInstanced);
    if (mesh === undefined) return;
    const limit = mesh.instanceMatrix.count;
    for (let i = 0; i < 3; i++) mesh.setMatrixAt(scene.random.below(limit), scene.matrix());
    mesh.instanceMatrix.needsUpdate = true;
  },
  'show more or fewer instances': (scene) => {
    const mesh = scene.pick(isInstanced);
    if (mesh !== undefined) mesh.count = scene.random.below(mesh.instanceMatrix.count + 1);
  },
  'give instances another geometry': (scene) => {
    const mesh = scene.pick(isInstanced);
    if (mesh !== undefined) mesh.geometry = scene.geometry();
  },
  'move an instance of a batch': (scene) => {
    withBatched(scene, (mesh, id) => mesh.setMatrixAt(id, scene.unmirroredMatrix()));
  },
  'show or hide an instance of a batch': (scene) => {
    withBatched(scene, (mesh, id) => mesh.setVisibleAt(id, !mesh.getVisibleAt(id)));
  },
  'give an instance of a batch another geometry': (scene) => {
    withBatched(scene, (mesh, id) => mesh.setGeometryIdAt(id, scene.random.below(3)));
  },
  'delete an instance of a batch': (scene) => {
    withBatched(scene, (mesh, id) => mesh.deleteInstance(id));
  },
  'add an instance to a batch': (scene) => {
    const mesh = scene.pick(isBatched);
    if (mesh === undefined || mesh.instanceCount === mesh.maxInstanceCount) return;
    mesh.setMatrixAt(mesh.addInstance(scene.random.below(3)), scene.unmirroredMatrix());
  },
  'bend a skeleton': (scene) => {
    const mesh = scene.pick(isSkinned);
    if (mesh === undefined) return;
    mesh.skeleton.bones[1].rotation.set(...scene.random.triple(-1, 1));
    // As three asks of applications: it keeps the bounds of the pose before, and so would pass over what has left them.
    mesh.updateWorldMatrix(true, true);
    mesh.computeBoundingBox();
    mesh.computeBoundingSphere();
  },
  'let a mesh morph': (scene) => {
    const mesh = scene.pick(isMorphing);
    if (mesh?.morphTargetInfluences !== undefined) mesh.morphTargetInfluences[0] = scene.random.next();
  },
  'turn a sprite': (scene) => {
    const sprite = scene.pick((object): object is Sprite => object instanceof Sprite);
    if (sprite === undefined) return;
    sprite.center.x = scene.random.next();
    sprite.material.rotation = scene.random.between(0, 6);
    sprite.material.sizeAttenuation = scene.random.chance(0.5);
  },
};

/** Changes a scene in a few ways at random, and returns their names. */
export function changeScene(scene: GeneratedScene, count: number): string[] {
  const names = Object.keys(changes);
  return Array.from({ length: count }, () => {
    const name = scene.random.pick(names);
    changes[name](scene);
    return name;
  });
}

function withBatched(scene: GeneratedScene, change: (mesh: BatchedMesh, id: number) => void): void {
  const mesh = scene.pick(isBatched);
  const id = mesh === undefined ? undefined : scene.random.pick([undefined, ...activeIds(mesh)]);
  if (mesh !== undefined && id !== undefined) change(mesh, id);
}

/** Whether an object may be moved about in the graph: a bone belongs where its skeleton has it. */
function isObject(object: Object3D): object is Object3D {
  return !(object instanceof Bone);
}

function isMorphing(object: Object3D): object is Mesh {
  return isMesh(object) && (object.morphTargetInfluences ?? []).length > 0;
}

function isBelow(object: Object3D, ancestor: Object3D): boolean {
  for (let at: Object3D | null = object; at !== null; at = at.parent) if (at === ancestor) return true;
  return false;
}
