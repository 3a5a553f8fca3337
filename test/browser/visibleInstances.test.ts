import type * as slabtreeThree from 'slabtree/three';
import type * as three from 'three';
import { expect, test } from 'vitest';
import { openPage } from './support/openPage';
import { servePackage } from './support/servePackage';

const server = await servePackage();

test('visible instances, in the same scene, replace their source with the same picture and the same shadows', async () => {
  const page = await openPage(`${server}importMap.html`);
  const [entry, library] = await Promise.all([
    page.evaluateHandle<typeof slabtreeThree>('slabtreeThree'),
    page.evaluateHandle<typeof three>('three'),
  ]);
  const drawn = await page.evaluate(drawScene, { entry, library });
  expect(drawn.inView).toBeGreaterThan(10);
  expect(drawn.inView).toBeLessThan(200);
  // Twelve triangles per crate are drawn twice: for the picture and for the shadows. The floor has two, and casts no shadow.
  expect(drawn.before.triangles).toBe(400 * 24 + 2);
  expect(drawn.culled.triangles).toBe(drawn.inView * 24 + 2);
  expect(drawn.disposed.triangles).toBe(400 * 24 + 2);
  expect(drawn.culled.pixels).toBe(drawn.before.pixels);
  expect(drawn.disposed.pixels).toBe(drawn.before.pixels);
  expect(drawn.withoutShadows.pixels).not.toBe(drawn.before.pixels);
  expect(drawn.withoutShadows.triangles).toBe(drawn.inView * 12 + 2);
  expect(drawn.hidden.triangles).toBe(2);
});

test('visible instances of a batch, with what casts shadows into the view, draw the same picture', async () => {
  const page = await openPage(`${server}importMap.html`);
  const [entry, library] = await Promise.all([
    page.evaluateHandle<typeof slabtreeThree>('slabtreeThree'),
    page.evaluateHandle<typeof three>('three'),
  ]);
  const drawn = await page.evaluate(drawBatches, { entry, library });
  for (const { all, culled, withShadows, count, casting } of drawn) {
    expect([count > 10, count < casting, casting < 400]).toEqual([true, true, true]);
    expect(withShadows).toBe(all);
    // Shadows of what is out of view are missing.
    expect(culled).not.toBe(all);
  }
});

test('visible instances draw the levels of a batch, and the morph targets of instances, as three.js draws them', async () => {
  const page = await openPage(`${server}importMap.html`);
  const [entry, library] = await Promise.all([
    page.evaluateHandle<typeof slabtreeThree>('slabtreeThree'),
    page.evaluateHandle<typeof three>('three'),
  ]);
  const { levels, morphs } = await page.evaluate(drawLevels, { entry, library });
  expect(levels.expected).not.toBe(levels.withoutLevels);
  expect([levels.drawn === levels.expected, morphs.drawn === morphs.expected]).toEqual([true, true]);
});

