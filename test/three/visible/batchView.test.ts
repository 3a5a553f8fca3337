import {
  BatchedMesh,
  BoxGeometry,
  type Camera,
  Color,
  LOD,
  Matrix4,
  MeshBasicMaterial,
  Object3D,
  OrthographicCamera,
  Scene,
  SphereGeometry,
  Vector3,
} from 'three';
import { type BatchLevel, SceneIndex, VisibleInstances } from 'slabtree/three';
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

/** Levels of a batch, by the geometry that instances have: the same as levels of a LOD. */
type LodsOf = Map<number, { readonly lod: LOD; readonly ids: readonly number[] }>;

function levelsAsLod(levels: readonly BatchLevel[]): LodsOf {
  const lods: LodsOf = new Map();
  for (const of of [0, 1]) {
    const lod = new LOD().addLevel(new Object3D(), 0);
    const own = levels.filter((level) => level.of === of).sort((a, b) => a.distance - b.distance);
    for (const { distance, hysteresis } of own) lod.addLevel(new Object3D(), distance, hysteresis);
    // A LOD begins with all levels visible, so that it takes each for the current one.
    for (const { object } of lod.levels) object.visible = false;
    lods.set(of, { lod, ids: [of, ...own.map(({ geometryId }) => geometryId)] });
  }
  return lods;
}

/** A copy of a batch, whose instances in view have the geometry of the level that a LOD shows. The others are hidden. */
function batchAtLevels(
  source: BatchedMesh,
  lods: readonly LodsOf[],
  camera: Camera,
  inView: ReadonlySet<number | undefined>,
): BatchedMesh {
  const copy = source.clone();
  source.updateMatrixWorld();
  copy.matrixWorld.copy(source.matrixWorld);
  const matrix = new Matrix4();
  for (const id of idsOf(source)) {
    if (!inView.has(id)) {
      copy.setVisibleAt(id, false);
      continue;
    }
    const found = lods[id].get(source.getGeometryIdAt(id));
    if (found === undefined) continue;
    source.getMatrixAt(id, matrix);
    const { lod, ids } = found;
    lod.matrixWorld.multiplyMatrices(source.matrixWorld, matrix);
    lod.update(camera);
    copy.setGeometryIdAt(id, ids[lod.getCurrentLevel()]);
    // An instance may get its other geometry. What was current is the number of the level, for either.
    for (const other of lods[id].values()) {
      other.lod.levels.forEach(({ object }, i) => (object.visible = i === lod.getCurrentLevel()));
    }
  }
  return copy;
}

