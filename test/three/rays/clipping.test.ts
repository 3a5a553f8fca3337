import {
  BoxGeometry,
  BufferGeometry,
  DoubleSide,
  Float32BufferAttribute,
  type Intersection,
  type Material,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  OrthographicCamera,
  Plane,
  Points,
  PointsMaterial,
  ShaderMaterial,
  ShadowMaterial,
  Vector3,
} from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import { type Clipping, SceneIndex } from 'slabtree/three';
import { describe, expect, it } from 'vitest';
import type { Random } from '../../support/random';
import { search } from '../../support/runs';
import { requireSame, requireSameHits } from '../../support/three/compare';
import { byBoxes, cubeAt, rayAt, rootOf } from '../../support/three/cubes';
import { allOf } from '../../support/three/loop';
import { raycasterAmong } from '../../support/three/rays';
import { GeneratedScene } from '../../support/three/scenes';
import { seeds } from '../../support/three/seeds';

const canvas = { getBoundingClientRect: () => ({ left: 0, top: 0, width: 200, height: 200 }) };

/** What lies in front of x = at. */
const rightOf = (at: number) => new Plane(new Vector3(1, 0, 0), -at);
/** What lies in front of z = at, seen from the origin. */
const before = (at: number) => new Plane(new Vector3(0, 0, -1), at);

function materialsOf(object: Object3D): Material[] {
  return [(object as { material?: Material | Material[] }).material ?? []].flat();
}

/** A loop over the planes that a renderer gives to the shader of a material, written as in three.js's shader. */
function isDrawn({ object, point, index, face }: Intersection, clipping: Clipping): boolean {
  const place = point.clone();
  if (object instanceof Points && index !== undefined) {
    place
      .fromBufferAttribute((object as Points).geometry.getAttribute('position'), index)
      .applyMatrix4(object.matrixWorld);
  }
  const all = materialsOf(object);
  // What has no material may be drawn by anything.
  const drawnBy = all.length > 0 ? all : [new MeshBasicMaterial()];
  const materials = all.length > 1 && face ? [all[face.materialIndex]] : drawnBy;
  return materials.some((material) => {
    const local = (clipping.localClippingEnabled ?? false) ? (material.clippingPlanes ?? []) : [];
    const union = [...(clipping.clippingPlanes ?? []), ...(material.clipIntersection ? [] : local)] as Plane[];
    for (const plane of union) if (-plane.normal.dot(place) > plane.constant) return false;
    if (material.clipIntersection && local.length > 0) {
      let clipped = true;
      for (const plane of local) clipped = -plane.normal.dot(place) > plane.constant && clipped;
      if (clipped) return false;
    }
    return true;
  });
}

function planeAmong(random: Random): Plane {
  const normal = random.chance(0.5)
    ? new Vector3(...random.direction())
    : new Vector3().setComponent(random.axis(), random.sign());
  const through = new Vector3(...random.triple(-4, 4));
  if (random.chance(0.5)) through.round();
  return new Plane().setFromNormalAndCoplanarPoint(normal, through);
}

const planesAmong = (random: Random, count: number) =>
  Array.from({ length: random.below(count + 1) }, () => planeAmong(random));

