import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  InstancedBufferAttribute,
  type Mesh,
  type Object3D,
  PerspectiveCamera,
  Plane,
  type Raycaster,
  Vector3,
} from 'three';
import { IndexRaycaster, SceneIndex } from 'slabtree/three';
import { computeBoundsTree } from 'three-mesh-bvh';
import { beforeAll, it, vi } from 'vitest';
import { muteWarnings } from '../../support/muteWarnings';
import type { Random } from '../../support/random';
import { search } from '../../support/runs';
import { show } from '../../support/compare';
import { activeIds } from '../../support/three/batches';
import { changeScene } from '../../support/three/changes';
import { isBatched, isInstanced, isMesh, isPlainMesh, isSkinned } from '../../support/three/kinds';
import { visibleObjects } from '../../support/three/loop';
import { raycasterAmong } from '../../support/three/rays';
import { GeneratedScene } from '../../support/three/scenes';
import { seeds } from '../../support/three/seeds';

muteWarnings();

// three.js reports each bounding sphere of NaN.
beforeAll(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

/** What applications do to objects between an update of the index and a question. */
const changes: Record<string, (scene: GeneratedScene) => void> = {
  'delete an instance of a batch': (scene) => {
    const batch = scene.pick(isBatched);
    const id = batch && scene.random.pick([undefined, ...activeIds(batch)]);
    if (id !== undefined) batch?.deleteInstance(id);
  },
  'delete a geometry of a batch': (scene) => {
    const batch = scene.pick(isBatched);
    batch?.deleteGeometry(0);
  },
  'move the geometries of a batch together': (scene) => {
    scene.pick(isBatched)?.optimize();
  },
  'let a batch have more instances': (scene) => {
    const batch = scene.pick(isBatched);
    batch?.setInstanceCount(batch.maxInstanceCount + 3);
  },
  'give a batch another geometry': (scene) => {
    const batch = scene.pick(isBatched);
    batch?.setGeometryAt(0, new BoxGeometry(scene.random.between(0.5, 2), 1, 1));
  },
  'give instances fewer matrices': (scene) => {
    const mesh = scene.pick(isInstanced);
    if (mesh !== undefined) mesh.instanceMatrix = new InstancedBufferAttribute(new Float32Array(16), 16);
  },
  'claim more instances than there are': (scene) => {
    const mesh = scene.pick(isInstanced);
    if (mesh !== undefined) mesh.count += 5;
  },
  'shorten the index': (scene) => {
    const { index } = geometryAmong(scene);
    if (index !== null) Object.assign(index, { array: index.array.slice(0, 6), count: 6 });
  },
  'shorten the positions': (scene) => {
    const geometry = geometryAmong(scene);
    if (geometry.hasAttribute('position')) {
      geometry.setAttribute('position', new BufferAttribute(geometry.getAttribute('position').array.slice(0, 9), 3));
    }
  },
  // three.js itself throws where there is only an index, and for a batch.
  'take the positions away': (scene) => {
    scene.pick(isPlainMesh)?.geometry.setIndex(null).deleteAttribute('position');
  },
  'take the index away': (scene) => {
    geometryAmong(scene).setIndex(null);
  },
  'draw what is not there': (scene) => {
    const { random } = scene;
    const numbers = [-5, 0, 1, 7, 1e6, Infinity, NaN];
    geometryAmong(scene).setDrawRange(random.pick(numbers), random.pick(numbers));
  },
  'let groups be anywhere': (scene) => {
    const { random } = scene;
    const numbers = [-5, 0, 1, 7, 1e6, Infinity, NaN];
    for (let i = 0; i < 3; i++) geometryAmong(scene).addGroup(random.pick(numbers), random.pick(numbers), i);
  },
  'give a mesh a geometry without anything': (scene) => {
    const mesh = scene.pick(isPlainMesh);
    if (mesh !== undefined) mesh.geometry = new BufferGeometry();
  },
  'spoil the bounds of a geometry': (scene) => {
    const geometry = geometryAmong(scene);
    scene.random.pick([
      () => (geometry.boundingBox = null),
      () => (geometry.boundingSphere = null),
      () => geometry.boundingBox?.min.set(NaN, NaN, NaN),
      () => geometry.boundingBox?.makeEmpty(),
    ])();
  },
  'dispose of a geometry': (scene) => {
    geometryAmong(scene).dispose();
  },
  'make a tree of three-mesh-bvh': (scene) => {
    const geometry = geometryAmong(scene);
    if (geometry.hasAttribute('position')) computeBoundsTree.call(geometry);
  },
  'spoil a matrix': (scene) => {
    scene.random.pick<Object3D>([scene.root, ...scene.objects]).matrixWorld.elements[scene.random.below(16)] = NaN;
  },
};

/** Not that of a skeleton: three.js itself throws for vertices without bones. */
function geometryAmong(scene: GeneratedScene): BufferGeometry {
  const isRigid = (object: Object3D): object is Mesh => isMesh(object) && !isSkinned(object);
  return scene.pick(isRigid)?.geometry ?? new BufferGeometry();
}

const element = { getBoundingClientRect: () => ({ left: 0, top: 0, width: 200, height: 200 }) };

/** Asks an index everything. */
function askAll(index: SceneIndex, raycaster: Raycaster, random: Random): void {
  index.raycast(raycaster, { precise: true });
  index.raycast(raycaster, { precise: false });
  index.raycastAll(raycaster);
  index.raycastAll(raycaster, { precise: false });
  Object.assign(new IndexRaycaster(index), raycaster).intersectObject(index.root, true);
  const camera = new PerspectiveCamera(60, 1, 0.1, 50);
  camera.position.z = 12;
  camera.updateMatrixWorld();
  const at = () => ({ clientX: random.between(0, 200), clientY: random.between(0, 200) });
  index.select({ from: at(), to: at() }, camera, element, { precise: true });
  index.snap(at(), camera, element);
  index.cull(camera);
  index.split(new Plane(new Vector3(1, 0, 0), 0));
}

/** Whether three.js throws. */
function throws(act: () => unknown): boolean {
  try {
    act();
    return false;
  } catch {
    return true;
  }
}

it('no query throws where objects have changed since the last update and three.js does not throw', async () => {
  await search(
    1,
    seeds((random, context) => {
      const scene = new GeneratedScene(random, 'anywhere', 14, true);
      const index = SceneIndex.from(scene.root, { backend: random.pick(['js', 'wasm']) });
      for (let i = 0; i < 4; i++) askAll(index, raycasterAmong(random, scene.root), random);
      const made: string[] = [];
      for (let round = 0; round < 4; round++) {
        const name = random.pick(Object.keys(changes));
        const raycaster = raycasterAmong(random, scene.root);
        made.push(name);
        // three.js refuses some changes to a batch.
        throws(() => {
          changes[name](scene);
          if (random.chance(0.3)) made.push(...changeScene(scene, 2));
        });
        if (throws(() => raycaster.intersectObjects(visibleObjects(scene.root), false))) return;
        try {
          askAll(index, raycaster, random);
        } catch (error) {
          throw new Error(show({ made, ...context }), { cause: error });
        }
      }
    }),
    4,
  );
});
