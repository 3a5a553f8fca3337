import type { ManyTriangleHits, TriangleSide } from 'slabtree';
import { type IndexedObject, sceneFrom, SceneIndex } from 'slabtree/three';
import {
  BackSide,
  BoxGeometry,
  DoubleSide,
  FrontSide,
  Group,
  InstancedMesh,
  Layers,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  Raycaster,
  SphereGeometry,
  Vector3,
} from 'three';
import { describe, expect, it } from 'vitest';
import { show } from '../../support/compare';
import { muteWarnings } from '../../support/muteWarnings';
import type { Random } from '../../support/random';
import { search } from '../../support/runs';
import { changeScene } from '../../support/three/changes';
import { isMesh } from '../../support/three/kinds';
import { GeneratedScene } from '../../support/three/scenes';
import { seeds } from '../../support/three/seeds';
import { type SolidPart, solidPartsOf } from '../../support/three/solidParts';

muteWarnings();

const RAYS = 20;

describe.each(['js', 'wasm'] as const)('many rays at a graph, with the backend %s', (backend) => {
  it('raycastMany and a scene from the graph hit what a loop over all drawn triangles hits', async () => {
    let count = 0;
    await search(
      0.3,
      seeds((random, context) => {
        const scene = new GeneratedScene(random, random.pick(['anywhere', 'grid']), 14, true);
        const side = random.pick<TriangleSide>(['both', 'both', 'front', 'back']);
        const index = SceneIndex.from(scene.root, { backend });
        for (let round = 0; round < 3; round++) {
          // Which side a group draws, the loop does not tell.
          for (const object of scene.objects) if (side !== 'both' && hasGroups(object)) object.removeFromParent();
          index.update();
          const parts = solidPartsOf(scene.root);
          const rays = raysAt(random);
          const layers = random.chance(0.3) ? new Layers() : undefined;
          const range = random.pick([{}, {}, { tMin: 0.5, tMax: 1.5 }]);
          const wanted = parts.filter(({ object }) => layers === undefined || object.layers.test(layers));
          const compare = (
            hits: ManyTriangleHits,
            at: (id: number) => IndexedObject,
            face: typeof sameFace,
            sides: TriangleSide,
          ) => {
            for (let i = 0; i < RAYS; i++) count += compareRay(rays, i, hits, at, face, wanted, sides, range, context);
          };
          const options = { side: 'both', ...range, ...(layers && { layers }) } as const;
          compare(index.raycastMany(rays, options), (id) => index.at(id), sameFace, 'both');
          const graph = sceneFrom(scene.root, { backend });
          const masked = layers && { mask: layers.mask };
          compare(
            graph.scene.raycastMany(rays, { side, ...range, ...masked, triangles: true }),
            (id) => graph.at(id),
            (id, triangle) => graph.faceIndex(id, triangle),
            side,
          );
          changeScene(scene, 3);
        }
      }),
    );
    expect(count).toBeGreaterThan(0);
  });

  it('raycastMany hits what a Raycaster hits, among materials that draw one side, the other or both', async () => {
    let count = 0;
    await search(
      0.3,
      seeds((random, context) => {
        const scene = sidesScene(random);
        const index = SceneIndex.from(scene, { backend });
        for (let round = 0; round < 2; round++) {
          const rays = raysAt(random);
          const { ids, ts, triangles } = index.raycastMany(rays);
          for (let i = 0; i < RAYS; i++) {
            const [x, y, z, dx, dy, dz] = rays.subarray(6 * i);
            const direction = new Vector3(dx, dy, dz);
            const hits = new Raycaster(new Vector3(x, y, z), direction.clone().normalize()).intersectObject(scene);
            const near = hits.filter(({ distance }) => distance - hits[0].distance < 1e-9);
            if (ids[i] < 0) expect({ i, hits, context }).toEqual({ i, hits: [], context });
            else {
              count++;
              expect(Math.abs(ts[i] * direction.length() - hits[0]?.distance)).toBeLessThan(1e-9);
              const { object, instanceId } = index.at(ids[i]);
              const isHit = near.some(
                (hit) => hit.object === object && hit.instanceId === instanceId && hit.faceIndex === triangles[i],
              );
              expect({ isHit, i, context }).toEqual({ isHit: true, i, context });
            }
          }
          scene.traverse((object) => {
            if (object instanceof Mesh && random.chance(0.5)) object.material = sidesAmong(random);
          });
          index.update();
        }
      }),
    );
    expect(count).toBeGreaterThan(0);
  });
});

