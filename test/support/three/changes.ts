import { type BatchedMesh, Bone, BoxGeometry, Group, Line, LOD, type Mesh, type Object3D, Points, Sprite } from 'three';
import { activeIds } from './batches';
import { isBatched, isInstanced, isMesh, isPlainMesh, isSkinned } from './kinds';
import { isBounded, isForeign, SphereMesh } from './ownBounds';
import type { GeneratedScene } from './scenes';

/** Called for every changed object or instance, like `SceneIndex.markDirty`. */
export type Mark = (object: Object3D, instance?: number) => void;

/** What can happen to a scene between two frames. A failing test reports these names. */
const changes: Record<string, (scene: GeneratedScene, mark: Mark) => void> = {
  'move an object': (scene, mark) => {
    const object = scene.pick(isObject);
    if (object === undefined) return;
    scene.move(object);
    mark(object);
  },
  'move a group': (scene, mark) => {
    const group = scene.pick((object): object is Group => object instanceof Group);
    if (group === undefined) return;
    scene.move(group);
    mark(group);
  },
  'move the root': (scene, mark) => {
    scene.move(scene.root);
    mark(scene.root);
  },
  'add an object': (scene, mark) => {
    mark(scene.add());
  },
  'remove an object': (scene, mark) => {
    const object = scene.pick(isObject);
    if (object === undefined) return;
    object.removeFromParent();
    mark(object);
  },
  'move an object to another parent': (scene, mark) => {
    const object = scene.pick(isObject);
    const parent = scene.pick(isObject);
    if (object === undefined || parent === undefined || isBelow(parent, object)) return;
    if (scene.random.chance(0.5)) parent.add(object);
    else parent.attach(object);
    mark(object);
  },
  'remove an object and add it again': (scene, mark) => {
    const object = scene.pick(isObject);
    const parent = object?.parent;
    if (object === undefined || parent === null || parent === undefined) return;
    parent.remove(object);
    parent.add(object);
    mark(object);
  },
  'show or hide an object': (scene, mark) => {
    const object = scene.pick(isObject);
    if (object === undefined) return;
    object.visible = !object.visible;
    mark(object);
  },
  'show everything': (scene, mark) => {
    for (const object of scene.objects) object.visible = true;
    mark(scene.root);
  },
  'put an object on another layer': (scene, mark) => {
    const object = scene.pick(isObject);
    if (object === undefined) return;
    object.layers.set(scene.random.below(3));
    mark(object);
  },
  'give a mesh another geometry': (scene, mark) => {
    const mesh = scene.pick(isPlainMesh);
    if (mesh === undefined) return;
    mesh.geometry = scene.geometry();
    mesh.updateMorphTargets();
    mark(mesh);
  },
  'give a mesh another material': (scene) => {
    const mesh = scene.pick(isPlainMesh);
    if (mesh !== undefined) mesh.material = scene.material();
  },
  'give a mesh a raycast that hits nothing, or take it away': (scene) => {
    const mesh = scene.pick(isPlainMesh);
    if (mesh === undefined) return;
    if (Object.hasOwn(mesh, 'raycast')) Reflect.deleteProperty(mesh, 'raycast');
    else mesh.raycast = () => undefined;
  },
  'move instances': (scene, mark) => {
    const mesh = scene.pick(isInstanced);
    if (mesh === undefined) return;
    const limit = mesh.instanceMatrix.count;
    for (let i = 0; i < 3; i++) {
      const instance = scene.random.below(limit);
      mesh.setMatrixAt(instance, scene.matrix());
      if (instance < mesh.count) mark(mesh, instance);
    }
    mesh.instanceMatrix.needsUpdate = true;
  },
  'change the number of instances': (scene, mark) => {
    const mesh = scene.pick(isInstanced);
    if (mesh === undefined) return;
    mesh.count = scene.random.below(mesh.instanceMatrix.count + 1);
    mark(mesh);
  },
  'give instances another geometry': (scene, mark) => {
    const mesh = scene.pick(isInstanced);
    if (mesh === undefined) return;
    mesh.geometry = scene.geometry();
    mark(mesh);
  },
  'move an instance of a batch': (scene, mark) => {
    withBatched(scene, mark, (mesh, id) => mesh.setMatrixAt(id, scene.unmirroredMatrix()));
  },
  'show or hide an instance of a batch': (scene, mark) => {
    withBatched(scene, mark, (mesh, id) => mesh.setVisibleAt(id, !mesh.getVisibleAt(id)));
  },
  'give an instance of a batch another geometry': (scene, mark) => {
    withBatched(scene, mark, (mesh, id) => mesh.setGeometryIdAt(id, scene.random.below(3)));
  },
  'delete an instance of a batch': (scene, mark) => {
    withBatched(scene, mark, (mesh, id) => mesh.deleteInstance(id));
  },
  'add an instance to a batch': (scene, mark) => {
    const mesh = scene.pick(isBatched);
    if (mesh === undefined || mesh.instanceCount === mesh.maxInstanceCount) return;
    const id = mesh.addInstance(scene.random.below(3));
    mesh.setMatrixAt(id, scene.unmirroredMatrix());
    mark(mesh, id);
  },
  'put another geometry in the place of one of a batch': (scene, mark) => {
    const mesh = scene.pick(isBatched);
    if (mesh === undefined) return;
    mesh.setGeometryAt(0, boxAmong(scene));
    mark(mesh);
  },
  // Its instances go with it. The others move together, and a new geometry gets its number.
  'delete a geometry of a batch, and add another': (scene, mark) => {
    const mesh = scene.pick(isBatched);
    if (mesh === undefined) return;
    mesh.deleteGeometry(0);
    mesh.optimize();
    const geometryId = mesh.addGeometry(boxAmong(scene));
    if (mesh.instanceCount < mesh.maxInstanceCount) {
      mesh.setMatrixAt(mesh.addInstance(geometryId), scene.unmirroredMatrix());
    }
    mark(mesh);
  },
  'bend a skeleton': (scene, mark) => {
    const mesh = scene.pick(isSkinned);
    if (mesh === undefined) return;
    mesh.skeleton.bones[1].rotation.set(...scene.random.triple(-1, 1));
    // three.js asks applications to do this. Otherwise it keeps the old pose's bounds, and misses what has left them. Only
    // updateMatrixWorld brings the bind matrix up to date, without which these bounds would be anywhere.
    scene.root.updateMatrixWorld();
    mesh.computeBoundingBox();
    mesh.computeBoundingSphere();
    mark(mesh);
  },
  'morph a mesh': (scene) => {
    const mesh = scene.pick(isMorphing);
    if (mesh?.morphTargetInfluences !== undefined) mesh.morphTargetInfluences[0] = scene.random.next();
  },
  'compute bounds of its own, or forget them': (scene, mark) => {
    const object = scene.pick(isBounded);
    if (object === undefined) return;
    if (scene.random.chance(0.6)) object.computeBoundingBox();
    else object.forgetBoundingBox(scene.random);
    mark(object);
  },
  'let rays hit the geometry of a mesh that draws spheres, or the spheres': (scene, mark) => {
    const mesh = scene.pick((object): object is SphereMesh => object instanceof SphereMesh);
    if (mesh === undefined) return;
    mesh.changeRaycast();
    mark(mesh);
  },
  'move what a foreign object draws': (scene, mark) => {
    const object = scene.pick(isForeign);
    if (object === undefined) return;
    object.change(scene.random);
    mark(object);
  },
  'turn a sprite': (scene, mark) => {
    const sprite = scene.pick((object): object is Sprite => object instanceof Sprite);
    if (sprite === undefined) return;
    sprite.center.x = scene.random.next();
    sprite.material.rotation = scene.random.between(0, 6);
    mark(sprite);
  },
  'keep the size of a sprite on the screen, or in the world': (scene, mark) => {
    const sprite = scene.pick((object): object is Sprite => object instanceof Sprite);
    if (sprite === undefined) return;
    sprite.material.sizeAttenuation = !sprite.material.sizeAttenuation;
    mark(sprite);
  },
  'scale lines and points that keep their matrix': (scene, mark) => {
    const object = scene.pick((each): each is Line | Points => !each.matrixAutoUpdate && isThin(each));
    if (object === undefined) return;
    object.scale.setScalar(scene.random.between(0.2, 5));
    mark(object);
  },
};