/** The numbers of the instances that have not been deleted. */
function idsOf(batch: BatchedMesh): number[] {
  return Array.from({ length: 40 }, (_, id) => id).filter((id) => {
    try {
      return batch.getGeometryIdAt(id) >= 0;
    } catch {
      return false;
    }
  });
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

describe('VisibleInstances of a batch', () => {
  it('visible instances are drawn as three.js draws those of the source that are in view', async () => {
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
      1.2,
    );
  });

  it('visible instances copy nothing: matrices, colours and geometry are those of the source', async () => {
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

  it('visible instances have the levels that a LOD in the place of each would show, frame after frame', async () => {
    await search(
      0.3,
      seeds((random, context) => {
        const source = batchAmong(random, 40);
        const ids = [new BoxGeometry(), new SphereGeometry(2, 4, 3), new BoxGeometry(3, 3, 3)].map((each) =>
          source.addGeometry(each),
        );
        // Of the second geometry, there is one level, and of those that are levels themselves, none.
        const levels = [
          ...ids.map((geometryId, i) => ({ of: 0, geometryId, distance: [6, 25, 12][i], hysteresis: 0.3 })),
          { of: 1, geometryId: ids[0], distance: random.between(5, 30) },
        ];
        const lods = Array.from({ length: 40 }, () => levelsAsLod(levels));
        source.position.set(...random.triple(-3, 3));
        source.sortObjects = random.chance(0.5);
        const { index, scene } = makeScene(source);
        const visible = new VisibleInstances(source, { levels });
        scene.add(visible);
        for (let round = 0; round < 5; round++) {
          const camera = cameraAmong(random);
          if (random.chance(0.3)) source.setVisibleAt(random.pick(idsOf(source)), random.chance(0.5));
          if (random.chance(0.3)) source.setGeometryIdAt(random.pick(idsOf(source)), random.pick([0, 1]));
          index.update();
          const view = index.cull(camera);
          visible.write(view);
          const inView = new Set([...view.inside, ...view.crossing].map(({ batchId }) => batchId));
          // A batch that has the geometry of the level is drawn as three.js draws it.
          const looped = batchAtLevels(source, lods, camera, inView);
          expect({ drawn: drawnBy(visible, camera), ...context }).toEqual({
            drawn: drawnBy(looped, camera),
            ...context,
          });
          expect(drawnBy(visible.clone(), camera)).toEqual(drawnBy(visible, camera));
        }
      }),
      1.2,
    );
  });

  it('levels may be geometries of the batch', () => {
    const source = rowOf(2);
    const make = (levels: unknown) => () => new VisibleInstances(source, { levels: untyped(levels) });
    const level = { of: 0, geometryId: 0, distance: 3 };
    expect(make([level])).not.toThrow();
    expect(make(new LOD())).toThrow(/options.levels must be a list of levels, got/);
    expect(make([{ geometry: new BoxGeometry(), distance: 3 }])).toThrow(/levels\[0\] has no option "geometry"/);
    expect(make([{ distance: 3 }])).toThrow(/levels\[0\]\.of must be a number/);
    for (const geometryId of [1, -1, 0.5]) {
      expect(make([level, { ...level, geometryId }])).toThrow(
        new RangeError(`options.levels[1].geometryId must be the number of a geometry of the batch, got ${geometryId}`),
      );
    }
    expect(make([{ ...level, of: 7 }])).toThrow(/levels\[0\]\.of must be the number of a geometry of the batch, got 7/);
    expect(make(Array(255).fill(level))).not.toThrow();
    expect(make(Array(256).fill(level))).toThrow(
      new RangeError('options.levels must be 0 to 255 levels of geometry 0, got 256'),
    );
    expect(make([{ ...level, of: NaN }])).toThrow(/levels\[0\]\.of must be a finite number/);
    expect(make([{ ...level, distance: NaN }])).toThrow(/levels\[0\]\.distance/);
    expect(make([{ ...level, hysteresis: '1' }])).toThrow(/levels\[0\]\.hysteresis/);
  });

  it('three.js sorts visible instances of a batch, not an option', () => {
    expect(() => new VisibleInstances(rowOf(2), { sort: true })).toThrow(
      'options.sort must be false: set source.sortObjects of a BatchedMesh, got true',
    );
  });

  it('deleted instances are not drawn, whatever their level', () => {
    const source = rowOf(6);
    const geometryId = source.addGeometry(new BoxGeometry(2, 2, 2));
    const { index, scene } = makeScene(source);
    const visible = new VisibleInstances(source, { levels: [{ of: 0, geometryId, distance: 0 }] });
    scene.add(visible);
    const view = index.cull(cameraOver(-1, 5));
    source.deleteInstance(1);
    visible.write(view);
    expect(drawnBy(visible, cameraOver(-1, 5)).map(([id]) => id)).toEqual([0, 2]);
  });

  it.each([false, true])(
    'instances are not drawn once the source has no room for them, with levels: %s',
    (hasLevels) => {
      const source = rowOf(6);
      const geometryId = source.addGeometry(new BoxGeometry(2, 2, 2));
      const { index, scene } = makeScene(source);
      const levels = hasLevels ? [{ of: 0, geometryId, distance: 0 }] : [];
      const visible = new VisibleInstances(source, { levels });
      scene.add(visible);
      const camera = cameraOver(7, 20);
      const view = index.cull(camera);
      source.deleteInstance(5);
      source.setInstanceCount(8);
      visible.write(view);
      expect(drawnBy(visible, camera).map(([id]) => id)).toEqual([4]);
      expect(drawnBy(visible.clone(), camera).map(([id]) => id)).toEqual([4]);
    },
  );

  it('a level is not drawn once its geometry has been deleted', () => {
    const source = rowOf(2);
    const geometryId = source.addGeometry(new BoxGeometry(2, 2, 2));
    const { index, scene } = makeScene(source);
    const visible = new VisibleInstances(source, { levels: [{ of: 0, geometryId, distance: 0 }] });
    scene.add(visible);
    const camera = cameraOver(-1, 5);
    source.sortObjects = false;
    const parts = drawnBy(source, camera);
    expect(drawnBy(visible.write(index.cull(camera)), camera)).not.toEqual(parts);
    source.deleteGeometry(geometryId);
    source.optimize();
    expect(drawnBy(visible.write(index.cull(camera)), camera)).toEqual(parts);
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

  it('rays hit the source, and visible instances follow it when instances move, come and go', () => {
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

  it('visible instances of a batch are cloned with the scene', () => {
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
