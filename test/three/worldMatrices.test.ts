import {
  Bone,
  BoxGeometry,
  Float32BufferAttribute,
  Group,
  type Mesh,
  MeshBasicMaterial,
  Object3D,
  PerspectiveCamera,
  Skeleton,
  SkinnedMesh,
  Uint16BufferAttribute,
  Vector3,
} from 'three';
import { SceneIndex } from 'slabtree/three';
import { expect, it } from 'vitest';
import { Random } from '../support/random';
import { search } from '../support/runs';
import { byBoxes, cubeAt, rayAt, rootOf } from '../support/three/cubes';
import { seeds } from '../support/three/seeds';

/** A graph with every flag that says how an object's matrices are updated, some cameras and some objects of no kind. */
function graphAmong(random: Random, size: number): Object3D {
  const objects: Object3D[] = [new Group()];
  for (let i = 0; i < size; i++) {
    const kinds = [() => new Group(), () => cubeAt(0, 0), () => new PerspectiveCamera(), () => new Mirrored()];
    objects.push(random.pick(kinds)());
    random.pick(objects.slice(0, -1)).add(objects[objects.length - 1]);
  }
  return objects[0];
}

/** An object with a way of its own: it stands where it should, and as far on the other side. */
class Mirrored extends Object3D {
  override updateMatrixWorld(force?: boolean): void {
    super.updateMatrixWorld(force);
    this.matrixWorld.elements[12] *= -1;
  }
}

/** Changes places and flags. Two graphs of the same build are changed alike by two generators of the same seed. */
function changeAlike(root: Object3D, random: Random): void {
  root.traverse((object) => {
    if (random.chance(0.3)) object.position.set(...random.triple(-5, 5));
    if (random.chance(0.3)) object.rotation.set(...random.triple(-3, 3));
    if (random.chance(0.2)) object.matrixAutoUpdate = random.chance(0.5);
    if (random.chance(0.2)) object.matrixWorldAutoUpdate = random.chance(0.7);
    if (random.chance(0.2)) object.matrixWorldNeedsUpdate = random.chance(0.5);
    if (random.chance(0.2)) object.visible = random.chance(0.7);
    if (random.chance(0.2)) object.matrix.makeTranslation(...random.triple(-5, 5));
    if (random.chance(0.1)) object.matrixWorld.makeTranslation(...random.triple(-5, 5));
    if (random.chance(0.1)) object.pivot = new Vector3(...random.triple(-1, 1));
  });
}

function worldMatrices(root: Object3D): number[][] {
  const all: number[][] = [];
  root.traverse(({ matrixWorld, matrixWorldNeedsUpdate }) =>
    all.push([...matrixWorld.elements, Number(matrixWorldNeedsUpdate)]),
  );
  return all;
}

it('an update leaves the world matrices and the flags as updateMatrixWorld of three.js does', async () => {
  await search(
    1,
    seeds((random, context) => {
      const size = 1 + random.below(30);
      const root = graphAmong(random, size);
      // The kinds stay, as `clone` makes the same ones.
      const other = root.clone();
      const index = SceneIndex.from(root);
      // As an index does, from the top of the graph. The root itself always has `matrixWorldAutoUpdate`.
      other.updateMatrixWorld();
      for (let round = 0; round < 4; round++) {
        const seed = random.below(2 ** 30);
        for (const each of [root, other]) changeAlike(each, new Random(seed));
        root.matrixWorldAutoUpdate = other.matrixWorldAutoUpdate = true;
        index.update();
        other.updateMatrixWorld();
        expect({ matrices: worldMatrices(root), ...context }).toEqual({ matrices: worldMatrices(other), ...context });
      }
    }),
  );
});