/** Draws a row into the depth: cubes of a batch, which are cones farther away; and cubes, each morphed to another height. */
function drawLevels({
  entry: { SceneIndex, VisibleInstances },
  library: {
    BatchedMesh,
    BoxGeometry,
    ConeGeometry,
    HemisphereLight,
    InstancedMesh,
    Matrix4,
    Mesh,
    MeshLambertMaterial,
    PerspectiveCamera,
    Scene,
    WebGLRenderer,
  },
}: {
  entry: typeof slabtreeThree;
  library: typeof three;
}) {
  const renderer = new WebGLRenderer({ preserveDrawingBuffer: true });
  renderer.setSize(200, 200);
  document.body.append(renderer.domElement);
  const camera = new PerspectiveCamera(60, 1, 0.1, 100);
  camera.position.set(3, 3, 5);
  camera.lookAt(0, 0, -10);
  camera.updateMatrixWorld();
  const placeOf = (i: number) => new Matrix4().makeTranslation((3 * i) % 7, 0, -2 * i);
  const draw = (scene: three.Scene) => {
    renderer.render(scene, camera);
    const gl = renderer.getContext();
    const rgba = new Uint8Array(4 * 200 * 200);
    gl.readPixels(0, 0, 200, 200, gl.RGBA, gl.UNSIGNED_BYTE, rgba);
    return rgba.join();
  };

  const batch = new BatchedMesh(20, 200, 600, new MeshLambertMaterial());
  const [near, far] = [new BoxGeometry(1, 1, 1), new ConeGeometry(0.5, 1, 8)].map((each) => batch.addGeometry(each));
  for (let i = 0; i < 20; i++) batch.setMatrixAt(batch.addInstance(near), placeOf(i));
  const batchScene = new Scene().add(batch, new HemisphereLight());
  const withoutLevels = draw(batchScene);
  const batchIndex = SceneIndex.from(batchScene);
  const levelled = new VisibleInstances(batch, { levels: [{ of: near, geometryId: far, distance: 15 }] });
  batchScene.add(levelled);
  levelled.write(batchIndex.cull(camera));
  const drawnLevels = draw(batchScene);
  levelled.dispose();
  for (let i = 0; i < 20; i++) {
    const distance = camera.position.distanceTo({ x: (3 * i) % 7, y: 0, z: -2 * i });
    if (distance >= 15) batch.setGeometryIdAt(i, far);
  }
  const levels = { drawn: drawnLevels, expected: draw(batchScene), withoutLevels };

  const geometry = new BoxGeometry(1, 1, 1);
  geometry.morphAttributes.position = [new BoxGeometry(1, 5, 1).attributes.position];
  const morphed = new InstancedMesh(geometry, new MeshLambertMaterial(), 20);
  const morph = new Mesh(geometry);
  for (let i = 0; i < 20; i++) {
    morphed.setMatrixAt(i, placeOf(i));
    morph.morphTargetInfluences = [i / 20];
    morphed.setMorphAt(i, morph);
  }
  if (morphed.morphTexture !== null) morphed.morphTexture.needsUpdate = true;
  const morphScene = new Scene().add(morphed, new HemisphereLight());
  const expected = draw(morphScene);
  const morphIndex = SceneIndex.from(morphScene);
  const flat = new BoxGeometry(1, 0.1, 1);
  // The last level has no morph targets, and begins too far away.
  const sorted = new VisibleInstances(morphed, {
    levels: [
      { geometry, distance: 20 },
      { geometry: flat, distance: 80 },
    ],
    sort: true,
  });
  morphScene.add(sorted);
  sorted.write(morphIndex.cull(camera));
  const drawnMorphs = draw(morphScene);
  return { levels, morphs: { drawn: drawnMorphs, expected } };
}

/** Draws a batch and instances in low light from the side: shadows fall into the view from outside. */
function drawBatches({
  entry: { SceneIndex, VisibleInstances },
  library: {
    BatchedMesh,
    BoxGeometry,
    Color,
    ConeGeometry,
    DirectionalLight,
    HemisphereLight,
    InstancedMesh,
    Matrix4,
    Mesh,
    MeshLambertMaterial,
    OrthographicCamera,
    PlaneGeometry,
    Scene,
    WebGLRenderer,
  },
}: {
  entry: typeof slabtreeThree;
  library: typeof three;
}) {
  const renderer = new WebGLRenderer({ preserveDrawingBuffer: true });
  renderer.setSize(200, 200);
  renderer.shadowMap.enabled = true;
  document.body.append(renderer.domElement);

  const batch = new BatchedMesh(400, 500, 1000, new MeshLambertMaterial());
  const crates = new InstancedMesh(new BoxGeometry(1, 1, 1), new MeshLambertMaterial(), 400);
  const geometries = [new BoxGeometry(1, 1, 1), new ConeGeometry(0.5, 1, 8).rotateX(Math.PI / 2)];
  const ids = geometries.map((each) => batch.addGeometry(each));
  for (let i = 0; i < 400; i++) {
    const matrix = new Matrix4().makeTranslation(2 * (i % 20) - 20, 2 * Math.floor(i / 20) - 20, 0.5);
    const color = new Color().setHSL(i / 400, 1, 0.5);
    batch.addInstance(ids[i % 2]);
    batch.setMatrixAt(i, matrix);
    batch.setColorAt(i, color);
    crates.setMatrixAt(i, matrix);
    crates.setColorAt(i, color);
  }
  return [batch, crates].map((source) => {
    source.castShadow = true;
    const floor = new Mesh(new PlaneGeometry(60, 60), new MeshLambertMaterial());
    floor.receiveShadow = true;
    const sun = new DirectionalLight(0xffffff, 3);
    sun.position.set(12, 0, 5);
    sun.castShadow = true;
    Object.assign(sun.shadow.camera, { left: -30, right: 30, top: 30, bottom: -30, far: 60 });
    const scene = new Scene().add(source, floor, sun, new HemisphereLight());
    const camera = new OrthographicCamera(-5, 5, 5, -5, 0.1, 100);
    camera.position.z = 20;
    const draw = () => {
      renderer.render(scene, camera);
      const gl = renderer.getContext();
      const rgba = new Uint8Array(4 * 200 * 200);
      gl.readPixels(0, 0, 200, 200, gl.RGBA, gl.UNSIGNED_BYTE, rgba);
      return rgba.join();
    };
    const all = draw();
    const index = SceneIndex.from(scene);
    const visible = new VisibleInstances(source);
    scene.add(visible);
    index.update();
    visible.write(index.cull(camera));
    const { count } = visible;
    const culled = draw();
    index.update();
    visible.write(index.cull(camera, { shadows: sun }));
    return { all, culled, withShadows: draw(), count, casting: visible.count };
  });
}

