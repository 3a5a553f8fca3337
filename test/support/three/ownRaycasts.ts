import { type Intersection, LOD, Mesh, type Object3D, type Raycaster } from 'three';
import type { GeneratedScene } from './scenes';

type Raycast = (raycaster: Raycaster, hits: Intersection[]) => unknown;

/** Gives some objects of a scene raycasts of their own, as applications do, and adds some LODs, whose raycast hits children. */
export function addOwnRaycasts(scene: GeneratedScene): void {
  const { random, root } = scene;
  for (const object of [root, ...scene.objects]) {
    if (!Object.hasOwn(object, 'raycast') && random.chance(0.15)) setRaycast(object, random.pick(ways)(object));
  }
  for (let i = random.below(4); i > 0; i--) {
    const levels = new LOD();
    levels.name = `levels ${i}`;
    levels.position.set(...random.triple(-4, 4));
    for (const distance of [0, 8, 16]) {
      const level = new Mesh(scene.geometry(), scene.material());
      level.name = `level at ${distance} of ${i}`;
      level.updateMorphTargets();
      if (random.chance(0.3)) level.layers.set(random.below(3));
      levels.addLevel(level, distance);
    }
    if (random.chance(0.3)) levels.layers.enable(random.below(3));
    random.pick([root, ...scene.objects]).add(levels);
  }
}

/** What is hit is never outside the object's box, and the boxes of the children that it asks. */
const ways: ((object: Object3D) => Raycast)[] = [
  () => () => false,
  (object) => (raycaster, hits) => {
    raycastOfClass(object)(raycaster, hits);
    return false;
  },
  // One that lets nothing through to the right.
  (object) => (raycaster, hits) => {
    raycastOfClass(object)(raycaster, hits);
    return raycaster.ray.direction.x < 0;
  },
  // One that hits nothing itself, but two of its children.
  (object) => (raycaster, hits) => {
    for (const child of object.children.slice(0, 2)) {
      const isHit = child.visible && child.layers.test(raycaster.layers) && !Object.hasOwn(child, 'raycast');
      if (isHit) raycastOfClass(child)(raycaster, hits);
    }
  },
  // One whose hits name another object.
  (object) => (raycaster, hits) => {
    const own: Intersection[] = [];
    raycastOfClass(object)(raycaster, own);
    for (const hit of own) hits.push({ ...hit, object: object.parent ?? object });
  },
];

function raycastOfClass(object: Object3D): Raycast {
  const { prototype } = object.constructor as unknown as { prototype: { raycast: Raycast } };
  return (raycaster, hits) => prototype.raycast.call(object, raycaster, hits);
}

/** The types of three.js do not know that a raycast may return false. */
function setRaycast(object: Object3D, raycast: Raycast): void {
  object.raycast = raycast;
}