describe('clipping', () => {
  it('rays leave out what the renderer discards, on generated scenes, for all hits and the closest', async () => {
    await search(
      0.3,
      seeds((random, context) => {
        const { root, objects } = new GeneratedScene(random, random.pick(['anywhere', 'grid']), 25, true);
        for (const material of objects.flatMap(materialsOf)) {
          if (random.chance(0.5)) continue;
          material.clippingPlanes = random.pick([null, planesAmong(random, 3)]);
          material.clipIntersection = random.chance(0.5);
        }
        // A WebGLRenderer has these two, and more.
        const renderer = { clippingPlanes: planesAmong(random, 2), localClippingEnabled: random.chance(0.7) };
        const index = SceneIndex.from(root, { clipping: random.chance(0.5) ? renderer : null });
        for (let i = 0; i < 40; i++) {
          const raycaster = raycasterAmong(random, root);
          const all = allOf(root, raycaster);
          const expected = all.filter((hit) => isDrawn(hit, renderer));
          const options = index.clipping === null ? { clipping: renderer } : {};
          requireSameHits(index.raycastAll(raycaster, options), expected, raycaster, context);
          requireSame(index.raycast(raycaster, { ...options, precise: true }), expected.at(0), raycaster, context);
          expect(index.raycastAny(raycaster, options)).toBe(expected.length > 0);
          requireSameHits(index.raycastAll(raycaster, { clipping: null }), all, raycaster, context);
          const boxes = index.raycastAll(raycaster, { ...options, precise: false });
          requireSame(index.raycast(raycaster, { ...options, ...byBoxes }), boxes.at(0), raycaster, context);
          expect(index.raycastAny(raycaster, { ...options, ...byBoxes })).toBe(boxes.length > 0);
        }
      }),
      1.2,
    );
  });

  it('rays hit what lies on a plane, and what a shader without clipping draws', () => {
    const cube = cubeAt(0, 0);
    const index = SceneIndex.from(cube);
    const clippingPlanes = [before(0.5)];
    expect(index.raycast(rayAt(0.1, 0.2), { precise: true, clipping: { clippingPlanes } })).not.toBeNull();
    clippingPlanes[0].constant = 0.49;
    const cast = () => index.raycast(rayAt(0.1, 0.2), { precise: true, clipping: { clippingPlanes } });
    expect(cast()).toBeNull();
    cube.material = new ShaderMaterial();
    expect(cast()).not.toBeNull();
    cube.material = new ShaderMaterial({ clipping: true });
    expect(cast()).toBeNull();
  });

  it('rays hit all of a surface that shows only shadows: the renderer does not clip it', () => {
    const cube = cubeAt(0, 0);
    cube.material = new ShadowMaterial({ clippingPlanes: [before(-9)] });
    const clipping = { clippingPlanes: [before(-9)], localClippingEnabled: true };
    expect(SceneIndex.from(cube).raycast(rayAt(0.1, 0.2), { precise: true, clipping })).not.toBeNull();
  });

  it('rays miss a mesh where its list of materials has a gap', () => {
    const cube = cubeAt(0, 0);
    const index = SceneIndex.from(cube);
    const area = { from: { clientX: 0, clientY: 0 }, to: { clientX: 200, clientY: 200 } };
    const camera = new OrthographicCamera(-1, 1, 1, -1, 0, 20);
    camera.position.z = 10;
    camera.updateMatrixWorld();
    const clipping = { clippingPlanes: [before(0)], localClippingEnabled: true };
    const isHit = () => index.raycast(rayAt(0.1, 0.2), { ...byBoxes, clipping }) !== null;
    const isSelected = (precise: boolean) => index.select(area, camera, canvas, { clipping, precise }).size === 1;
    const materials = Array<Material | undefined>(6).fill(undefined);
    Object.assign(cube, { material: materials });
    expect([isHit(), isSelected(false), isSelected(true)]).toEqual([false, false, false]);
    // Its back is on this side of the plane.
    materials[5] = new MeshBasicMaterial();
    expect([isHit(), isSelected(false), isSelected(true)]).toEqual([true, true, true]);
  });

  it('rays hit the inside that clipping shows', () => {
    const cube = cubeAt(0, 0);
    cube.material = new MeshBasicMaterial({ side: DoubleSide });
    const index = SceneIndex.from(cube);
    const clipping = { clippingPlanes: [before(0)] };
    expect(index.raycast(rayAt(0.1, 0.2), { precise: true, clipping })?.distance).toBe(10.5);
  });

  it('clipIntersection clips only what is behind all planes', () => {
    const index = SceneIndex.from(cubeAt(0, 0));
    const clippingPlanes = [before(0), rightOf(0)];
    const hits = (x: number, clipIntersection = false) =>
      index.raycast(rayAt(x, 0.2), { precise: true, clipping: { clippingPlanes, clipIntersection } }) !== null;
    expect([hits(0.1), hits(-0.1)]).toEqual([false, false]);
    expect([hits(0.1, true), hits(-0.1, true)]).toEqual([true, false]);
    clippingPlanes.length = 0;
    expect([hits(0.1, true), hits(0.1)]).toEqual([true, true]);
  });

  it('the material of the group that is hit clips a mesh', () => {
    const materials = Array.from({ length: 6 }, () => new MeshBasicMaterial());
    const index = SceneIndex.from(new Mesh(new BoxGeometry(1, 1, 1), materials));
    const clipping = { localClippingEnabled: true };
    const cast = () => index.raycast(rayAt(0.1, 0.2), { precise: true, clipping });
    materials[0].clippingPlanes = [before(-9)];
    expect(cast()?.face?.materialIndex).toBe(4);
    materials[4].clippingPlanes = [before(-9)];
    expect(cast()).toBeNull();
  });

  it('points are clipped by their middle, and wide lines by the line', () => {
    const at = new BufferGeometry().setAttribute('position', new Float32BufferAttribute([0, 0, 0], 3));
    const points = new Points(at, new PointsMaterial());
    const lines = new LineSegments2(
      new LineSegmentsGeometry().setPositions([-1, 0, 0, 1, 0, 0]),
      new LineMaterial({ linewidth: 1, worldUnits: true }),
    );
    lines.material.resolution.set(400, 400);
    const index = SceneIndex.from(rootOf(points, lines));
    const objectsAt = (y: number, plane: Plane) =>
      index.raycastAll(rayAt(0, y), { clipping: { clippingPlanes: [plane] } }).map(({ object }) => object);
    const above = new Plane(new Vector3(0, 1, 0), -0.1);
    // The rays pass on either side of the line and of the point, which are below.
    expect(objectsAt(0.3, above)).toEqual([]);
    expect(objectsAt(-0.3, above)).toEqual([]);
    expect(new Set(objectsAt(-0.3, above.negate()))).toEqual(new Set([points, lines]));
    expect(new Set(objectsAt(0.3, above))).toEqual(new Set([points, lines]));
  });

  it('picks apply the clipping, and read it again each time', () => {
    const [near, far] = [cubeAt(0, 0), cubeAt(0, 0, -4)];
    const camera = new OrthographicCamera(-1, 1, 1, -1, 0, 20);
    camera.position.z = 10;
    camera.updateMatrixWorld();
    const renderer = { clippingPlanes: [] as Plane[], localClippingEnabled: false };
    const index = SceneIndex.from(rootOf(near, far), { clipping: renderer });
    const event = { clientX: 110, clientY: 120 };
    const pick = (options: object = {}) => index.pick(event, camera, canvas, options)?.object;
    expect(pick()).toBe(near);
    renderer.clippingPlanes = [before(-1)];
    expect([pick(), pick(byBoxes)]).toEqual([far, far]);
    expect(pick({ clipping: null })).toBe(near);
    renderer.clippingPlanes[0].constant = 1;
    expect(pick()).toBe(near);
    near.material = new MeshBasicMaterial({ clippingPlanes: [before(-1)] });
    expect(pick()).toBe(near);
    renderer.localClippingEnabled = true;
    expect(pick()).toBe(far);
    index.clipping = null;
    expect(pick()).toBe(near);
  });

  it.each([
    [{ clippingPlanes: 1 }, 'options.clipping.clippingPlanes must be an array of planes, got 1'],
    [
      { clippingPlanes: [null] },
      'options.clipping.clippingPlanes must be an array of planes, got a value of type Array',
    ],
    [{ clipIntersection: 1 }, 'options.clipping.clipIntersection must be true or false, got 1'],
    [{ localClippingEnabled: 'no' }, 'options.clipping.localClippingEnabled must be true or false, got "no"'],
    [3, 'options.clipping must be a renderer, an object with clippingPlanes, or null, got 3'],
  ])('clipping rejects %j', (wrong, message) => {
    const index = SceneIndex.from(cubeAt(0, 0));
    const options = { clipping: wrong as Clipping };
    expect(() => index.raycast(rayAt(0, 0), options)).toThrow(message);
    expect(() => index.raycastAll(rayAt(0, 0), options)).toThrow(message);
    expect(() => SceneIndex.from(cubeAt(0, 0), options)).toThrow(message);
    expect(() => (index.clipping = options.clipping)).toThrow(message.replace('options', 'index'));
    expect(index.clipping).toBeNull();
  });

  it('clipping rejects undefined in place of null, and planes that have become something else', () => {
    const index = SceneIndex.from(cubeAt(0, 0));
    expect(() => (index.clipping = undefined as unknown as null)).toThrow('index.clipping must be a renderer');
    const clipping: Clipping = {};
    index.clipping = clipping;
    clipping.clippingPlanes = 1 as unknown as Plane[];
    expect(() => index.raycastAll(rayAt(0, 0))).toThrow('index.clipping.clippingPlanes must be an array of planes');
  });
});