/** Draws crates on a floor. The camera sees some of them. Runs in the page, so it uses nothing from outside. */
function drawScene({
  entry: { SceneIndex, VisibleInstances },
  library: {
    BoxGeometry,
    Color,
    DirectionalLight,
    HemisphereLight,
    InstancedMesh,
    Matrix4,
    Mesh,
    MeshLambertMaterial,
    OrthographicCamera,
    PlaneGeometry,
    Scene,
    WebGLRenderer,
  },
}: {
  entry: typeof slabtreeThree;
  library: typeof three;
}) {
  const renderer = new WebGLRenderer({ preserveDrawingBuffer: true });
  renderer.setSize(200, 200);
  renderer.shadowMap.enabled = true;
  renderer.info.autoReset = false;
  document.body.append(renderer.domElement);

  const crates = new InstancedMesh(new BoxGeometry(1, 1, 1), new MeshLambertMaterial(), 400);
  for (let i = 0; i < 400; i++) {
    crates.setMatrixAt(i, new Matrix4().makeTranslation(2 * (i % 20) - 20, 2 * Math.floor(i / 20) - 20, 0.5));
    crates.setColorAt(i, new Color().setHSL(i / 400, 1, 0.5));
  }
  crates.castShadow = true;
  const floor = new Mesh(new PlaneGeometry(60, 60), new MeshLambertMaterial());
  floor.receiveShadow = true;
  // The light falls almost straight down, so no shadow falls into the view from outside.
  const sun = new DirectionalLight(0xffffff, 3);
  sun.position.set(0.2, 0.2, 10);
  sun.castShadow = true;
  const scene = new Scene().add(crates, floor, sun, new HemisphereLight());
  const camera = new OrthographicCamera(-5, 5, 5, -5, 0.1, 100);
  camera.position.z = 20;

  const draw = () => {
    renderer.info.reset();
    renderer.render(scene, camera);
    const gl = renderer.getContext();
    const rgba = new Uint8Array(4 * 200 * 200);
    gl.readPixels(0, 0, 200, 200, gl.RGBA, gl.UNSIGNED_BYTE, rgba);
    return { triangles: renderer.info.render.triangles, pixels: rgba.join() };
  };

  const before = draw();
  const index = SceneIndex.from(scene);
  const visible = new VisibleInstances(crates);
  scene.add(visible);
  const drawCulled = () => {
    index.update();
    visible.write(index.cull(camera));
    return draw();
  };
  const culled = drawCulled();
  const inView = visible.count;
  visible.castShadow = false;
  const withoutShadows = drawCulled();
  visible.visible = false;
  const hidden = drawCulled();
  visible.dispose();
  return { before, culled, withoutShadows, hidden, disposed: draw(), inView };
}
