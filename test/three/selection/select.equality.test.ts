import {
  Box2,
  type Camera,
  Group,
  type Intersection,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  Plane,
  PlaneGeometry,
  Points,
  Raycaster,
  TorusGeometry,
  Vector2,
  Vector3,
  WebGPUCoordinateSystem,
} from 'three';
import { SceneIndex } from 'slabtree/three';
import { describe, expect, it } from 'vitest';
import { muteWarnings } from '../../support/muteWarnings';
import type { Random } from '../../support/random';
import { search } from '../../support/runs';
import { drawnElementsOf } from '../../support/three/drawnElements';
import { isMesh } from '../../support/three/kinds';
import { type Part, partsOf, visibleObjects } from '../../support/three/loop';
import { isForeign } from '../../support/three/ownBounds';
import { cameraAmong, oddCameraAmong } from '../../support/three/rays';
import { GeneratedScene } from '../../support/three/scenes';
import { seeds } from '../../support/three/seeds';
import { loopArea, selectsBox, selectsPolygons, type Space } from '../../support/three/selectLoop';

muteWarnings();

const element = { getBoundingClientRect: () => ({ left: 20, top: 10, width: 800, height: 400 }) };

describe('select and a loop over all objects', () => {
  for (const mode of ['crossing', 'window'] as const) {
    for (const precise of [false, true]) {
      it(`select finds what a loop over all objects finds, with mode ${mode} and precise ${precise}`, async () => {
        await search(
          0.4,
          seeds((random, context) => {
            const index = SceneIndex.from(new GeneratedScene(random, 'anywhere', 14, true).root);
            const camera = oddCameraAmong(random);
            const planes = clippingAmong(random);
            const clipIntersection = random.chance(0.5);
            const clipping = { clippingPlanes: planes, clipIntersection, localClippingEnabled: random.chance(0.5) };
            for (let i = 0; i < 3; i++) {
              const { area, polygon } = areaAmong(random);
              const expected = loopArea(polygon, camera);
              const isWindow = mode === 'window';
              const names = partsOf(index.root)
                .filter(({ object }) => object.layers.test(camera.layers))
                .filter((part) => {
                  const drawn = drawnOf(planes, clipIntersection);
                  if (precise && !isForeign(part.object))
                    return selectsPolygons(
                      drawnElementsOf(part).map(({ corners }) => corners),
                      expected,
                      drawn,
                      isWindow,
                    );
                  return selectsBox(part.box, expected, drawn, isWindow);
                })
                .map(nameOf);
              const known = new Set<Object3D>(partsOf(index.root).map(({ object }) => object));
              const found = index.select(area, camera, element, { mode, precise, clipping });
              const foundNames = found
                .toArray()
                .filter(({ object }) => known.has(object))
                .map(nameOf);
              expect({ names: foundNames.sort(), ...context }).toEqual({ names: names.sort(), ...context });
            }
          }),
          1.2,
        );
      });
    }
  }
});

describe('select with seenOnly', () => {
  it.each([
    ['a loop of three.js casts them', true],
    ['they hit all boxes', false],
  ])('select leaves out what no ray of a grid hits before a mesh, as %s', async (_, precise) => {
    let counts = { seen: 0, hidden: 0 };
    await search(
      0.8,
      seeds((random, context) => {
        const { root } = new GeneratedScene(random, 'anywhere', 20, true);
        if (random.chance(0.5)) removeAllButMeshes(root);
        const index = SceneIndex.from(root);
        const camera = oddCameraAmong(random);
        const planes = clippingAmong(random);
        const clipIntersection = random.chance(0.5);
        const options = { precise, clipping: { clippingPlanes: planes, clipIntersection } };
        for (let i = 0; i < 4; i++) {
          const { area, polygon } = areaAmong(random);
          const step = random.pick([15, 40, 200]);
          if (placesOn(polygon, step).some((place) => isOnSide(place, polygon))) continue;
          const seen = new Set<string>();
          for (const raycaster of raysThrough(polygon, step, camera)) {
            const hits = precise
              ? raycaster
                  .intersectObjects(visibleObjects(root), false)
                  .filter((hit) =>
                    drawnOf(planes, clipIntersection).some((part) => part.every(isInFront(drawnPoint(hit)))),
                  )
              : index.raycastAll(raycaster, options);
            const hides = (object: Object3D) => isMesh(object) || isForeign(object);
            const wall = hits.find(({ object }) => hides(object));
            for (const hit of hits) {
              const isBefore = !hides(hit.object) && hit.distance <= (wall?.distance ?? Infinity);
              if (hit === wall || isBefore) seen.add(nameOf(hit));
            }
          }
          const all = index.select(area, camera, element, options).toArray().map(nameOf);
          const found = index.select(area, camera, element, { ...options, seenOnly: true, step });
          const expected = all.filter((name) => seen.has(name));
          expect({ names: found.toArray().map(nameOf), ...context }).toEqual({ names: expected, ...context });
          counts = {
            seen: counts.seen + expected.length,
            hidden: counts.hidden + all.length - expected.length,
          };
        }
      }),
      1.2,
    );
    expect(Math.min(counts.seen, counts.hidden)).toBeGreaterThan(0);
  });
});

