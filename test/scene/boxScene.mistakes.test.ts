import { BoxScene } from 'slabtree';
import * as slabtree from 'slabtree';
import {
  BoxGeometry,
  BufferAttribute,
  Euler,
  Frustum,
  Matrix4,
  Mesh,
  PerspectiveCamera,
  Quaternion,
  Raycaster,
  Vector3,
} from 'three';
import { describe, expect, it } from 'vitest';
import { untyped } from '../support/errors';

/** What people pass where they take one argument for another. The message must name the mistake, and what to do. */
type Mistake = readonly [what: string, call: (scene: BoxScene) => unknown, message: string];

const corner = { x: 0, y: 0, z: 0 };
const other = { x: 1, y: 1, z: 1 };
const box = { min: corner, max: other };
const ray = { origin: { x: 0.5, y: 0.5, z: -5 }, direction: { x: 0, y: 0, z: 1 } };
const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const matrices = Float32Array.from(identity);
const pointer = { x: 1, y: 1, width: 2, height: 2 };
const camera = { view: identity, projection: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, -1, 0, 0, -1, 0] };

/** As a browser makes it for a finger: its width and height are those of the finger. */
class PointerEvent {
  readonly x = 30;
  readonly y = 40;
  readonly width = 1;
  readonly height = 1;
  readonly clientX = 30;
  readonly clientY = 40;
  readonly target = null;
}

class TouchEvent {
  readonly touches = [];
}

const anyShape =
  'a point { x, y, z }, a sphere { center, radius }, a capsule { a, b, radius }, a triangle { a, b, c } or a box { min, max }';
const atCanvas = ': give x and y from the top left of the canvas, and the size of the canvas';
const oneArgument = ': a ray { origin, direction } is one argument, and so is a box { min, max }';