const shapes = [new BoxGeometry(2, 2, 2), new SphereGeometry(1, 8, 6), new PlaneGeometry(3, 3)];
const sides = [FrontSide, BackSide, DoubleSide].map((side) => new MeshBasicMaterial({ side }));

/** One material, or one for each group of triangles. */
function sidesAmong(random: Random): Mesh['material'] {
  return random.chance(0.7) ? random.pick(sides) : Array.from({ length: 6 }, () => random.pick(sides));
}

/** Meshes and instances, some of them mirrored, whose materials draw different sides. */
function sidesScene(random: Random): Group {
  const scene = new Group();
  for (let i = 0; i < 15; i++) {
    const geometry = random.pick(shapes);
    const instances = new InstancedMesh(geometry, sidesAmong(random), 3);
    for (let k = 0; k < 3; k++) {
      instances.setMatrixAt(k, new Matrix4().makeTranslation(...random.triple(-3, 3)));
    }
    const object = random.chance(0.7) ? new Mesh(geometry, sidesAmong(random)) : instances;
    object.position.set(...random.triple(-4, 4));
    object.rotation.set(...random.triple(-3, 3));
    object.scale.x = random.pick([1, -1]);
    scene.add(object);
  }
  scene.updateMatrixWorld();
  return scene;
}

function sameFace(_: number, face: number): number {
  return face;
}

function hasGroups(object: GeneratedScene['objects'][number]): boolean {
  return isMesh(object) && Array.isArray(object.material);
}

function raysAt(random: Random): Float64Array {
  const rays = new Float64Array(6 * RAYS);
  for (let i = 0; i < RAYS; i++) {
    const from = random.triple(-12, 12);
    const to = random.triple(-4, 4);
    rays.set([...from, ...to.map((value, k) => value - from[k])], 6 * i);
  }
  return rays;
}

/** Throws if a ray's hit is not the first of the loop's, or as far as it but for rounding. Returns 1 for a hit. */
function compareRay(
  rays: Float64Array,
  i: number,
  { ids, ts, triangles }: ManyTriangleHits,
  at: (id: number) => IndexedObject,
  faceOf: typeof sameFace,
  parts: readonly SolidPart[],
  side: TriangleSide,
  { tMin = 0, tMax = Infinity }: { tMin?: number; tMax?: number },
  context: object,
): number {
  const [x, y, z, dx, dy, dz] = rays.subarray(6 * i);
  const ray = { origin: { x, y, z }, direction: { x: dx, y: dy, z: dz } };
  const found = ids[i] < 0 ? null : { ...at(ids[i]), face: faceOf(ids[i], triangles[i]), t: ts[i] };
  const hits = parts
    .map((part) => ({ ...part, ...(part.cast(ray, side, tMin, tMax) ?? { t: Infinity, face: -1 }) }))
    .filter(({ t }) => t < Infinity)
    .sort((a, b) => a.t - b.t);
  const first = hits.at(0)?.t ?? Infinity;
  const isSame = found === null ? hits.length === 0 : Math.abs(found.t - first) <= 1e-9;
  const named = found && parts.find((part) => isSamePart(part, found))?.castFace(ray, found.face, tMin, tMax);
  if (isSame && (found === null || Math.abs((named ?? Infinity) - first) <= 1e-9)) return found === null ? 0 : 1;
  const text = ({ object, ...others }: IndexedObject) => `${object.name} ${show(others)}`;
  throw new Error(show({ found: found && text(found), expected: hits.map(text), ray, side, ...context }));
}

function isSamePart(part: IndexedObject, found: IndexedObject): boolean {
  return part.object === found.object && part.instanceId === found.instanceId && part.batchId === found.batchId;
}
