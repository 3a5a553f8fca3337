import * as slabtree from 'slabtree';
import type * as slabtreeThree from 'slabtree/three';
import type * as three from 'three';
import { expect, test } from 'vitest';
import { askScene, someQuestions } from './support/askScene';
import { openPage } from './support/openPage';
import { servePackage } from './support/servePackage';

const server = await servePackage();

test('a page that imports the package by its path uses the kernel and gives the same answers as Node', async () => {
  const page = await openPage(`${server}module.html`);
  const handle = await page.evaluateHandle<typeof slabtree>('slabtree');
  const questions = someQuestions('auto');
  const answers = await page.evaluate(askScene, { slabtree: handle, questions });
  expect(answers.backend).toBe('wasm');
  expect(answers).toEqual(askScene({ slabtree, questions }));
  // Some rays hit, some rays miss, and boxes are on all sides.
  expect(new Set(answers.hits.map((hit) => hit === null))).toEqual(new Set([true, false]));
  for (const sets of answers.sides) for (const ids of sets) expect(ids).not.toEqual([]);
});

test('a page with an import map indexes a three.js scene, and picks what three.js picks', async () => {
  const page = await openPage(`${server}importMap.html`);
  const [core, entry, library] = await Promise.all([
    page.evaluateHandle<typeof slabtree>('slabtree'),
    page.evaluateHandle<typeof slabtreeThree>('slabtreeThree'),
    page.evaluateHandle<typeof three>('three'),
  ]);
  const { backend, hasOneCore, picked, expected } = await page.evaluate(pickEverywhere, { core, entry, library });
  expect(backend).toBe('wasm');
  expect(hasOneCore).toBe(true);
  expect(picked).toEqual(expected);
  expect(new Set(picked).size).toBeGreaterThan(20);
});

/** Picks all over a canvas with torus knots in view. Runs in the page, so it uses nothing from outside. */
function pickEverywhere({
  core: { BoxScene },
  entry: { SceneIndex },
  library: { InstancedMesh, Mesh, PerspectiveCamera, Raycaster, Scene, TorusKnotGeometry, Vector2, Matrix4 },
}: {
  core: typeof slabtree;
  entry: typeof slabtreeThree;
  library: typeof three;
}) {
  const canvas = document.createElement('canvas');
  document.body.append(canvas);
  const camera = new PerspectiveCamera(60, canvas.clientWidth / canvas.clientHeight, 0.1, 100);
  camera.position.z = 12;
  const scene = new Scene();
  const knot = new TorusKnotGeometry(0.6, 0.2, 32, 6);
  const instances = new InstancedMesh(knot, undefined, 20);
  for (let i = 0; i < 20; i++) {
    const mesh = new Mesh(knot);
    mesh.position.set((i % 5) * 3 - 6, Math.floor(i / 5) * 3 - 4.5, 0);
    mesh.rotation.set(i, 2 * i, 3 * i);
    scene.add(mesh);
    instances.setMatrixAt(i, new Matrix4().setPosition(mesh.position.x + 1, mesh.position.y + 1, -2));
  }
  scene.add(instances);

  const index = SceneIndex.from(scene);
  const raycaster = new Raycaster();
  const picked: string[] = [];
  const expected: string[] = [];
  const { left, top, width, height } = canvas.getBoundingClientRect();
  for (let y = 0; y < height; y += 7) {
    for (let x = 0; x < width; x += 7) {
      const event = new PointerEvent('pointermove', { clientX: left + x, clientY: top + y });
      picked.push(describe(index.pick(event, camera, canvas)));
      raycaster.setFromCamera(new Vector2((x / width) * 2 - 1, 1 - (y / height) * 2), camera);
      expected.push(describe(raycaster.intersectObject(scene, true).at(0)));
    }
  }
  return { backend: index.boxes.backend, hasOneCore: index.boxes instanceof BoxScene, picked, expected };

  function describe(hit: three.Intersection | null | undefined): string {
    return hit ? `${hit.object.id} ${String(hit.instanceId)} ${hit.distance} ${String(hit.faceIndex)}` : 'nothing';
  }
}