describe('select of meshes of many triangles', () => {
  it('select finds what a loop over the triangles finds', async () => {
    await search(
      0.2,
      seeds((random, context) => {
        const meshes = Array.from({ length: 6 }, (_, i) => {
          const mesh = new Mesh(random.pick([torus, terrain]), new MeshBasicMaterial());
          mesh.name = `mesh ${i}`;
          mesh.position.set(...random.triple(-6, 6));
          mesh.rotation.set(...random.triple(-3, 3));
          return mesh;
        });
        const index = SceneIndex.from(new Group().add(...meshes));
        const camera = cameraAmong(random);
        const planes = random.chance(0.3) ? clippingAmong(random) : [];
        const { area, polygon } = areaAmong(random);
        const expected = loopArea(polygon, camera);
        for (const mode of ['crossing', 'window'] as const) {
          const names = partsOf(index.root).filter((part) =>
            selectsPolygons(
              drawnElementsOf(part).map(({ corners }) => corners),
              expected,
              [planes],
              mode === 'window',
            ),
          );
          const options = { mode, precise: true, clipping: { clippingPlanes: planes } };
          const found = index.select(area, camera, element, options).toArray();
          expect({ names: found.map(nameOf).sort(), mode, ...context }).toEqual({
            names: names.map(nameOf).sort(),
            mode,
            ...context,
          });
        }
      }),
      1.2,
    );
  });

  it('select finds in a far mesh what a loop over copies of a few triangles finds', async () => {
    await search(
      0.2,
      seeds((random, context) => {
        const geometry = random.pick([torus, terrain]);
        const mesh = new Mesh(geometry, new MeshBasicMaterial());
        mesh.name = 'whole';
        mesh.position.set(...random.triple(-1e7, 1e7));
        mesh.rotation.set(...random.triple(-3, 3));
        // A material in a list has groups, and these no tree.
        const looped = new Mesh(geometry.clone(), [new MeshBasicMaterial()]);
        looped.geometry.clearGroups();
        looped.geometry.addGroup(0, Infinity, 0);
        looped.position.copy(mesh.position);
        looped.rotation.copy(mesh.rotation);
        const index = SceneIndex.from(new Group().add(mesh, looped));
        const camera = cameraAmong(random);
        camera.position.add(mesh.position);
        camera.updateMatrixWorld();
        for (let i = 0; i < 4; i++) {
          const { area } = areaAmong(random);
          for (const mode of ['crossing', 'window'] as const) {
            const found = index.select(area, camera, element, { mode, precise: true });
            expect({ size: found.size % 2, mode, ...context }).toEqual({ size: 0, mode, ...context });
          }
        }
      }),
      1.2,
    );
  });
});

function removeAllButMeshes(root: Object3D): void {
  const others: Object3D[] = [];
  root.traverse((object) => {
    if ('isLine' in object || 'isPoints' in object || 'isSprite' in object) others.push(object);
  });
  for (const object of others) object.removeFromParent();
}

const torus = new TorusGeometry(2, 0.7, 10, 20);
const terrain = new PlaneGeometry(8, 8, 14, 14);

function areaAmong(random: Random) {
  const pixel = (): { clientX: number; clientY: number } => ({
    clientX: random.between(-50, 900),
    clientY: random.between(-50, 500),
  });
  if (random.chance(0.4)) {
    const [from, to] = [pixel(), pixel()];
    const corners = [
      from,
      { clientX: to.clientX, clientY: from.clientY },
      to,
      { clientX: from.clientX, clientY: to.clientY },
    ];
    return { area: { from, to }, polygon: corners.map(toPicture) };
  }
  // Around a point, with the corners near and far in turn: concave, and never across itself.
  const middle = pixel();
  const count = 3 + random.below(7);
  const points = Array.from({ length: count }, (_, i) => {
    const angle = ((i + random.between(0, 0.8)) * 2 * Math.PI) / count;
    const radius = random.between(20, 400);
    return { clientX: middle.clientX + radius * Math.cos(angle), clientY: middle.clientY + radius * Math.sin(angle) };
  });
  return { area: { points }, polygon: points.map(toPicture) };
}

