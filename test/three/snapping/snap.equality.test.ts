import {
  BackSide,
  type BufferAttribute,
  DoubleSide,
  FrontSide,
  Layers,
  type Mesh,
  MeshBasicMaterial,
  type Object3D,
  Plane,
  Vector2,
  Vector3,
} from 'three';
import { SceneIndex, type SceneSnapOptions, type Snap, type SnapKind } from 'slabtree/three';
import { describe, expect, it } from 'vitest';
import { show } from '../../support/compare';
import type { Random } from '../../support/random';
import { search } from '../../support/runs';
import { changeScene } from '../../support/three/changes';
import { isBatched, isMesh, isSkinned } from '../../support/three/kinds';
import { type cameraAmong, oddCameraAmong } from '../../support/three/rays';
import { GeneratedScene, type Placement } from '../../support/three/scenes';
import { seeds } from '../../support/three/seeds';
import { type ExpectedSnap, snapOf } from '../../support/three/snapLoop';

const [width, height] = [800, 600];
const canvas = { getBoundingClientRect: () => ({ left: 10, top: 20, width, height }) };
const placements: Placement[] = ['anywhere', 'grid'];
const lists: readonly (SnapKind | readonly SnapKind[] | undefined)[] = [
  undefined,
  undefined,
  'vertex',
  'edge',
  'face',
  ['edge', 'vertex'],
  ['vertex', 'face'],
];

describe.each(placements)('SceneIndex.snap, among objects placed: %s', (placement) => {
  it('a snap finds the place that a loop over everything drawn finds', async () => {
    const counts: Record<string, number> = {};
    await search(
      0.2,
      seeds((random, context) => {
        const scene = new GeneratedScene(random, placement, 12, true);
        const { root } = scene;
        root.traverse((object) => {
          if (isMesh(object) && !isBatched(object) && random.chance(0.1)) groupAnyhow(object, random);
        });
        computeBounds(root);
        const index = SceneIndex.from(root, { backend: random.pick(['js', 'wasm']) });
        for (let round = 0; round < 3; round++) {
          for (let i = 0; i < 16; i++) {
            const camera = oddCameraAmong(random);
            const pointer = pointerAmong(random, root, camera);
            const options = optionsAmong(random, root);
            const found = index.snap(pointer, camera, canvas, options);
            const ndc = new Vector2(
              (2 * (pointer.clientX - 10)) / width - 1,
              1 - (2 * (pointer.clientY - 20)) / height,
            );
            const expected = snapOf({ root, camera, pointer: ndc, width, height }, options);
            if (textOf(found) !== textOf(expected)) {
              throw new Error(
                show({ found: textOf(found), expected: textOf(expected), options: { ...options }, ...context }),
              );
            }
            const kind = found?.kind ?? 'nothing';
            counts[kind] = (counts[kind] ?? 0) + 1;
          }
          changeScene(scene, 3);
          computeBounds(root);
          index.update();
        }
      }),
      0.6,
    );
    // Some kinds are rare.
    expect(Object.keys(counts).length).toBeGreaterThan(2);
  });
});

/** Gives a mesh groups that overlap, leave triangles out, and begin and end within triangles. */
function groupAnyhow(mesh: Mesh, random: Random): void {
  // Others that share it may have fewer materials.
  const geometry = mesh.geometry.clone();
  const count = (geometry.index ?? (geometry.attributes.position as BufferAttribute | undefined))?.count ?? 0;
  const sides = [FrontSide, BackSide, DoubleSide] as const;
  // Where the last triangle is not whole, three.js itself hits one with a vertex that is not there.
  if (count < 12) return;
  mesh.geometry = geometry;
  // As many as the groups of any generated geometry ask for, which the mesh may be given later: three.js throws without one.
  mesh.material = [...sides, ...sides].map((side) => new MeshBasicMaterial({ side }));
  geometry.clearGroups();
  for (let i = 0; i < 3; i++) {
    const step = random.pick([1, 3]);
    const start = step * random.below((count - 9) / step);
    geometry.addGroup(start, random.pick([3, 4, 8, 3 * random.below((count - start) / 3)]), random.below(3));
  }
}

/** Bones move vertices out of the box that a SkinnedMesh keeps, which the index goes by. */
function computeBounds(root: Object3D): void {
  root.updateMatrixWorld();
  root.traverse((object) => {
    if (!isSkinned(object)) return;
    object.computeBoundingBox();
    object.computeBoundingSphere();
  });
}

function textOf(snap: Snap | ExpectedSnap | null | undefined): string {
  if (snap === null || snap === undefined) return 'nothing';
  const { kind, object, point, pixels, faceIndex, vertices } = snap;
  const instance = 'instance' in snap ? snap.instance : (snap.instanceId ?? snap.batchId);
  return show({ kind, object: object.name, point: point.toArray(), pixels, faceIndex, vertices, instance });
}

function pointerAmong(random: Random, root: Object3D, camera: ReturnType<typeof cameraAmong>) {
  const meshes: Object3D[] = [];
  root.traverse((object) => {
    if (isMesh(object)) meshes.push(object);
  });
  const target = new Vector3(...random.triple(-1, 1));
  if (meshes.length > 0) random.pick(meshes).localToWorld(target);
  target.project(camera);
  const [x, y] = random.chance(0.8) ? [target.x, target.y] : [random.between(-1, 1), random.between(-1, 1)];
  const place = { clientX: 10 + ((x + 1) / 2) * width, clientY: 20 + ((1 - y) / 2) * height };
  return Number.isFinite(place.clientX + place.clientY) ? place : { clientX: 400, clientY: 300 };
}

function optionsAmong(random: Random, root: Object3D): SceneSnapOptions {
  const options: SceneSnapOptions = { radius: random.pick([0, 3, 10, 10, 40]) };
  const to = random.pick(lists);
  if (to !== undefined) options.to = to;
  if (random.chance(0.3)) options.thresholdAngle = random.pick([0, 30, 80]);
  if (random.chance(0.2))
    options.filter = (object, instance, face) => (object.id + (instance ?? 0) + (face ?? 0)) % 3 > 0;
  if (random.chance(0.3)) {
    const clippingPlanes = Array.from(
      { length: 1 + random.below(2) },
      () => new Plane(new Vector3(...random.direction()), random.between(-1, 4)),
    );
    options.clipping = { clippingPlanes, clipIntersection: random.chance(0.5) };
  }
  if (random.chance(0.2)) {
    options.layers = new Layers();
    options.layers.set(random.below(3));
    options.layers.enable(random.below(3));
  }
  if (random.chance(0.2)) {
    const objects: Object3D[] = [];
    root.traverse((object) => objects.push(object));
    options.within = random.pick(objects);
  }
  return options;
}
