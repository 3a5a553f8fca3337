import { distance, obbFromCenter, overlaps, type Shape } from 'slabtree';
import { SceneIndex, type SceneNeighbor, type SceneShape } from 'slabtree/three';
import {
  Box3,
  BoxGeometry,
  BufferGeometry,
  Group,
  InstancedMesh,
  Line3,
  LineSegments,
  Matrix3,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  Points,
  SphereGeometry,
  Sphere,
  Triangle,
  Vector3,
} from 'three';
import { Capsule } from 'three/addons/math/Capsule.js';
import { OBB } from 'three/addons/math/OBB.js';
import { describe, expect, it } from 'vitest';
import { Random } from '../../support/random';
import { drawnElementsOf } from '../../support/three/drawnElements';
import { partsOf } from '../../support/three/loop';

const turn = new Matrix4().makeRotationFromEuler(new Group().rotation.set(0.3, 0.5, -0.2));

/** The index of a crate of 2 by 2 by 2 units at the origin, and its queries, each given a shape. */
function askAll(shape: SceneShape): { overlap: number; near: number; contacts: number; swept: boolean } {
  const index = SceneIndex.from(new Mesh(new BoxGeometry(2, 2, 2)), { backend: 'js' });
  return {
    overlap: index.overlap(shape).length,
    near: index.nearest(shape).length,
    contacts: index.solids.contacts(shape).length,
    swept: index.solids.sweep(shape, { x: 9, y: 0, z: 0 }) !== null,
  };
}

const start = new Vector3(0.5, 0.5, -0.25);
const size = new Vector3(0.75, 0.5, 1);

/** Each of three.js's shapes, beside the same shape of the core. */
const pairs: [name: string, three: SceneShape, core: Shape][] = [
  ['a Vector3', new Vector3(1, 0.5, 0.25), { x: 1, y: 0.5, z: 0.25 }],
  ['a Box3', new Box3(start, new Vector3(2, 2, 2)), { min: start, max: { x: 2, y: 2, z: 2 } }],
  ['a flat Box3', new Box3(start, new Vector3(0.5, 2, 2)), { min: start, max: { x: 0.5, y: 2, z: 2 } }],
  ['a Sphere', new Sphere(start, 0.75), { center: start, radius: 0.75 }],
  ['a Sphere of radius 0', new Sphere(new Vector3(1, 0, 0.5), 0), { x: 1, y: 0, z: 0.5 }],
  ['a Triangle', new Triangle(start, new Vector3(2, 0, 0), size), { a: start, b: { x: 2, y: 0, z: 0 }, c: size }],
  ['a Capsule', new Capsule(start, new Vector3(0, 3, 0), 0.3), { a: start, b: { x: 0, y: 3, z: 0 }, radius: 0.3 }],
  ['an OBB', new OBB(start, size, new Matrix3().setFromMatrix4(turn)), obbFromCenter(start, size, turn)],
  ['an OBB along the axes', new OBB(start, size), { min: start.clone().sub(size), max: start.clone().add(size) }],
  ['an OBB of no size', new OBB(new Vector3(1, 0, 0)), { x: 1, y: 0, z: 0 }],
];

describe.each(pairs)('%s', (_, three, core) => {
  it('overlap, nearest, sweep and contacts take it as the shape of the core', () => {
    const index = SceneIndex.from(new Mesh(new BoxGeometry(2, 2, 2)), { backend: 'js' });
    expect(index.overlap(three)).toEqual(index.overlap(core));
    expect(index.nearest(three)).toEqual(index.nearest(core));
    expect(index.solids.contacts(three, { within: 0.5 })).toEqual(index.solids.contacts(core, { within: 0.5 }));
    const motion = { x: 9, y: 1, z: 0 };
    expect(index.solids.sweep(three, motion)).toEqual(index.solids.sweep(core, motion));
    expect(index.overlap(three, { precise: false })).toHaveLength(1);
  });
});

it('an oriented box of three.js covers what its own containsPoint says', () => {
  const obb = new OBB(start, size, new Matrix3().setFromMatrix4(turn));
  const random = new Random(7);
  const points = Array.from({ length: 60 }, () => new Vector3(...random.triple(-1.5, 1.5)));
  const cloud = new Points(new BufferGeometry().setFromPoints(points));
  const [found] = SceneIndex.from(cloud).overlap(obb);
  const expected = points.map((point, i) => (obb.containsPoint(point) ? i : -1)).filter((i) => i >= 0);
  expect(found.indices).toEqual(expected);
  expect(expected.length).toBeGreaterThan(5);
});

it.each<[name: string, shape: SceneShape]>([
  ['a new Box3', new Box3()],
  ['a Box3 that ends before it begins on one axis', new Box3(new Vector3(0, 1, 0), new Vector3(1, 0, 1))],
  ['a Box3 around nothing', new Box3().setFromObject(new Group())],
  ['a new Sphere', new Sphere()],
  ['a Sphere that is made empty', new Sphere(new Vector3(), 3).makeEmpty()],
])('an empty shape touches nothing, and nothing is near it: %s', (_, shape) => {
  expect(askAll(shape)).toEqual({ overlap: 0, near: 0, contacts: 0, swept: false });
});