function toPicture({ clientX, clientY }: { clientX: number; clientY: number }): Vector2 {
  return new Vector2((clientX - 20) / 400 - 1, 1 - (clientY - 10) / 200);
}

/** Rays from the near to the far plane, through the middles of equal cells of the bounds of a polygon in the picture that are in it. */
function raysThrough(polygon: readonly Vector2[], step: number, camera: Camera): Raycaster[] {
  const isZeroToOne = camera.coordinateSystem === WebGPUCoordinateSystem || camera.reversedDepth;
  const ends = [isZeroToOne ? 0 : -1, 1];
  if (camera.reversedDepth) ends.reverse();
  return placesOn(polygon, step)
    .filter((place) => isInside(place, polygon))
    .map(({ x, y }) => {
      const [near, far] = ends.map((z) => new Vector3(x, y, z).unproject(camera));
      const raycaster = new Raycaster(near, far.clone().sub(near).normalize(), 0, near.distanceTo(far));
      raycaster.camera = camera;
      raycaster.layers.mask = camera.layers.mask;
      return raycaster;
    });
}

/** The middles of the cells of a grid over a polygon, as far as it is in the picture. */
function placesOn(polygon: readonly Vector2[], step: number): Vector2[] {
  const bounds = new Box2().setFromPoints([...polygon]).intersect(new Box2(new Vector2(-1, -1), new Vector2(1, 1)));
  if (bounds.isEmpty()) return [];
  const { min, max } = bounds;
  const columns = Math.ceil(((max.x - min.x) * 400) / step) || 1;
  const rows = Math.ceil(((max.y - min.y) * 200) / step) || 1;
  return Array.from({ length: columns * rows }, (_, i) => {
    const x = min.x + ((max.x - min.x) * ((i % columns) + 0.5)) / columns;
    const y = min.y + ((max.y - min.y) * (Math.floor(i / columns) + 0.5)) / rows;
    return new Vector2(x, y);
  });
}

/** Whether the sides of a polygon go round a place once. */
function isInside(place: Vector2, polygon: readonly Vector2[]): boolean {
  return Math.abs(turnsAround(place, polygon).reduce((sum, turn) => sum + turn, 0)) > 1;
}

/** Whether rounding decides if a place is inside: the middle of a rectangle may be on the diagonal that is a side of a lasso. */
function isOnSide(place: Vector2, polygon: readonly Vector2[]): boolean {
  return turnsAround(place, polygon).some((turn) => Math.abs(turn) > Math.PI - 1e-9);
}

/** By how much each side of a polygon turns around a place. */
function turnsAround(place: Vector2, polygon: readonly Vector2[]): number[] {
  return polygon.map((corner, i) => {
    const next = polygon[(i + 1) % polygon.length];
    const [a, b] = [corner.clone().sub(place), next.clone().sub(place)];
    return Math.atan2(a.cross(b), a.dot(b));
  });
}

/** The place of which the renderer asks whether it is cut away. */
function drawnPoint({ object, point, index }: Intersection): Vector3 {
  if (!(object instanceof Points) || index === undefined) return point;
  const { position } = (object as Points).geometry.attributes;
  return new Vector3().fromBufferAttribute(position, index).applyMatrix4(object.matrixWorld);
}

const isInFront = (point: Vector3) => (plane: Plane) => plane.distanceToPoint(point) >= 0;

function clippingAmong(random: Random): Plane[] {
  const count = random.pick([0, 0, 1, 1, 2, 3]);
  return Array.from({ length: count }, () => new Plane(new Vector3(...random.direction()), random.between(-1, 4)));
}

function drawnOf(planes: readonly Plane[], clipIntersection: boolean): Space[] {
  return clipIntersection && planes.length > 0 ? planes.map((plane) => [plane]) : [planes];
}

/** The triangles, segments or points of an object or instance, in the world. */
type Named = Pick<Intersection, 'object' | 'instanceId' | 'batchId'>;

function nameOf({ object, instanceId, batchId }: Part | Named): string {
  return `${object.name} ${isForeign(object) ? '' : (instanceId ?? batchId ?? '')}`;
}