const mistakes: Mistake[] = [
  [
    'two corners for a box',
    (scene) => scene.addAabb(untyped(corner), untyped(other)),
    'box must be a box { min, max }, got an object with x, y, z: give both corners in one object',
  ],
  [
    'two vectors of three.js for a box',
    (scene) => scene.addAabb(untyped(new Vector3()), untyped(new Vector3())),
    'box must be a box { min, max }, got a value of type Vector3: give both corners in one object',
  ],
  [
    'numbers for a box',
    (scene) => scene.addAabb(untyped([0, 0, 0, 1, 1, 1])),
    'box must be a box { min, max }, got a value of type Array',
  ],
  [
    'arrays for the corners of a box',
    (scene) => scene.addAabb(untyped({ min: [0, 0, 0], max: [1, 1, 1] })),
    'box.min must be a vector { x, y, z }, got a value of type Array',
  ],
  [
    'a mask in an object',
    (scene) => scene.addAabb(box, untyped({ mask: 1 })),
    'mask must be a number, got an object with mask',
  ],
  [
    'matrices before their box',
    (scene) => scene.addObbs(untyped(matrices), untyped(box)),
    'box must be a box { min, max }, got a value of type Float32Array: give the box first, then the matrices',
  ],
  [
    'matrices before their mesh',
    (scene) => scene.addInstances(untyped(matrices), untyped(scene.meshes[0])),
    'mesh must be what addMesh returned, got a value of type Float32Array: give the mesh first, then the matrix',
  ],
  [
    'a matrix before its mesh',
    (scene) => scene.addInstance(untyped(identity), untyped(scene.meshes[0])),
    'mesh must be what addMesh returned, got a value of type Array: give the mesh first, then the matrix',
  ],
  [
    'a position for a matrix',
    (scene) => scene.addInstance(scene.meshes[0], untyped(corner)),
    'matrix must be 16 numbers, column-major, or { elements }, got an object with x, y, z',
  ],
  [
    'an object of three.js for a matrix',
    (scene) => scene.addInstance(scene.meshes[0], untyped(new Mesh())),
    'matrix must be 16 numbers, column-major, or { elements }, got a value of type Mesh: give its matrixWorld',
  ],
  [
    'an array of numbers',
    (scene) => scene.addAabbs(untyped([0, 0, 0, 1, 1, 1])),
    'boxes must be a Float32Array or a Float64Array, got a value of type Array: make one, new Float32Array(boxes)',
  ],
  [
    'an array of triples',
    (scene) =>
      scene.addMesh(
        untyped([
          [0, 0, 0],
          [1, 0, 0],
          [0, 1, 0],
        ]),
      ),
    'positions must be a Float32Array or a Float64Array, got a value of type Array: make one of flat numbers, new Float32Array(positions.flat())',
  ],
  [
    'an array of boxes',
    (scene) => scene.addAabbs(untyped([box, box])),
    'boxes must be a Float32Array or a Float64Array, got a value of type Array: put the numbers of all into one, each after the other',
  ],
  [
    'an array of rays',
    (scene) => scene.raycastMany(untyped([ray])),
    'rays must be a Float32Array or a Float64Array, got a value of type Array: put the numbers of all into one, each after the other',
  ],
  [
    'an attribute of three.js for positions',
    (scene) => scene.addMesh(untyped(new BoxGeometry().attributes.position)),
    'positions must be a Float32Array or a Float64Array, got a value of type Float32BufferAttribute: give its array',
  ],
  [
    'an attribute of three.js for an index',
    (scene) => scene.addMesh(new Float32Array(9), untyped(new BufferAttribute(new Uint16Array(3), 1))),
    'index must be a Uint16Array or a Uint32Array, got a value of type BufferAttribute: give its array',
  ],
  [
    'an array for an index',
    (scene) => scene.addMesh(new Float32Array(9), untyped([0, 1, 2])),
    'index must be a Uint16Array or a Uint32Array, got a value of type Array: make one, new Uint32Array(index)',
  ],
  [
    'an origin and a direction for a ray',
    (scene) => scene.raycast(untyped(corner), untyped(other)),
    `options must be an object of options, got a vector${oneArgument}`,
  ],
  [
    'vectors of three.js for a ray',
    (scene) => scene.raycastAny(untyped(new Vector3()), untyped(new Vector3(0, 0, 1))),
    `options must be an object of options, got a vector${oneArgument}`,
  ],
  [
    'an origin for a ray',
    (scene) => scene.raycast(untyped(corner)),
    'ray must be a ray { origin, direction }, got an object with x, y, z',
  ],
  [
    'a raycaster of three.js for a ray',
    (scene) => scene.raycast(untyped(new Raycaster())),
    'ray must be a ray { origin, direction }, got a value of type Raycaster: give its ray',
  ],
  [
    'arrays for the vectors of a ray',
    (scene) => scene.raycastAll(untyped({ origin: [0, 0, 0], direction: [0, 0, 1] })),
    'ray.origin must be a vector { x, y, z }, got a value of type Array',
  ],
  ['three numbers for a point', (scene) => scene.nearest(untyped(1), untyped(2)), `shape must be ${anyShape}, got 1`],
  [
    'an array for a point',
    (scene) => scene.nearest(untyped([1, 2, 3])),
    `shape must be ${anyShape}, got a value of type Array`,
  ],
  [
    'a ray for a shape',
    (scene) => scene.overlap(untyped({ origin: corner, direction: corner })),
    `shape must be ${anyShape}, got an object with origin, direction`,
  ],
  [
    'a sphere whose radius is called r',
    (scene) => scene.overlap(untyped({ center: corner, r: 2 })),
    'shape.radius must be a number, got undefined',
  ],
  [
    'a normal for a plane',
    (scene) => scene.split(untyped(other)),
    'plane must be a plane { normal, constant }, got an object with x, y, z',
  ],
  [
    'a plane for planes',
    (scene) => scene.cull(untyped({ normal: other, constant: 0 })),
    'planes must be an array of planes, got an object with normal, constant: put a single plane into an array',
  ],
  [
    'a frustum of three.js for planes',
    (scene) => scene.cull(untyped(new Frustum())),
    'planes must be an array of planes, got a value of type Frustum: give its planes',
  ],
  [
    'a matrix for planes',
    (scene) => scene.cull(untyped(new Matrix4())),
    'planes must be an array of planes, got a value of type Matrix4: frustumFromMatrix makes them of a matrix',
  ],
  [
    'the numbers of a matrix for planes',
    (scene) => scene.cull(untyped(new Float32Array(16))),
    'planes must be an array of planes, got a value of type Float32Array: frustumFromMatrix makes them of a matrix',
  ],
  [
    'two ends without a radius',
    (scene) => scene.contacts(untyped({ a: corner, b: other })),
    'shape must be a capsule { a, b, radius } or a triangle { a, b, c }, got an object with a, b',
  ],
  [
    'a capsule as other libraries name its ends',
    (scene) => scene.sweep(untyped({ start: corner, end: other, radius: 1 }), corner),
    'shape must be a point { x, y, z }, a sphere { center, radius }, a capsule { a, b, radius }, a triangle { a, b, c } ' +
      'or a box { min, max }, got an object with start, end, radius: name the ends of a capsule a and b',
  ],
  [
    'an event of a pointer',
    (scene) => scene.pick(untyped(new PointerEvent()), camera),
    `pointer must be { x, y, width, height } in pixels, got a value of type PointerEvent${atCanvas}`,
  ],
  [
    'an event alone',
    (scene) => scene.pick(untyped(new PointerEvent()), untyped(undefined)),
    `pointer must be { x, y, width, height } in pixels, got a value of type PointerEvent${atCanvas}`,
  ],
  [
    'an event of touches',
    (scene) => scene.pick(untyped(new TouchEvent()), camera),
    `pointer must be { x, y, width, height } in pixels, got a value of type TouchEvent${atCanvas}`,
  ],
  [
    'a camera of three.js',
    (scene) => scene.pick(pointer, untyped(new PerspectiveCamera())),
    'camera must be { view, projection }, got a value of type PerspectiveCamera: give { view: camera.matrixWorldInverse, projection: camera.projectionMatrix }',
  ],
  [
    'a hit for an id',
    (scene) => {
      scene.remove(untyped(scene.raycast(ray)));
    },
    'id must be a number, got an object with id, t, distance, point, normal, inside, …',
  ],
  ['a name for options', () => new BoxScene(untyped('js')), 'options must be an object of options, got "js"'],
  [
    'boxes for options',
    () => new BoxScene(untyped(new Float32Array(6))),
    'options must be an object of options, got a value of type Float32Array',
  ],
  [
    'a promise for bytes',
    () => BoxScene.deserialize(untyped(Promise.resolve(new ArrayBuffer(8)))),
    'buffer must be an ArrayBuffer, a SharedArrayBuffer or a view of one, got a promise: await it',
  ],
  [
    'a box before a ray',
    () => slabtree.raycastAabb(untyped(box), untyped(ray)),
    'ray must be a ray { origin, direction }, got an object with min, max',
  ],
  [
    'corners for a triangle',
    () => slabtree.raycastTriangle(ray, untyped([corner, other, corner])),
    'triangle must be a triangle { a, b, c }, got a value of type Array',
  ],
  [
    'a plane for a shape',
    () => slabtree.overlaps(box, untyped({ normal: corner, constant: 1 })),
    `other must be ${anyShape}, got an object with normal, constant`,
  ],
  [
    'a sphere without a radius',
    () => slabtree.overlaps(untyped({ center: corner }), box),
    'shape.radius must be a number, got undefined',
  ],
  [
    'degrees for a rotation',
    () => slabtree.obbFromCenter(corner, other, untyped({ x: 0, y: 90, z: 0 })),
    'rotation must be a quaternion { x, y, z, w } or a matrix, got an object with x, y, z: make a quaternion of Euler angles first',
  ],
  [
    'Euler angles of three.js for a rotation',
    () => slabtree.obbFromCenter(corner, other, untyped(new Euler())),
    'rotation must be a quaternion { x, y, z, w } or a matrix, got a value of type Euler: make a quaternion of Euler angles first',
  ],
];

describe('common mistakes', () => {
  it.each(mistakes)('the error for %s gives the mistake and the remedy', (_, call, message) => {
    const scene = new BoxScene();
    scene.addMesh(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]));
    scene.addAabb(box);
    const before = Buffer.from(scene.serialize()).toString('hex');
    expect(() => call(scene)).toThrow(new TypeError(message));
    expect(Buffer.from(scene.serialize()).toString('hex')).toBe(before);
  });

  it('obbFromCenter accepts a quaternion of three.js', () => {
    const turned = slabtree.obbFromCenter(corner, other, new Quaternion());
    expect(turned.matrix).toEqual(identity);
  });
});
