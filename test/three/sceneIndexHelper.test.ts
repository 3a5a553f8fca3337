import { Box3, Vector3 } from 'three';
import { SceneIndex, SceneIndexHelper } from 'slabtree/three';
import { describe, expect, it } from 'vitest';
import { Random } from '../support/random';
import { cubeAt, instancesAt, matrixAt, rayAt, rootOf } from '../support/three/cubes';

const POINTS_PER_BOX = 24;

/** The ends of the lines, in pairs, as the graphics card has them: float32, relative to the helper's position. */
function pointsOf(helper: SceneIndexHelper): Vector3[] {
  const position = helper.geometry.getAttribute('position');
  return Array.from({ length: position.count }, (_, i) => new Vector3().fromBufferAttribute(position, i));
}

/** The points of each drawn box. */
function boxesOf(helper: SceneIndexHelper): Vector3[][] {
  const points = pointsOf(helper);
  expect(points.length % POINTS_PER_BOX).toBe(0);
  return Array.from({ length: points.length / POINTS_PER_BOX }, (_, i) =>
    points.slice(POINTS_PER_BOX * i, POINTS_PER_BOX * (i + 1)),
  );
}

function scattered(count: number): ReturnType<typeof instancesAt> {
  const random = new Random(5);
  return instancesAt(
    ...Array.from({ length: count }, () => [random.between(-50, 50), random.between(-50, 50)] as const),
  );
}

function keyOf({ x, y, z }: Vector3): string {
  return `${x} ${y} ${z}`;
}

