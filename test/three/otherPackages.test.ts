import { InstancedMesh2 } from '@three.ez/instanced-mesh';
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  Group,
  MeshBasicMaterial,
  OrthographicCamera,
  type Raycaster,
  TorusKnotGeometry,
  Vector3,
  type WebGLRenderer,
} from 'three';
import { GaussianSplat } from 'three/addons/objects/GaussianSplat.js';
import { SceneIndex } from 'slabtree/three';
import { describe, expect, it } from 'vitest';
import { Random } from '../support/random';
import { search } from '../support/runs';
import { compareRaycast, requireSameHits } from '../support/three/compare';
import { cubeAt, rayAt } from '../support/three/cubes';
import { raycasterAmong } from '../support/three/rays';
import { seeds } from '../support/three/seeds';

/** Objects of other packages, which are not where their geometry is. */

/** InstancedMesh2 makes a buffer on the graphics card before anything is drawn. */
const renderer = {
  getContext: () => ({ createBuffer: () => ({}), bindBuffer: () => undefined, bufferData: () => undefined }),
} as unknown as WebGLRenderer;

type Made = InstancedMesh2 | GaussianSplat;

function swarmAt(random: Random, places: readonly Vector3[]): InstancedMesh2 {
  const geometry = random.chance(0.5) ? new BoxGeometry(1, 1, 1) : new TorusKnotGeometry(0.4, 0.2, 24, 5);
  const swarm = new InstancedMesh2(geometry, new MeshBasicMaterial(), { capacity: places.length, renderer });
  swarm.addInstances(places.length, ({ position, quaternion }, i) => {
    position.copy(places[i]);
    quaternion.set(...random.direction(), random.between(-1, 1)).normalize();
  });
  return swarm;
}

function treeOfSwarmAt(random: Random, places: readonly Vector3[]): Made {
  const swarm = swarmAt(random, places);
  swarm.computeBVH();
  return swarm;
}

function splatsAt(random: Random, places: readonly Vector3[]): Made {
  const geometry = new BufferGeometry().setFromPoints([...places]);
  const covariances = places.map(() => random.triple(0.05, 0.2)).flatMap(([x, y, z]) => [x, 0, 0, y, 0, z]);
  geometry.setAttribute('covariance', new BufferAttribute(Float32Array.from(covariances), 6));
  geometry.setAttribute('color', new BufferAttribute(new Uint8Array(4 * places.length).fill(255), 4, true));
  return new GaussianSplat(geometry);
}

const kinds: [name: string, make: (random: Random, places: readonly Vector3[]) => Made][] = [
  ['InstancedMesh2 of @three.ez/instanced-mesh', swarmAt],
  ['InstancedMesh2 of @three.ez/instanced-mesh with a tree over its instances', treeOfSwarmAt],
  ["GaussianSplat of three.js's addons", splatsAt],
];

const placesAmong = (random: Random, count: number) =>
  Array.from({ length: count }, () => new Vector3(...random.triple(-6, 6)));

describe.each(kinds)('%s', (_, make) => {
  it('rays hit the object as in three.js, before its bounding box is computed and after', async () => {
    let hitCount = 0;
    await search(
      0.4,
      seeds((random, context) => {
        const root = new Group();
        const [object, other] = [make(random, placesAmong(random, 12)), make(random, placesAmong(random, 3))];
        root.add(object, other, cubeAt(1, 1), cubeAt(-2, 0, 1));
        object.position.set(...random.triple(-2, 2));
        other.rotation.set(...random.triple(-3, 3));
        const index = SceneIndex.from(root);
        for (let round = 0; round < 4; round++) {
          for (let i = 0; i < 12; i++) {
            const raycaster = rayTowards(random, root);
            compareRaycast(index, raycaster, { round, ...context });
            const expected = raycaster.intersectObject(root, true);
            requireSameHits(index.raycastAll(raycaster), expected, raycaster, { round, ...context });
            hitCount += expected.filter(({ object: hit }) => hit === object).length;
          }
          if (round === 1) object.computeBoundingBox();
          if (round === 2) object.position.set(...random.triple(-2, 2));
          index.update();
        }
      }),
    );
    expect(hitCount).toBeGreaterThan(0);
  });

  it("cull, select and boxes use the object's bounding box, once it has one", () => {
    const camera = new OrthographicCamera(-10, 10, 10, -10, 0, 40);
    camera.position.z = 20;
    camera.updateMatrixWorld();
    const element = { getBoundingClientRect: () => ({ left: 0, top: 0, width: 100, height: 100 }) };
    const area = { from: { clientX: 0, clientY: 0 }, to: { clientX: 100, clientY: 100 } };
    const object = make(new Random(3), [new Vector3(5, 5, 0)]);
    const index = SceneIndex.from(new Group().add(object));
    const find = () => [
      index.cull(camera).inside.size,
      index.select(area, camera, element, { mode: 'window' }).size,
      index.select(area, camera, element, { precise: true, seenOnly: true }).size,
      Number(index.raycast(rayAt(5.1, 5.02), { precise: false })?.object === object),
    ];
    expect(find()).toEqual([0, 0, 0, 0]);
    expect(index.raycast(rayAt(5.1, 5.02))?.object).toBe(object);
    object.computeBoundingBox();
    // Only the object itself numbers what it draws, so any number marks it.
    index.markDirty(object, 7);
    expect(() => {
      index.markDirty(object, -1);
    }).toThrow(RangeError);
    index.update();
    expect(find()).toEqual([1, 1, 1, 1]);
    expect(index.raycast(rayAt(0.1, 0.1))).toBeNull();
  });
});

/** InstancedMesh2 measures `near` and `far` in its own space. */
function rayTowards(random: Random, root: Group): Raycaster {
  const raycaster = raycasterAmong(random, root);
  raycaster.near = 0;
  raycaster.far = Infinity;
  raycaster.layers.set(0);
  return raycaster;
}