it.each<[name: string, shape: unknown, message: string]>([
  ['a box of one’s own that ends before it begins', { min: { x: 1, y: 0, z: 0 }, max: { x: 0, y: 0, z: 0 } }, 'min.x'],
  ['a Box3 with NaN', new Box3(new Vector3(NaN, 0, 0), new Vector3(1, 1, 1)), 'shape.min.x'],
  ['a sphere of one’s own with a negative radius', { center: start, radius: -1 }, 'shape.radius'],
  ['a Capsule with a negative radius', new Capsule(start, size, -1), 'shape.radius'],
  ['a Line3', new Line3(start, size), 'shape must be a capsule { start, end, radius }'],
  ['a number', 3, 'an OBB { center, halfSize, rotation }, a Capsule { start, end, radius } or a box'],
  ['a Capsule without an end', { start, radius: 1 }, 'shape.end'],
  ['an OBB of a negative size', new OBB(start, new Vector3(1, -1, 1)), 'shape.halfSize'],
  ['an OBB with a singular rotation', new OBB(start, size, new Matrix3().makeScale(1, 0)), 'shape.rotation'],
  ['an OBB with NaN', new OBB(start, size, new Matrix3().makeScale(1, NaN)), 'shape.rotation'],
  ['an OBB with a Matrix4', { center: start, halfSize: size, rotation: new Matrix4() }, 'shape.rotation'],
  ['an OBB without a rotation', { center: start, halfSize: size }, 'shape.rotation'],
  ['a Mesh', new Mesh(), 'shape'],
  ['nothing', null, 'shape'],
])('a wrong shape is refused by its name: %s', (_, shape, message) => {
  const index = SceneIndex.from(new Mesh(new BoxGeometry(2, 2, 2)), { backend: 'js' });
  const wrong = shape as SceneShape;
  const motion = { x: 1, y: 0, z: 0 };
  for (const ask of [
    () => index.overlap(wrong),
    () => index.nearest(wrong),
    () => index.solids.sweep(wrong, motion),
    () => index.solids.contacts(wrong),
  ]) {
    expect(ask).toThrow(message);
  }
});

it('an empty shape does not hide a wrong argument beside it', () => {
  const { solids } = SceneIndex.from(new Mesh(new BoxGeometry(2, 2, 2)), { backend: 'js' });
  expect(() => solids.sweep(new Box3(), { x: NaN, y: 0, z: 0 })).toThrow('motion.x');
  expect(() => solids.contacts(new Box3(), { within: -1 })).toThrow('options.within');
  expect(() => solids.contacts(new Box3(), { filter: 7 as never })).toThrow('options.filter');
  expect(() => solids.sweep(new Box3(), { x: 0, y: 0, z: 0 }, null as never)).toThrow('options');
});

it('nearest and overlap of any shape equal a loop over all that is drawn', () => {
  const random = new Random(11);
  const crates = new InstancedMesh(new BoxGeometry(), new MeshBasicMaterial(), 4);
  const each = new Group();
  for (let i = 0; i < 4; i++) {
    each.position.set(...random.triple(-4, 4));
    each.rotation.set(...random.triple(-3, 3));
    each.updateMatrix();
    crates.setMatrixAt(i, each.matrix);
  }
  const ball = new Mesh(
    new SphereGeometry(1, 9, 7),
    Array.from({ length: 2 }, () => new MeshBasicMaterial()),
  );
  ball.geometry.addGroup(0, 150, 1);
  ball.position.set(2, 1, 0);
  const lines = new LineSegments(new BufferGeometry().setFromPoints([start, size, new Vector3(-3, 2, 1), start]));
  const root = new Group().add(crates, ball, lines);
  for (const backend of ['js', 'wasm'] as const) {
    const index = SceneIndex.from(root, { backend });
    const parts = partsOf(root);
    for (let i = 0; i < 40; i++) {
      const [a, b, c] = [0, 1, 2].map(() => new Vector3(...random.triple(-4, 4)));
      const { rotation } = new OBB().applyMatrix4(
        new Matrix4().makeRotationFromEuler(each.rotation.set(a.x, b.y, c.z)),
      );
      const half = new Vector3(random.between(0, 1), random.between(0, 1), random.between(0, 1));
      const matrix = new Matrix4().setFromMatrix3(rotation);
      const [three, core]: [SceneShape, Shape] = random.pick([
        [new Capsule(a, b, 0.4), { a, b, radius: 0.4 }],
        [new OBB(a, half, rotation), obbFromCenter(a, half, matrix)],
        [new Triangle(a, b, c), { a, b, c }],
        [new Sphere(a, 0.5), { center: a, radius: 0.5 }],
        [new Box3(a, a.clone().add(half)), { min: a, max: a.clone().add(half) }],
      ]);
      const expected = parts
        .map((part): [Object3D, number | undefined, number] => [part.object, part.instanceId, nearestOf(part, core)])
        .sort((one, other) => one[2] - other[2]);
      const nearest = index.nearest(three, { count: 3 });
      expect(nearest.map(({ distance: found }) => found)).toEqual(expected.slice(0, 3).map(([, , found]) => found));
      expect(nearest.filter((found) => found.distance > 0).map(nameOf)).toEqual(
        expected
          .slice(0, 3)
          .flatMap(([object, instanceId, found]) => (found > 0 ? [nameOf({ object, instanceId })] : [])),
      );
      const touched = parts.filter((part) =>
        drawnElementsOf(part).some((element) => overlaps(core, triangleOf(element))),
      );
      expect(index.overlap(three).map(nameOf).sort()).toEqual(touched.map(nameOf).sort());
    }
  }
});

function nearestOf(part: Parameters<typeof drawnElementsOf>[0], shape: Shape): number {
  return Math.min(...drawnElementsOf(part).map((element) => distance(shape, triangleOf(element))));
}

function triangleOf({ corners }: ReturnType<typeof drawnElementsOf>[number]): { a: Vector3; b: Vector3; c: Vector3 } {
  const [a] = corners;
  const b = corners.at(1) ?? a;
  return { a, b, c: corners.at(2) ?? b };
}

function nameOf({ object, instanceId }: Pick<SceneNeighbor, 'object'> & { instanceId?: number | undefined }): string {
  return `${object.id} ${instanceId ?? ''}`;
}