describe('a box that is partly clipped', () => {
  it('a ray hits the box where it leaves, if only that is left', () => {
    const [cube, behind] = [cubeAt(0, 0), cubeAt(0, 0, -0.7)];
    const index = SceneIndex.from(rootOf(cube, behind));
    const cast = (at: number) =>
      index.raycast(rayAt(0.1, 0.2), { ...byBoxes, clipping: { clippingPlanes: [before(at)] } });
    expect(cast(1)).toMatchObject({ object: cube, distance: 9.5, normal: { z: 1 } });
    expect(cast(0)).toMatchObject({ object: behind, distance: 10.2 });
    expect(cast(-0.3)).toMatchObject({ object: cube, distance: 10.5, normal: { z: -1 } });
    expect(cast(-0.6)).toMatchObject({ object: behind, distance: 11.2 });
    expect(cast(-2)).toBeNull();
    const all = index.raycastAll(rayAt(0.1, 0.2), { precise: false, clipping: { clippingPlanes: [before(-0.3)] } });
    expect(all.map(({ distance }) => distance)).toEqual([10.5, 11.2]);
  });

  it('a ray misses the box beyond far, and from inside if its exit is clipped', () => {
    const index = SceneIndex.from(cubeAt(0, 0));
    const clipping = { clippingPlanes: [before(0)] };
    const raycaster = rayAt(0.1, 0.2);
    raycaster.far = 10.2;
    expect(index.raycast(raycaster, { ...byBoxes, clipping })).toBeNull();
    raycaster.far = Infinity;
    raycaster.ray.origin.z = 0.1;
    expect(index.raycast(raycaster, { ...byBoxes, clipping })?.distance).toBeCloseTo(0.6, 12);
    raycaster.ray.direction.negate();
    expect(index.raycast(raycaster, { ...byBoxes, clipping })).toBeNull();
  });
});