/** Makes random changes to a scene, and returns their names. */
export function changeScene(scene: GeneratedScene, count: number, mark: Mark = () => undefined): string[] {
  const names = Object.keys(changes);
  return Array.from({ length: count }, () => {
    const name = scene.random.pick(names);
    changes[name](scene, mark);
    return name;
  });
}

function boxAmong({ random }: GeneratedScene): BoxGeometry {
  return new BoxGeometry(...random.triple(0.5, 2));
}

function withBatched(scene: GeneratedScene, mark: Mark, change: (mesh: BatchedMesh, id: number) => void): void {
  const mesh = scene.pick(isBatched);
  const id = mesh === undefined ? undefined : scene.random.pick([undefined, ...activeIds(mesh)]);
  if (mesh === undefined || id === undefined) return;
  change(mesh, id);
  mark(mesh, id);
}

/**
 * Whether an object may be changed. A bone must stay where its skeleton has it, and a level below its LOD, on the same layers:
 * see docs/limits.md.
 */
function isObject(object: Object3D): object is Object3D {
  return !(object instanceof Bone || object instanceof LOD || object.parent instanceof LOD);
}

function isThin(object: Object3D): boolean {
  return object instanceof Line || object instanceof Points;
}

function isMorphing(object: Object3D): object is Mesh {
  return isMesh(object) && (object.morphTargetInfluences ?? []).length > 0;
}

function isBelow(object: Object3D, ancestor: Object3D): boolean {
  for (let at: Object3D | null = object; at !== null; at = at.parent) if (at === ancestor) return true;
  return false;
}
