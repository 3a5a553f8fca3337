import { extend, useThree } from '@react-three/fiber';
import { createElement, type ReactNode } from 'react';
import * as three from 'three';
import { IndexRaycaster, SceneIndex } from 'slabtree/three';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Random } from '../support/random';
import { search } from '../support/runs';
import { compareRaycast, requireSameHits } from '../support/three/compare';
import { drei } from '../support/three/drei';
import { FiberRoot } from '../support/three/fiber';
import { allOf } from '../support/three/loop';
import { raycasterAmong } from '../support/three/rays';
import { seedsAsync } from '../support/three/seeds';
import type { Triple } from '../support/triple';

/** Scenes made with components of @react-three/drei. */

const { BoxGeometry, Mesh, MeshBasicMaterial, TorusKnotGeometry, Vector2 } = three;
const {
  Bvh,
  Instance,
  Instances,
  Merged,
  PivotControls,
  Point,
  Points,
  PositionMesh,
  PositionPoint,
  Select,
  TransformControls,
} = drei;

extend(three as never);

beforeAll(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // TransformControls compares its element with the document.
  vi.stubGlobal('document', element());
  // react-three-fiber uses a class that three.js has deprecated.
  vi.spyOn(console, 'warn').mockReturnValue();
});

afterAll(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** An element of a page. */
function element(): object {
  const rectangle = { left: 0, top: 0, width: 100, height: 100 };
  return Object.assign(new EventTarget(), {
    style: {},
    ownerDocument: new EventTarget(),
    getBoundingClientRect: () => rectangle,
  });
}

const material = new MeshBasicMaterial();

function geometryAmong(random: Random): three.BufferGeometry {
  return random.chance(0.5) ? new BoxGeometry(1, 1, 1) : new TorusKnotGeometry(0.5, 0.2, 24, 5);
}

function placeAmong(random: Random): object {
  return { position: random.triple(-2, 2), rotation: random.triple(-3, 3) };
}

function meshesAmong(random: Random, count: number): ReactNode[] {
  return Array.from({ length: count }, (_, key) =>
    createElement('mesh', { key, ...placeAmong(random), geometry: geometryAmong(random), material }),
  );
}

function instancesAmong(random: Random): ReactNode {
  const children = Array.from({ length: 12 }, (_, key) => createElement(Instance, { key, ...placeAmong(random) }));
  return createElement(Instances, { geometry: geometryAmong(random), material, ...placeAmong(random) }, ...children);
}

function mergedAmong(random: Random): ReactNode {
  const meshes = [new BoxGeometry(1, 1, 1), new TorusKnotGeometry(0.5, 0.2, 24, 5)].map(
    (geometry) => new Mesh(geometry, material),
  );
  const choices = Array.from({ length: 12 }, (_, key) => ({ kind: random.below(2), key, ...placeAmong(random) }));
  const children = (...kinds: (typeof Instance)[]) =>
    choices.map(({ kind, ...props }) => createElement(kinds[kind], props));
  return createElement(Merged, { meshes, children });
}

function transformAmong(random: Random, ref?: (controls: object | null) => void): ReactNode {
  const mode = random.pick(['translate', 'rotate', 'scale'] as const);
  const props = { mode, domElement: element(), ref };
  return createElement(TransformControls, props, ...meshesAmong(random, 2));
}

type Make = (random: Random) => ReactNode;

const kinds: [name: string, make: Make][] = [
  ['<Instances>', instancesAmong],
  ['<Merged>', mergedAmong],
  ['<Bvh>', (random) => createElement(Bvh, null, ...meshesAmong(random, 6))],
  ['<Bvh firstHitOnly>', (random) => createElement(Bvh, { firstHitOnly: true }, ...meshesAmong(random, 6))],
  ['<Select>', (random) => createElement(Select, { multiple: true, children: meshesAmong(random, 6) })],
  ['<TransformControls>', transformAmong],
  ['<PivotControls>', (random) => createElement(PivotControls, { scale: 2 }, ...meshesAmong(random, 2))],
];

interface Rendered {
  readonly root: FiberRoot;
  readonly scene: three.Scene;
  readonly raycaster: three.Raycaster;
  readonly camera: three.Camera;
}

/** Renders content among other meshes, in a group with the given scale. */
async function render(random: Random, content: ReactNode, scale: Triple = [1, 1, 1]): Promise<Rendered> {
  let state: Omit<Rendered, 'root'> | undefined;
  const Look = () => {
    state = useThree(({ scene, raycaster, camera }) => ({ scene, raycaster, camera }));
    return null;
  };
  const root = new FiberRoot();
  await root.render([
    createElement('group', { key: 'content', ...placeAmong(random), scale }, content),
    createElement('group', { key: 'others' }, ...meshesAmong(random, 3)),
    createElement(Look, { key: 'look' }),
  ]);
  if (state === undefined) throw new Error('the content must be rendered');
  // <Instances> places its instances in each frame.
  root.frame();
  return { root, ...state };
}

/** Compares rays with those of three.js. Returns the number of hits. */
function compareRays(
  index: SceneIndex,
  scene: three.Scene,
  from: three.Raycaster,
  random: Random,
  context: object,
): number {
  const indexed = new IndexRaycaster(index);
  let hits = 0;
  for (let i = 0; i < 20; i++) {
    // <Bvh> sets it.
    const { firstHitOnly = false } = from;
    const raycaster = Object.assign(raycasterAmong(random, scene), { firstHitOnly });
    compareRaycast(index, raycaster, context);
    requireSameHits(index.raycastAll(raycaster), allOf(scene, raycaster), raycaster, context);
    const expected = raycaster.intersectObject(scene, true);
    Object.assign(indexed, raycaster);
    requireSameHits(indexed.intersectObject(scene, true), expected, raycaster, context);
    hits += expected.filter(({ object }) => !scene.children[1].children.includes(object)).length;
  }
  return hits;
}

describe.each(kinds)('%s of @react-three/drei', (_, make) => {
  it('rays hit what the component makes as in three.js', async () => {
    let hits = 0;
    await search(
      0.2,
      seedsAsync(async (seed) => {
        const random = new Random(seed);
        const { root, scene, raycaster } = await render(random, make(random));
        const index = SceneIndex.from(scene);
        for (let round = 0; round < 3; round++) {
          hits += compareRays(index, scene, raycaster, random, { seed, round });
          scene.children[0].position.set(...random.triple(-2, 2));
          if (round === 0) root.frame();
          index.update();
        }
        await root.unmount();
      }),
    );
    expect(hits).toBeGreaterThan(0);
  });
});

describe('components of @react-three/drei', () => {
  it('a sheared or moved <Instance> is hit as in three.js if boundsOf returns null for its class', async () => {
    await search(
      0.2,
      seedsAsync(async (seed) => {
        const random = new Random(seed);
        const { root, scene, raycaster } = await render(random, instancesAmong(random), random.triple(0.5, 2));
        const boundsOf = (object: three.Object3D) => (object instanceof PositionMesh ? null : undefined);
        const index = SceneIndex.from(scene, { boundsOf });
        for (let round = 0; round < 3; round++) {
          compareRays(index, scene, raycaster, random, { seed, round });
          scene.traverse((object) => {
            if (object instanceof PositionMesh) object.position.set(...random.triple(-2, 2));
          });
          if (random.chance(0.5)) root.frame();
          index.update();
        }
        await root.unmount();
      }),
    );
  });

  it('a <Point> is hit as in three.js if boundsOf returns null for its class', async () => {
    const children = [-1, 0, 1].map((x) => createElement(Point, { key: x, position: [x, 1, 0] }));
    const { root, scene } = await render(new Random(1), createElement(Points, { limit: 3 }, ...children));
    const boundsOf = (object: three.Object3D) => (object instanceof PositionPoint ? null : undefined);
    const index = SceneIndex.from(scene, { boundsOf });
    const raycaster = new three.Raycaster();
    raycaster.params.Points.threshold = 0.1;
    let hits = 0;
    scene.traverse((object) => {
      if (!(object instanceof PositionPoint)) return;
      // Around the point, within the threshold.
      for (const [x, y] of [
        [0, 0],
        [0.05, 0],
        [-0.05, 0],
        [0, 0.05],
        [0, -0.05],
      ]) {
        const target = object.getWorldPosition(new three.Vector3()).add(new three.Vector3(x, y, 0));
        raycaster.set(target.add(new three.Vector3(0, 0, 9)), new three.Vector3(0, 0, -1));
        compareRaycast(index, raycaster, {});
        hits += raycaster.intersectObject(object).length;
      }
    });
    expect(hits).toBeGreaterThan(9);
    await root.unmount();
  });

  it('the pointer finds the same handles of <TransformControls> with an index as without', async () => {
    const found: string[] = [];
    await search(
      // Most pointers miss the handles, and with few scenes a seed may draw none that hits.
      0.6,
      seedsAsync(async (seed) => {
        const random = new Random(seed);
        let made: Controls | undefined;
        const content = transformAmong(random, (controls) => (made ??= controls as Controls));
        const { root, scene } = await render(random, content);
        const controls = made as unknown as Controls;
        const index = SceneIndex.from(scene);
        for (let i = 0; i < 100; i++) {
          const pointer = new Vector2(random.between(-0.6, 0.6), random.between(-0.6, 0.6));
          const axisBy = (): string | null => {
            controls.pointerHover(pointer);
            return controls.axis;
          };
          const expected = axisBy();
          const { uninstall } = IndexRaycaster.install(controls.raycaster, index);
          expect(axisBy(), `seed ${seed}`).toBe(expected);
          uninstall();
          if (expected !== null) found.push(expected);
        }
        await root.unmount();
      }),
    );
    expect(new Set(found).size).toBeGreaterThan(1);
  });
});

/** The controls behind <TransformControls>. */
interface Controls {
  readonly raycaster: three.Raycaster;
  readonly axis: string | null;
  pointerHover(pointer: three.Vector2): void;
}