describe('SceneIndexHelper', () => {
  it('the helper draws the twelve edges of every node', () => {
    const index = SceneIndex.from(rootOf(scattered(200)));
    const boxes = boxesOf(new SceneIndexHelper(index));
    expect(boxes).toHaveLength(index.boxes.nodeBounds().depths.length);
    expect(boxes.length).toBeGreaterThan(20);
    for (const points of boxes) {
      const { min, max } = new Box3().setFromPoints(points);
      const edges = new Set<string>();
      for (let i = 0; i < POINTS_PER_BOX; i += 2) {
        const [from, to] = [points[i], points[i + 1]];
        // An edge runs along one axis from end to end. On the other axes it is at one end.
        const along = [0, 1, 2].filter((axis) => from.getComponent(axis) !== to.getComponent(axis));
        expect(along).toHaveLength(1);
        for (const end of [from, to]) {
          for (const axis of [0, 1, 2]) {
            expect([min.getComponent(axis), max.getComponent(axis)]).toContain(end.getComponent(axis));
          }
        }
        edges.add([keyOf(from), keyOf(to)].sort().join(', '));
      }
      expect(edges.size).toBe(12);
    }
  });

  it('the helper draws nodes where they are, with the root around all', () => {
    const index = SceneIndex.from(rootOf(scattered(200)));
    const helper = new SceneIndexHelper(index);
    const { bounds } = index.boxes.nodeBounds();
    boxesOf(helper).forEach((points, node) => {
      const drawn = new Box3().setFromPoints(points).translate(helper.position);
      const expected = new Box3(
        new Vector3().fromArray(bounds, 6 * node),
        new Vector3().fromArray(bounds, 6 * node + 3),
      );
      expect(drawn.min.distanceTo(expected.min)).toBeLessThan(1e-4);
      expect(drawn.max.distanceTo(expected.max)).toBeLessThan(1e-4);
      const [root] = boxesOf(helper);
      expect(new Box3().setFromPoints(root).containsBox(new Box3().setFromPoints(points))).toBe(true);
    });
  });

  it('the helper draws down to the given depth, with one colour per depth', () => {
    const index = SceneIndex.from(rootOf(scattered(200)));
    const { depths } = index.boxes.nodeBounds();
    const helper = new SceneIndexHelper(index, { depth: 0 });
    for (const depth of [0, 1, 2, 100]) {
      helper.depth = depth;
      helper.update();
      expect(boxesOf(helper)).toHaveLength(depths.filter((each) => each <= depth).length);
    }
    const colors = helper.geometry.getAttribute('color');
    const colorOf = (node: number) => keyOf(new Vector3().fromBufferAttribute(colors, POINTS_PER_BOX * node));
    const colorsAt = (depth: number) =>
      new Set([...depths.keys()].filter((node) => depths[node] === depth).map((node) => colorOf(node)));
    expect([...colorsAt(0)]).toHaveLength(1);
    expect([...colorsAt(1)]).toHaveLength(1);
    expect(colorsAt(0)).not.toEqual(colorsAt(1));
  });

  it('the helper draws changes once it is updated', () => {
    const mesh = instancesAt([0, 0], [2, 0]);
    const index = SceneIndex.from(rootOf(mesh));
    const helper = new SceneIndexHelper(index);
    const widthOf = () => new Box3().setFromPoints(pointsOf(helper)).getSize(new Vector3()).x;
    expect(widthOf()).toBeCloseTo(3, 4);
    mesh.setMatrixAt(1, matrixAt(9, 0));
    mesh.instanceMatrix.needsUpdate = true;
    index.update();
    expect(widthOf()).toBeCloseTo(3, 4);
    helper.update();
    expect(widthOf()).toBeCloseTo(10, 4);
  });

  it('the helper keeps the shape of a far scene, where float32 numbers are a metre apart', () => {
    const [near, far] = [rootOf(scattered(50)), rootOf(scattered(50))];
    far.position.set(1e7, -1e7, 1e7);
    const shapes = [near, far].map((root) => {
      const helper = new SceneIndexHelper(SceneIndex.from(root));
      return { helper, size: new Box3().setFromPoints(pointsOf(helper)).getSize(new Vector3()) };
    });
    expect(shapes[1].size.distanceTo(shapes[0].size)).toBeLessThan(1e-2);
    const offset = shapes[1].helper.position.clone().sub(far.position);
    expect(offset.distanceTo(shapes[0].helper.position)).toBeLessThan(1e-2);
  });

  it('the helper draws nothing for an empty index', () => {
    const root = rootOf();
    const index = SceneIndex.from(root);
    const helper = new SceneIndexHelper(index);
    expect(pointsOf(helper)).toEqual([]);
    root.add(cubeAt(0, 0));
    index.update();
    helper.update();
    expect(boxesOf(helper)).toHaveLength(1);
  });

  it('the index leaves out the helper, even below its root', () => {
    const cube = cubeAt(0, 0);
    const root = rootOf(cube);
    const index = SceneIndex.from(root);
    root.add(new SceneIndexHelper(index));
    index.update();
    expect(index.boxes.size).toBe(1);
    expect(index.raycast(rayAt(0, 0), { precise: true })?.object).toBe(cube);
    expect(index.raycast(rayAt(0.5, 0.5), { precise: true })?.object).toBe(cube);
  });

  it('a clone of the scene has a helper that draws the same until it is updated', () => {
    const root = rootOf(scattered(200));
    const index = SceneIndex.from(root);
    const helper = new SceneIndexHelper(index, { depth: 1 });
    root.add(helper);
    const drawn = pointsOf(helper);
    root.position.x = 50;
    index.update();
    const clone = root.clone().children[1];
    if (!(clone instanceof SceneIndexHelper)) throw new Error('the helper has no clone');
    expect([clone.index === index, clone.depth, clone.frustumCulled]).toEqual([true, 1, false]);
    expect([pointsOf(clone), clone.position]).toEqual([drawn, helper.position]);
    helper.update();
    expect(helper.position).not.toEqual(clone.position);
    clone.update();
    expect([pointsOf(clone), clone.position]).toEqual([pointsOf(helper), helper.position]);
  });

  it('the helper shares neither geometry nor material with its clone', () => {
    const helper = new SceneIndexHelper(SceneIndex.from(rootOf(cubeAt(0, 0))));
    const clone = helper.clone();
    const released: string[] = [];
    clone.geometry.addEventListener('dispose', () => released.push('geometry'));
    clone.material.addEventListener('dispose', () => released.push('material'));
    helper.update();
    helper.dispose();
    expect(released).toEqual([]);
    clone.copy(helper);
    expect(released).toEqual(['geometry', 'material']);
  });

  it('the helper disposes of its geometry and material', () => {
    const helper = new SceneIndexHelper(SceneIndex.from(rootOf(cubeAt(0, 0))));
    const released: string[] = [];
    helper.geometry.addEventListener('dispose', () => released.push('geometry'));
    helper.material.addEventListener('dispose', () => released.push('material'));
    helper.update();
    expect(released).toEqual(['geometry']);
    helper.geometry.addEventListener('dispose', () => released.push('new geometry'));
    helper.dispose();
    expect(released).toEqual(['geometry', 'new geometry', 'material']);
  });
});
