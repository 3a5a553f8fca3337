import { Group, Mesh, Object3D, Raycaster, SkinnedMesh, SphereGeometry, Vector3 } from 'three';
import { SceneIndex } from 'slabtree/three';
import { describe, expect, it } from 'vitest';
import type { Random } from '../support/random';
import { search } from '../support/runs';
import { requireSame, requireSameHits } from '../support/three/compare';
import { byBoxes, rayAt } from '../support/three/cubes';
import { Creatures } from '../support/three/creatures';
import { isSkinned } from '../support/three/kinds';
import { raycasterAmong } from '../support/three/rays';
import { seeds } from '../support/three/seeds';
import { skinnedCube } from '../support/three/skinnedCube';

const FRAMES = 40;
const RAYS = 4;

describe('objects with bones and morph targets', () => {
  it('rays hit posed objects as in three.js, frame after frame', async () => {
    await search(
      0.07,
      seeds((random, context) => {
        const creatures = new Creatures(random, 6);
        const index = SceneIndex.from(creatures.root, { backend: random.pick(['js', 'wasm']) });
        for (let frame = 0; frame < FRAMES; frame++) {
          creatures.step();
          // Before an update or after it, all at once or one by one.
          const isFirst = random.chance(0.5);
          if (isFirst) index.update();
          for (const object of random.pick([[index.root], creatures.meshes])) index.pose(object);
          if (!isFirst) index.update();
          compare(index, creatures, random, { ...context, frame });
        }
      }),
      0.2,
    );
  });

  it('each update poses the objects if autoPose is true', async () => {
    await search(
      0.07,
      seeds((random, context) => {
        const creatures = new Creatures(random, 6);
        const autoUpdate = random.chance(0.5);
        const backend = random.pick(['js', 'wasm'] as const);
        const index = SceneIndex.from(creatures.root, { autoPose: true, autoUpdate, backend });
        for (let frame = 0; frame < FRAMES; frame++) {
          compare(index, creatures, random, { ...context, frame });
          creatures.step();
          if (!autoUpdate) for (const mesh of creatures.meshes) index.markDirty(mesh);
          index.update();
        }
      }),
      0.2,
    );
  });

  it.each([
    ['all hits, also of what is moved out of the bounds of a geometry', true],
    ['the closest hit, of what stays in the bounds of its geometry', false],
  ])('objects without a pose are raycast as in three.js: %s', async (_, isWild) => {
    await search(
      0.1,
      seeds((random, context) => {
        const creatures = new Creatures(random, 6, isWild);
        const index = SceneIndex.from(creatures.root);
        for (let frame = 0; frame < 3; frame++) {
          creatures.step();
          creatures.root.updateMatrixWorld();
          computeBounds(creatures, random.chance(0.5));
          index.update();
          compare(index, creatures, random, { ...context, frame }, !isWild);
        }
      }),
      0.6,
    );
  });
});

describe('an update that poses', () => {
  const marks: [what: string, marked: (cube: ReturnType<typeof skinnedCube>) => Object3D[]][] = [
    ['a mesh', ({ mesh }) => [mesh]],
    ['a mesh and then its bone', ({ mesh, bone }) => [mesh, bone]],
  ];
  it.each(marks)('an update poses by the bones as they are now, if these are marked: %s', (_, marked) => {
    const cube = skinnedCube(false);
    const root = new Group().add(cube.mesh, cube.bone);
    const index = SceneIndex.from(root, { autoUpdate: false, autoPose: true });
    cube.bone.position.x = 5;
    for (const object of marked(cube)) index.markDirty(object);
    index.update();
    expect(index.raycast(rayAt(5, 0), { precise: true })?.object).toBe(cube.mesh);
  });

  it('an update poses by the bones as they are now, if they are outside the root', () => {
    const { mesh, bone } = skinnedCube(false);
    const above = new Group().add(new Group().add(bone));
    const index = SceneIndex.from(mesh, { autoPose: true });
    above.position.x = 5;
    index.update();
    expect(index.raycast(rayAt(5, 0), { precise: true })?.object).toBe(mesh);
  });

  it('an update leaves out what another object hides while world matrices are updated', () => {
    const { mesh } = skinnedCube();
    class Hider extends Object3D {
      override updateMatrixWorld(force?: boolean): void {
        super.updateMatrixWorld(force);
        mesh.visible = false;
      }
    }
    const root = new Group().add(mesh, new Hider());
    const index = SceneIndex.from(root, { autoPose: true });
    expect(index.boxes.size).toBe(0);
    mesh.visible = true;
    index.update();
    expect(index.boxes.size).toBe(0);
  });
});

describe('the life of a pose', () => {
  it('a pose lasts while the object, or one above it, is hidden, or not in the graph', () => {
    const { mesh, bone } = skinnedCube();
    const group = new Group().add(mesh);
    const root = new Group().add(group);
    const index = SceneIndex.from(root);
    bone.position.x = 5;
    index.pose(mesh);
    bone.position.x = 9;
    const changes = [
      (isShown: boolean) => (mesh.visible = isShown),
      (isShown: boolean) => (group.visible = isShown),
      (isShown: boolean) => (isShown ? root.add(group) : root.remove(group)),
    ];
    for (const change of changes) {
      change(false);
      index.update();
      expect(index.boxes.size).toBe(0);
      change(true);
      index.update();
      for (const precise of [false, true]) {
        expect(index.raycast(rayAt(5, 0), { precise })?.object).toBe(mesh);
        expect(index.raycast(rayAt(9, 0), { precise })).toBeNull();
      }
    }
    index.pose(mesh);
    expect(index.raycast(rayAt(9, 0), { precise: true })?.object).toBe(mesh);
  });

  it('a pose lasts as long if the object got its bones after an update had found it', () => {
    const { mesh: finished, bone } = skinnedCube();
    const mesh = new SkinnedMesh(finished.geometry, finished.material);
    const root = new Group().add(mesh, bone);
    const index = SceneIndex.from(root);
    mesh.bind(finished.skeleton);
    bone.position.x = 5;
    index.pose(mesh);
    bone.position.x = 9;
    mesh.visible = false;
    index.update();
    mesh.visible = true;
    index.update();
    expect(index.raycast(rayAt(5, 0), { precise: true })?.object).toBe(mesh);
    expect(index.raycast(rayAt(9, 0), { precise: true })).toBeNull();
  });
});

