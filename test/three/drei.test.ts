import { Bvh, Instance, Instances, Merged, PivotControls, Select, TransformControls } from '@react-three/drei';
import { extend, useThree } from '@react-three/fiber';
import { createElement, type ReactNode } from 'react';
import {
  BoxGeometry,
  Group,
  InstancedBufferAttribute,
  InstancedMesh,
  type Intersection,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Object3D,
  type Raycaster,
  type Scene,
  TorusKnotGeometry,
  Vector2,
} from 'three';
import * as three from 'three';
import { IndexRaycaster, SceneIndex } from 'slabtree/three';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Random } from '../support/random';
import { search } from '../support/runs';
import { compareRaycast, requireSameHits } from '../support/three/compare';
import { FiberRoot } from '../support/three/fiber';
import { allOf } from '../support/three/loop';
import { raycasterAmong } from '../support/three/rays';
import { seedsAsync } from '../support/three/seeds';

/** Scenes made with components of @react-three/drei. */

extend(three as never);

beforeAll(() => {
  vi.stubGlobal('document', element());
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // react-three-fiber uses a class that three.js has deprecated.
  vi.spyOn(console, 'warn').mockReturnValue();
});

afterAll(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const material = new MeshBasicMaterial();
const geometryAmong = (random: Random) =>
  random.chance(0.5) ? new BoxGeometry(1, 1, 1) : new TorusKnotGeometry(0.5, 0.2, 24, 5);

function placeAmong(random: Random, key: number): object {
  return { key, name: `object ${key}`, position: random.triple(-2, 2), rotation: random.triple(-3, 3) };
}

function meshesAmong(random: Random, count = 6): ReactNode[] {
  return Array.from({ length: count }, (_, i) =>
    createElement('mesh', { ...placeAmong(random, i), geometry: geometryAmong(random), material }),
  );
}

const kinds: [name: string, make: (random: Random) => ReactNode][] = [
  [
    '<Instances>',
    (random) =>
      createElement(
        Instances,
        { geometry: geometryAmong(random), material, ...placeAmong(random, 0) } as never,
        Array.from({ length: 12 }, (_, i) => createElement(Instance, placeAmong(random, i))),
      ),
  ],
  [
    '<Merged>',
    (random) => {
      const choices = Array.from({ length: 12 }, (_, i) => [random.below(2), placeAmong(random, i)] as const);
      return createElement(Merged, {
        meshes: [
          new Mesh(new BoxGeometry(1, 1, 1), material),
          new Mesh(new TorusKnotGeometry(0.5, 0.2, 24, 5), material),
        ],
        children: (...kinds) => choices.map(([kind, place]) => createElement(kinds[kind], place)),
      });
    },
  ],
  ['<Bvh>', (random) => createElement(Bvh, null, meshesAmong(random))],
  ['<Bvh firstHitOnly>', (random) => createElement(Bvh, { firstHitOnly: true }, meshesAmong(random))],
  ['<Select>', (random) => createElement(Select, { multiple: true, children: meshesAmong(random) })],
  [
    '<TransformControls>',
    (random) =>
      createElement(
        TransformControls,
        { mode: random.pick(['translate', 'rotate', 'scale']), domElement: element() } as never,
        meshesAmong(random, 2),
      ),
  ],
  ['<PivotControls>', (random) => createElement(PivotControls, { scale: 2, fixed: false }, meshesAmong(random, 2))],
];

function element(): object {
  return Object.assign(new EventTarget(), { style: {}, ownerDocument: new EventTarget() });
}

let scene: Scene;
let fiberRaycaster: Raycaster;

function Look(): ReactNode {
  scene = useThree((state) => state.scene);
  fiberRaycaster = useThree((state) => state.raycaster);
  return null;
}

describe.each(kinds)('%s of @react-three/drei', (_, make) => {
  it('rays hit what they hit in three.js', async () => {
    let hits = 0;
    await search(
      0.3,
      seedsAsync(async (seed) => {
        const random = new Random(seed);
        const root = new FiberRoot();
        const content = [
          createElement(
            'group',
            { key: 'made', position: random.triple(-2, 2), rotation: random.triple(-2, 2) },
            make(random),
          ),
          createElement('group', { key: 'others' }, meshesAmong(random, 3)),
          createElement(Look, { key: 'look' }),
        ];
        await root.render(content);
        for (let i = 0; i < 3; i++) root.frame();
        const index = SceneIndex.from(scene);
        const indexed = new IndexRaycaster(index);
        for (let round = 0; round < 2; round++) {
          for (let i = 0; i < 40; i++) {
            const raycaster = raycasterAmong(random, scene);
            raycaster.firstHitOnly = fiberRaycaster.firstHitOnly;
            const context = { seed, round, i };
            compareRaycast(index, raycaster, context);
            requireSameHits(index.raycastAll(raycaster), allOf(scene, raycaster), raycaster, context);
            const expected = raycaster.intersectObject(scene, true);
            Object.assign(indexed, {
              ray: raycaster.ray,
              near: raycaster.near,
              far: raycaster.far,
              camera: raycaster.camera,
              layers: raycaster.layers,
              params: raycaster.params,
              firstHitOnly: raycaster.firstHitOnly,
            });
            requireSameHits(indexed.intersectObject(scene, true), expected, raycaster, context);
            hits += expected.length;
          }
          const [, others] = scene.children;
          others.position.set(...random.triple(-1, 1));
          root.frame();
          root.frame();
          index.update();
        }
        await root.unmount();
      }),
    );
    console.log(_, hits);
    expect(hits).toBeGreaterThan(0);
  });
});