it('an update follows objects that others move while their own matrices are updated', () => {
  const [first, second] = [cubeAt(0, 0), cubeAt(0, 3)];
  /** As a control does that follows a pointer. */
  class Mover extends Object3D {
    override updateMatrixWorld(force?: boolean): void {
      super.updateMatrixWorld(force);
      first.position.x = second.position.x = 5;
      first.updateMatrixWorld();
      second.visible = false;
    }
  }
  // One is an object of the scene, the other is below a camera.
  for (const mover of [new Mover(), new PerspectiveCamera().add(new Mover())]) {
    first.position.x = second.position.x = 0;
    second.visible = true;
    const index = SceneIndex.from(rootOf(first, second, mover));
    for (let i = 0; i < 2; i++) {
      expect(index.raycast(rayAt(5, 0), byBoxes)?.object).toBe(first);
      expect(index.raycast(rayAt(0, 0), byBoxes)).toBeNull();
      expect(index.boxes.size).toBe(1);
      index.update();
    }
  }
});

it('an update measures a skinned mesh in its pose, wherever its bones are in the graph', () => {
  const geometry = new BoxGeometry(1, 1, 1);
  const { count } = geometry.getAttribute('position');
  geometry.setAttribute('skinIndex', new Uint16BufferAttribute(new Uint16Array(4 * count), 4));
  geometry.setAttribute('skinWeight', new Float32BufferAttribute(Array(count).fill([1, 0, 0, 0]).flat(), 4));
  const mesh = new SkinnedMesh(geometry, new MeshBasicMaterial());
  const bone = new Bone();
  const root = rootOf(mesh, bone);
  root.updateMatrixWorld();
  mesh.bind(new Skeleton([bone]));
  // The matrix of the bone is out of date when the index comes to the mesh.
  bone.position.x = 5;
  const index = SceneIndex.from(root);
  expect(index.raycast(rayAt(5, 0), byBoxes)?.object).toBe(mesh);
  expect(index.raycast(rayAt(0, 0), byBoxes)).toBeNull();
});

it('objects keep their boxes if others come before them, go, and come back', () => {
  const cubes = Array.from({ length: 5 }, (_, i) => cubeAt(2 * i, 0));
  const root = rootOf(...cubes);
  const index = SceneIndex.from(root);
  const ids = () => cubes.map((cube) => [...index.boxes.overlap(boxAround(cube))]);
  const before = ids();
  root.remove(cubes[0]);
  index.update();
  expect(index.boxes.size).toBe(4);
  root.children.unshift(rootOf(), rootOf());
  root.add(cubes[0]);
  index.update();
  expect(ids().slice(1)).toEqual(before.slice(1));
  expect(index.at(ids()[0][0]).object).toBe(cubes[0]);

  // Objects that were marked as gone, while only marked ones are looked at, are seen again by a look at all.
  index.autoUpdate = false;
  root.remove(cubes[2]);
  index.markDirty(cubes[2]);
  index.update();
  expect(index.raycast(rayAt(4, 0), byBoxes)).toBeNull();
  root.children.splice(4, 0, cubes[2]);
  cubes[2].parent = root;
  index.autoUpdate = true;
  index.update();
  expect(index.raycast(rayAt(4, 0), byBoxes)?.object).toBe(cubes[2]);
  expect(index.boxes.size).toBe(5);
});

function boxAround(cube: Mesh) {
  const { x, y, z } = cube.position;
  return { min: { x, y, z }, max: { x, y, z } };
}

it('an object that takes the place of another like it has a box of its own', () => {
  /** It may move others, so the graph is walked twice. */
  class Mover extends Object3D {
    override updateMatrixWorld(force?: boolean): void {
      super.updateMatrixWorld(force);
    }
  }
  for (const root of [rootOf(), rootOf(new Mover())]) {
    const [first, second, last] = [cubeAt(0, 0), cubeAt(0, 0), cubeAt(5, 0)];
    root.add(first, last);
    const index = SceneIndex.from(root);
    for (const cube of [second, first, second]) {
      root.children.find((each) => each === first || each === second)?.removeFromParent();
      index.update();
      expect(index.raycast(rayAt(0, 0), byBoxes)).toBeNull();
      root.add(cube);
      index.update();
      expect(index.boxes.size).toBe(2);
      for (const object of [cube, last]) {
        expect(index.raycast(rayAt(object.position.x, 0), byBoxes)?.object).toBe(object);
      }
    }
  }
});