describe('the box of a posed object', () => {
  it('the box is around the posed vertices', () => {
    const { blob, root } = makeBlob();
    const index = SceneIndex.from(root);
    const isHit = () => index.raycast(new Raycaster(new Vector3(2.5, 0, 9), new Vector3(0, 0, -1)), byBoxes) !== null;
    // Influences beyond 1 lead out of the box that three.js gives to the geometry.
    blob.morphTargetInfluences = [2];
    index.update();
    expect(isHit()).toBe(false);
    index.pose(blob);
    expect(isHit()).toBe(true);
  });

  it('the box stays where the last pose was until the next', () => {
    const { blob, root } = makeBlob();
    const index = SceneIndex.from(root, { autoPose: true });
    const hits = () =>
      index.raycastAll(new Raycaster(new Vector3(0, 0, 9), new Vector3(0, 0, -1))).map((hit) => hit.distance);
    const [before] = hits();
    blob.morphTargetInfluences = [0.5];
    expect(hits()).toEqual(hits());
    expect(hits()[0]).toBe(before);
    index.update();
    expect(hits()[0]).toBeLessThan(before);
    index.autoPose = false;
    blob.morphTargetInfluences = [0];
    index.update();
    expect(hits()[0]).toBeLessThan(before);
    index.pose(root);
    expect(hits()[0]).toBe(before);
  });

  it('the box follows another geometry as soon as the object has it', () => {
    const { blob, root } = makeBlob();
    const index = SceneIndex.from(root);
    index.pose(blob);
    blob.geometry = new SphereGeometry(3);
    blob.updateMorphTargets();
    index.update();
    expect(index.raycast(rayAt(2.9, 0), byBoxes)?.object).toBe(blob);
    expect(index.raycast(rayAt(2.5, 0), { precise: true })?.object).toBe(blob);
    blob.geometry = makeBlob().blob.geometry;
    blob.updateMorphTargets();
    blob.morphTargetInfluences = [1];
    index.pose(blob);
    index.update();
    expect(index.raycast(rayAt(1.5, 0), { precise: true })?.object).toBe(blob);
    expect(index.raycast(rayAt(2.5, 0), byBoxes)).toBeNull();
  });

  it('the box is around the geometry if bones and targets place nothing', () => {
    const { blob, root } = makeBlob();
    const index = SceneIndex.from(root, { autoPose: true });
    blob.geometry = new SphereGeometry(3);
    index.update();
    expect(index.raycast(new Raycaster(new Vector3(2.9, 0, 9), new Vector3(0, 0, -1)), byBoxes)?.object).toBe(blob);
  });
});

/** A sphere that a morph target makes twice as large. */
function makeBlob(): { blob: Mesh; root: Group } {
  const geometry = new SphereGeometry(1);
  geometry.morphAttributes.position = [geometry.getAttribute('position').clone()];
  geometry.morphTargetsRelative = true;
  const blob = new Mesh(geometry);
  return { blob, root: new Group().add(blob) };
}

/** Compares rays with those of three.js, for which the bounds must be those of the pose. */
/** @param hasClosest whether to compare the closest hit, too. */
function compare(index: SceneIndex, creatures: Creatures, random: Random, context: object, hasClosest = true): void {
  for (let i = 0; i < RAYS; i++) {
    const raycaster = random.chance(0.3) ? raycasterAmong(random, index.root) : raycasterAt(random, creatures);
    const closest = index.raycast(raycaster, { precise: true });
    const all = index.raycastAll(raycaster);
    if (random.chance(0.5)) computeBounds(creatures, true);
    const expected = raycaster.intersectObject(index.root, true);
    if (hasClosest) requireSame(closest, expected.at(0), raycaster, context);
    requireSameHits(all, expected, raycaster, context);
  }
}

/** A ray at a vertex, as it is posed, or near it. */
function raycasterAt(random: Random, { meshes }: Creatures): Raycaster {
  const mesh = random.pick(meshes);
  const vertex = random.below(mesh.geometry.getAttribute('position').count);
  const target = mesh.getVertexPosition(vertex, new Vector3()).applyMatrix4(mesh.matrixWorld);
  if (random.chance(0.7)) target.add(new Vector3(...random.triple(-0.2, 0.2)));
  const origin = new Vector3(...random.triple(-9, 9));
  return new Raycaster(origin, target.sub(origin).normalize());
}

/** As three.js asks applications to do after a change of pose. It tests a box only if there is one. */
function computeBounds({ meshes }: Creatures, hasBox: boolean): void {
  for (const mesh of meshes.filter(isSkinned)) {
    if (hasBox) mesh.computeBoundingBox();
    else Object.assign(mesh, { boundingBox: null });
    mesh.computeBoundingSphere();
  }
}
