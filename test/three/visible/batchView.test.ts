import {
  BatchedMesh,
  BoxGeometry,
  type Camera,
  Color,
  Matrix4,
  MeshBasicMaterial,
  OrthographicCamera,
  Scene,
  SphereGeometry,
  Vector3,
} from 'three';
import { SceneIndex, VisibleInstances } from 'slabtree/three';
import { describe, expect, it } from 'vitest';
import type { Random } from '../../support/random';
import { search } from '../../support/runs';
import { rayAt } from '../../support/three/cubes';
import { cameraAmong } from '../../support/three/rays';
import { seeds } from '../../support/three/seeds';

/** A batch of two geometries, with instances that are hidden or deleted. */
function batchAmong(random: Random, count: number): BatchedMesh {
  const batch = new BatchedMesh(count + 5, 2000, 4000, new MeshBasicMaterial());
  const geometries = [new BoxGeometry(1, 2, 3), new SphereGeometry(1, 6, 4)].map((each) => batch.addGeometry(each));
  for (let i = 0; i < count; i++) {
    const id = batch.addInstance(random.pick(geometries));
    const matrix = new Matrix4().makeRotationAxis(new Vector3(...random.direction()), random.between(0, 6));
    batch.setMatrixAt(id, matrix.setPosition(...random.triple(-12, 12)));
    batch.setColorAt(id, new Color(i, 1, 2));
  }
  for (let id = 0; id < count; id++) {
    const fate = random.below(10);
    if (fate === 0) batch.setVisibleAt(id, false);
    if (fate === 1) batch.deleteInstance(id);
  }
  return batch;
}

/** What the renderer reads of a batch. */
interface Drawn {
  readonly isBatchedMesh: boolean;
  readonly isInstancedMesh?: boolean;
  readonly _multiDrawCount: number;
  readonly _multiDrawStarts: Int32Array;
  readonly _multiDrawCounts: Int32Array;
  readonly _indirectTexture: { readonly image: { readonly data: Uint32Array } };
  readonly _matricesTexture: object;
  readonly _colorsTexture: object;
}

/** Tells TypeScript to take a value as it is. */
function untyped(value: unknown): never {
  return value as never;
}

/** What the renderer would draw, in this order: the number of each instance, and its part of the geometry. */
function drawnBy(mesh: BatchedMesh | VisibleInstances, camera: Camera): [id: number, start: number, count: number][] {
  const renderer = untyped({});
  const material = new MeshBasicMaterial();
  mesh.onBeforeRender(renderer, new Scene(), camera, mesh.geometry, material, untyped(null));
  const drawn = mesh as unknown as Drawn;
  return Array.from({ length: drawn._multiDrawCount }, (_, i) => [
    drawn._indirectTexture.image.data[i],
    drawn._multiDrawStarts[i],
    drawn._multiDrawCounts[i],
  ]);
}

function makeScene(source: BatchedMesh) {
  const scene = new Scene().add(source);
  const index = SceneIndex.from(scene);
  const visible = new VisibleInstances(source);
  scene.add(visible);
  const write = (camera: Camera) => {
    index.update();
    return visible.write(index.cull(camera));
  };
  return { scene, index, visible, write };
}

describe('visible instances of a batch', () => {
  it('are drawn as three.js draws those of the source that are in view', async () => {
    await search(
      0.5,
      seeds((random, context) => {
        const source = batchAmong(random, 60);
        source.sortObjects = random.chance(0.5);
        source.perObjectFrustumCulled = random.chance(0.5);
        const { visible, write, index } = makeScene(source);
        for (let round = 0; round < 3; round++) {
          const camera = cameraAmong(random);
          write(camera);
          const { inside, crossing } = index.cull(camera);
          const inView = new Set([...inside, ...crossing].map(({ batchId }) => batchId));
          expect({ ids: new Set(visible.instanceIds.subarray(0, visible.count)), ...context }).toEqual({
            ids: inView,
            ...context,
          });
          const expected = drawnBy(source, camera).filter(([id]) => inView.has(id));
          expect({ drawn: drawnBy(visible, camera), ...context }).toEqual({ drawn: expected, ...context });
        }
      }),
    );
  });

  it('copy nothing: matrices, colours and geometry are those of the source', async () => {
    await search(
      0.1,
      seeds((random) => {
        const source = batchAmong(random, 10);
        const { visible, write } = makeScene(source);
        write(cameraAmong(random));
        const [drawn, from] = [visible, source] as unknown as Drawn[];
        expect(visible.geometry).toBe(source.geometry);
        expect(drawn._matricesTexture).toBe(from._matricesTexture);
        expect(drawn._colorsTexture).toBe(from._colorsTexture);
        expect(drawn._indirectTexture).not.toBe(from._indirectTexture);
        expect([drawn.isBatchedMesh, drawn.isInstancedMesh]).toEqual([true, false]);
      }),
    );
  });

  /** Cubes at x = 0, 2, 4 and so on. */
  function rowOf(count: number): BatchedMesh {
    const batch = new BatchedMesh(count, 100, 200, new MeshBasicMaterial());
    const geometry = batch.addGeometry(new BoxGeometry(1, 1, 1));
    for (let i = 0; i < count; i++) {
      batch.setMatrixAt(batch.addInstance(geometry), new Matrix4().makeTranslation(2 * i, 0, 0));
    }
    return batch;
  }

  function cameraOver(left: number, right: number): Camera {
    const camera = new OrthographicCamera(left, right, 50, -50, 0.1, 100);
    camera.position.z = 10;
    camera.updateMatrixWorld();
    return camera;
  }

  it('leave rays to the source, and follow it when instances move, come and go', () => {
    const source = rowOf(6);
    const { visible, write, index } = makeScene(source);
    const camera = cameraOver(-1, 5);
    write(camera);
    index.update();
    expect([source.visible, visible.count, index.boxes.size]).toEqual([false, 3, 6]);
    expect(index.raycast(rayAt(10, 0), { precise: true })?.batchId).toBe(5);
    source.setMatrixAt(0, new Matrix4().makeTranslation(0, 300, 0));
    source.deleteInstance(1);
    source.setVisibleAt(2, false);
    expect(write(camera).count).toBe(0);
    source.setVisibleAt(2, true);
    source.addInstance(0);
    expect(
      drawnBy(write(camera), camera)
        .map(([id]) => id)
        .sort(),
    ).toEqual([1, 2]);
    source.setInstanceCount(50);
    for (let i = 0; i < 30; i++) source.addInstance(0);
    expect(drawnBy(write(camera), camera)).toHaveLength(32);
    visible.dispose();
    expect([source.visible, visible.count, drawnBy(visible, camera)]).toEqual([true, 0, []]);
    expect(drawnBy(write(camera), camera)).toHaveLength(32);
  });

  it('are cloned with the scene', () => {
    const source = rowOf(6);
    const { visible, write } = makeScene(source);
    const camera = cameraOver(-1, 5);
    write(camera);
    const clone = visible.clone();
    expect(drawnBy(clone, camera)).toEqual(drawnBy(visible, camera));
    write(cameraOver(100, 200));
    expect(drawnBy(clone, camera)).toHaveLength(3);
  });
});
