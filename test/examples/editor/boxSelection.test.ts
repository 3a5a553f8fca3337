import { BoxGeometry, type Camera, Group, Mesh, OrthographicCamera, Raycaster, Vector2, Vector3 } from 'three';
import { SceneIndex } from 'slabtree/three';
import { describe, expect, it } from 'vitest';
import { meshSide } from '../../../examples/editor/meshSide';
import { type Rectangle, rectangleBetween } from '../../../examples/editor/rectangle';
import { selectionFrustum } from '../../../examples/editor/selectionFrustum';
import { createShapes, shapesOf } from '../../../examples/editor/shapes';
import { shapesWithin } from '../../../examples/editor/shapesWithin';
import { view } from '../../../examples/editor/view';
import { viewCamera } from '../../../examples/site/viewCamera';
import { Random } from '../../support/random';

const size = { width: 800, height: 600 };

function cameraOfThePage(): Camera {
  return viewCamera(view, size.width / size.height);
}

function rectangleAmong(random: Random): Rectangle {
  const corner = () => ({ x: random.between(0, size.width), y: random.between(0, size.height) });
  return rectangleBetween(corner(), corner());
}

/** The place of a point of the world in the picture. */
function onPicture(point: Vector3, camera: Camera): { x: number; y: number } {
  const { x, y } = point.clone().project(camera);
  return { x: ((x + 1) / 2) * size.width, y: ((1 - y) / 2) * size.height };
}

function verticesOf(shape: Mesh): Vector3[] {
  const { count } = shape.geometry.getAttribute('position');
  return Array.from({ length: count }, (_, i) =>
    shape.getVertexPosition(i, new Vector3()).applyMatrix4(shape.matrixWorld),
  );
}

describe('box selection', () => {
  const root = createShapes();
  const index = SceneIndex.from(root);
  const shapes = shapesOf(root);

  it('a box drawn to the right selects the shapes whose vertices are all in the rectangle', () => {
    const random = new Random(1);
    const camera = cameraOfThePage();
    for (let i = 0; i < 20; i++) {
      const rectangle = rectangleAmong(random);
      const isIn = (vertex: Vector3) => {
        const { x, y } = onPicture(vertex, camera);
        return x >= rectangle.left && x <= rectangle.right && y >= rectangle.top && y <= rectangle.bottom;
      };
      const expected = shapes.filter((shape) => verticesOf(shape).every(isIn));
      const found = shapesWithin(index, selectionFrustum(rectangle, size, camera), 'inside');
      expect(namesOf(found)).toEqual(namesOf(expected));
    }
  });

  it('a box drawn to the left selects all pickable shapes, and only shapes with a triangle in the rectangle', () => {
    const random = new Random(2);
    const camera = cameraOfThePage();
    const raycaster = new Raycaster();
    for (let i = 0; i < 8; i++) {
      const rectangle = rectangleAmong(random);
      const planes = selectionFrustum(rectangle, size, camera);
      const found = new Set(shapesWithin(index, planes, 'crossing'));
      for (let j = 0; j < 40; j++) {
        const x = random.between(rectangle.left, rectangle.right);
        const y = random.between(rectangle.top, rectangle.bottom);
        raycaster.setFromCamera(new Vector2((2 * x) / size.width - 1, 1 - (2 * y) / size.height), camera);
        for (const { object } of raycaster.intersectObject(root)) expect(found).toContain(object);
      }
      for (const shape of shapes) expect(found.has(shape)).toBe(meshSide(shape, planes) !== 'outside');
    }
  });

  it('a box selects one pixel if the rectangle is a point', () => {
    const camera = cameraOfThePage();
    const [shape] = shapes;
    const { x, y } = onPicture(shape.getWorldPosition(new Vector3()), camera);
    const planes = selectionFrustum({ left: x, right: x, top: y, bottom: y }, size, camera);
    expect(shape.name).not.toMatch('torus');
    expect(shapesWithin(index, planes, 'crossing')).toContain(shape);
  });
});

describe('the position of a mesh relative to a selection', () => {
  const camera = new OrthographicCamera(-4, 4, 3, -3, 0.1, 20);
  camera.position.z = 10;
  camera.updateMatrixWorld();
  // A hundred pixels per unit, so the square is from -1 to 1.
  const planes = selectionFrustum({ left: 300, right: 500, top: 200, bottom: 400 }, size, camera);

  it.each([
    ['inside', 0, 0],
    ['crossing', 1, 0],
    ['outside', 1.6, 0],
  ])('a mesh is %s the square for a cube at %d, %d', (side, x, y) => {
    expect(meshSide(cubeAt(x, y), planes)).toBe(side);
  });

  it('the position depends on triangles: a box may reach into the square when its mesh does not', () => {
    // A diamond. Its box overlaps the square's corner, and its sides do not.
    const cube = cubeAt(1.6, 1.6);
    cube.rotation.z = Math.PI / 4;
    cube.updateMatrixWorld();
    expect(meshSide(cube, planes)).toBe('outside');
  });

  it('a mesh crosses the square if a face covers it and all corners of the face are outside', () => {
    const cube = cubeAt(0, 0);
    cube.scale.setScalar(5);
    cube.updateMatrixWorld();
    expect(meshSide(cube, planes)).toBe('crossing');
  });
});

function cubeAt(x: number, y: number): Mesh {
  const cube = new Mesh(new BoxGeometry(1, 1, 1));
  cube.position.set(x, y, 0);
  new Group().add(cube).updateMatrixWorld();
  return cube;
}

function namesOf(shapes: readonly Mesh[]): string[] {
  return shapes.map(({ name }) => name).sort();
}
