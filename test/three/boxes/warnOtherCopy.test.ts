import * as three from 'three';
import { SceneIndex } from 'slabtree/three';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { compareRaycast } from '../../support/three/compare';
import { cubeAt, rayAt, rootOf } from '../../support/three/cubes';

type Three = typeof three;

/** The file with everything but renderers. Node loads it anew for each query. */
const CORE = new URL('../../../node_modules/three/build/three.core.js', import.meta.url);

/** Another copy of three.js. */
async function anotherCopy(query: string): Promise<Three> {
  return (await import(`${CORE.href}?${query}`)) as Three;
}

let warn: MockInstance<typeof console.warn>;

beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A unit cube of a copy, 5 units to the right. */
function cubeOf({ Mesh, BoxGeometry, MeshBasicMaterial }: Three): three.Mesh {
  const cube = new Mesh(new BoxGeometry(1, 1, 1), new MeshBasicMaterial());
  cube.name = 'theirs';
  cube.position.x = 5;
  return cube;
}

/** A cube that follows one bone, 5 units to the left and 3 down. */
function skinnedOf(theirs: Three): three.SkinnedMesh {
  const geometry = new theirs.BoxGeometry(1, 1, 1);
  const { count } = geometry.attributes.position;
  geometry.setAttribute('skinIndex', new theirs.Uint16BufferAttribute(new Uint16Array(4 * count), 4));
  const weights = Float32Array.from({ length: 4 * count }, (_, i) => Number(i % 4 === 0));
  geometry.setAttribute('skinWeight', new theirs.Float32BufferAttribute(weights, 4));
  const mesh = new theirs.SkinnedMesh(geometry, new theirs.MeshBasicMaterial());
  const bone = new theirs.Bone();
  mesh.add(bone);
  mesh.bind(new theirs.Skeleton([bone]));
  mesh.position.set(-5, -3, 0);
  bone.rotation.z = 0.5;
  return mesh;
}

describe('objects of another copy of three.js', () => {
  it('one warning names both copies, their known revisions and the remedy', async () => {
    const own = SceneIndex.from(rootOf(cubeAt(0, 0)));
    own.update();
    expect(warn).not.toHaveBeenCalled();

    const theirs = await anotherCopy('first');
    const root = rootOf(cubeAt(0, 0), cubeOf(theirs), cubeOf(theirs));
    const index = SceneIndex.from(root);
    index.update();
    root.add(cubeOf(theirs));
    index.update();
    SceneIndex.from(root);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn.mock.calls[0]).toEqual([
      `slabtree: Mesh "theirs" is of another copy of three.js than the one that slabtree/three imports, which is revision ${three.REVISION}. ` +
        "The answers are right, but such objects are found as slowly as three.js finds them. Let everything import one copy: 'npm ls three' " +
        "lists the installed ones, 'npm dedupe' or the option resolve.dedupe of the bundler leaves one. three/webgpu shares the copy of " +
        'three from 0.171 on. The Object3D of both copies:',
      three.Object3D,
      theirs.Object3D,
    ]);
  });

  it("the warning names the revision that the page loaded first, if it is not the index's", async () => {
    vi.stubGlobal('__THREE__', '170');
    SceneIndex.from(cubeOf(await anotherCopy('second')));
    expect(String(warn.mock.calls[0][0])).toContain(
      `slabtree/three imports, which is revision ${three.REVISION}; the page loaded revision 170 first.`,
    );
  });

  it('objects of another copy are hit as in three.js', async () => {
    const theirs = await anotherCopy('third');
    const { BoxGeometry, BufferGeometry, Matrix4, MeshBasicMaterial, Vector3 } = theirs;
    const geometry = new BoxGeometry(1, 1, 1);
    const root = new theirs.Group();
    const instances = new theirs.InstancedMesh(geometry, new MeshBasicMaterial(), 3);
    for (let i = 0; i < 3; i++) instances.setMatrixAt(i, new Matrix4().makeTranslation(-3 * i, 0, 0));
    const points = new theirs.Points(new BufferGeometry().setFromPoints([new Vector3(0, 3, 0)]));
    const line = new theirs.Line(new BufferGeometry().setFromPoints([new Vector3(-7, 2, 0), new Vector3(-2, 4, 0)]));
    const sprite = new theirs.Sprite();
    sprite.position.y = -3;
    const lod = new theirs.LOD().addLevel(cubeOf(theirs));
    lod.position.set(-2, -3, 0);
    const batch = new theirs.BatchedMesh(2, 100, 200, new MeshBasicMaterial());
    const geometryId = batch.addGeometry(geometry);
    for (const y of [2, 4]) {
      batch.setMatrixAt(batch.addInstance(geometryId), new Matrix4().makeTranslation(5, y, 0));
    }
    root.add(cubeOf(theirs), instances, points, line, sprite, lod, batch, skinnedOf(theirs), cubeAt(2, 2));
    const index = SceneIndex.from(root);
    for (let round = 0; round < 2; round++) {
      const hits = [];
      for (let x = -7; x <= 7; x += 0.45) {
        for (let y = -4; y <= 4; y += 0.45) {
          const raycaster = rayAt(x, y);
          raycaster.params.Points.threshold = raycaster.params.Line.threshold = 0.4;
          compareRaycast(index, raycaster, { x, y });
          hits.push(...index.raycastAll(raycaster).map(({ object }) => object.constructor.name));
        }
      }
      const kinds = ['BatchedMesh', 'InstancedMesh', 'Line', 'Mesh', 'Points', 'SkinnedMesh', 'Sprite'];
      expect([...new Set(hits)].sort()).toEqual(kinds);
      root.position.x = 0.3;
      index.update();
    }
    expect(index.boxes.size).toBe(12);
  });
});
