import type * as slabtreeThree from 'slabtree/three';
import type * as three from 'three';
import { expect, test } from 'vitest';
import { openPage } from './support/openPage';
import { servePackage } from './support/servePackage';

const server = await servePackage();

test('a precise ray with the clipping of a renderer hits what the renderer draws, pixel by pixel', async () => {
  const page = await openPage(`${server}importMap.html`);
  const [entry, library] = await Promise.all([
    page.evaluateHandle<typeof slabtreeThree>('slabtreeThree'),
    page.evaluateHandle<typeof three>('three'),
  ]);
  const { wrong, clear, cut } = await page.evaluate(comparePixels, { entry, library, scenes: 12 });
  expect(wrong).toEqual([]);
  // Most pixels are not at an edge, and in many of them something is cut away.
  expect(clear).toBeGreaterThan(20_000);
  expect(cut).toBeGreaterThan(1000);
});

test('a surface that shows only shadows is drawn where planes would cut another away', async () => {
  const page = await openPage(`${server}importMap.html`);
  const library = await page.evaluateHandle<typeof three>('three');
  expect(await page.evaluate(drawShadow, library)).toEqual({ cut: 0, shadow: 255 });
});

/** Tells how much is drawn in the middle of a picture: of a surface, and of a shadow, both behind a plane. Runs in the page. */
function drawShadow(library: typeof three) {
  const { DirectionalLight, DoubleSide, Mesh, MeshBasicMaterial, OrthographicCamera, Plane } = library;
  const { PlaneGeometry, Scene, ShadowMaterial, Vector3, WebGLRenderer } = library;
  const renderer = new WebGLRenderer({ preserveDrawingBuffer: true, alpha: true });
  renderer.setSize(16, 16);
  renderer.shadowMap.enabled = true;
  renderer.localClippingEnabled = true;
  const clippingPlanes = [new Plane(new Vector3(0, 0, 1), -9)];
  // Between the light and the surface, and behind the camera.
  const caster = new Mesh(new PlaneGeometry(8, 8), new MeshBasicMaterial({ side: DoubleSide }));
  caster.position.z = 6;
  caster.castShadow = true;
  const light = new DirectionalLight();
  light.position.z = 8;
  light.castShadow = true;
  const camera = new OrthographicCamera(-1, 1, 1, -1, 0, 10);
  camera.position.z = 5;
  const alphaOf = (material: three.Material) => {
    const surface = new Mesh(new PlaneGeometry(8, 8), material);
    surface.receiveShadow = true;
    renderer.render(new Scene().add(surface, caster, light), camera);
    const rgba = new Uint8Array(4);
    const gl = renderer.getContext();
    gl.readPixels(8, 8, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, rgba);
    return rgba[3];
  };
  return {
    cut: alphaOf(new MeshBasicMaterial({ clippingPlanes })),
    shadow: alphaOf(new ShadowMaterial({ clippingPlanes })),
  };
}

/**
 * Draws scenes with planes in all settings, and casts a ray through the middle of each pixel. Pixels at the edge of a colour are
 * left out: there, the graphics card rounds. Runs in the page, so it uses nothing from outside.
 */
function comparePixels({
  entry: { SceneIndex },
  library: {
    BackSide,
    BatchedMesh,
    BoxGeometry,
    DoubleSide,
    FrontSide,
    Group,
    InstancedMesh,
    LinearSRGBColorSpace,
    Matrix4,
    Mesh,
    MeshBasicMaterial,
    OrthographicCamera,
    PerspectiveCamera,
    Plane,
    Raycaster,
    SphereGeometry,
    Vector2,
    Vector3,
    WebGLRenderer,
  },
  scenes,
}: {
  entry: typeof slabtreeThree;
  library: typeof three;
  scenes: number;
}) {
  const size = 64;
  const renderer = new WebGLRenderer({ preserveDrawingBuffer: true, antialias: false });
  renderer.setSize(size, size);
  renderer.outputColorSpace = LinearSRGBColorSpace;
  document.body.append(renderer.domElement);

  // Park and Miller's generator.
  let seed = 1;
  const random = (from: number, to: number) => {
    seed = (seed * 16807) % 2147483647;
    return from + ((to - from) * seed) / 2147483647;
  };
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random(0, values.length))];
  const vector = (size: number) => new Vector3(random(-size, size), random(-size, size), random(-size, size));
  const planes = (count: number) =>
    Array.from({ length: Math.floor(random(0, count + 1)) }, () =>
      new Plane().setFromNormalAndCoplanarPoint(vector(1).normalize(), vector(1.5)),
    );

  // Graphics cards place corners on a grid in each pixel; a coarse one has steps of a sixteenth.
  const around = [-0.1, 0, 0.1].flatMap((right) => [-0.1, 0, 0.1].map((up) => [right, up]));
  const wrong: string[] = [];
  let clear = 0;
  let cut = 0;
  for (let number = 0; number < scenes; number++) {
    renderer.clippingPlanes = planes(2);
    renderer.localClippingEnabled = number % 4 > 0;
    const root = new Group();
    root.rotation.set(random(0, 6), random(0, 6), random(0, 6));
    const colours = new Map<three.Object3D, number>();
    for (let i = 1; i <= 16; i++) {
      const material = new MeshBasicMaterial({ side: pick([FrontSide, BackSide, DoubleSide]) });
      material.color.setRGB((10 * i) / 255, 0, 0);
      material.clippingPlanes = pick([null, planes(3)]);
      material.clipIntersection = pick([true, false]);
      const geometry = pick([new BoxGeometry(1, 1, 1), new SphereGeometry(0.7, 12, 8)]);
      const batch = new BatchedMesh(3, 200, 800, material);
      const part = batch.addGeometry(geometry);
      for (let k = 0; k < 3; k++) {
        batch.setMatrixAt(batch.addInstance(part), new Matrix4().setPosition(vector(1)));
      }
      // Two sides of this box are cut by other planes.
      const other = material.clone();
      other.clippingPlanes = pick([null, planes(2)]);
      const box = new Mesh(new BoxGeometry(1, 1, 1), [material, other, material, material, other, material]);
      const mesh = pick([new Mesh(geometry, material), new InstancedMesh(geometry, material, 3), batch, box]);
      mesh.position.copy(vector(2));
      mesh.scale.addScalar(random(0, 1));
      if (mesh instanceof InstancedMesh) {
        for (let k = 0; k < 3; k++) mesh.setMatrixAt(k, new Matrix4().setPosition(vector(1)));
      }
      root.add(mesh);
      colours.set(mesh, 10 * i);
    }
    const camera =
      number % 2 === 0 ? new PerspectiveCamera(50, 1, 0.1, 100) : new OrthographicCamera(-4, 4, 4, -4, 0.1, 100);
    camera.position.z = 8;
    renderer.render(root, camera);
    const gl = renderer.getContext();
    const rgba = new Uint8Array(4 * size * size);
    gl.readPixels(0, 0, size, size, gl.RGBA, gl.UNSIGNED_BYTE, rgba);

    const index = SceneIndex.from(root, { clipping: renderer });
    const raycaster = new Raycaster();
    for (let y = 1; y < size - 1; y++) {
      for (let x = 1; x < size - 1; x++) {
        const at = 4 * (y * size + x);
        const drawn = rgba[at];
        const isEdge = [-size - 1, -size, -size + 1, -1, 1, size - 1, size, size + 1].some(
          (step) => rgba[at + 4 * step] !== drawn,
        );
        if (isEdge) continue;
        clear++;
        const cast = (right: number, up: number) => {
          const middle = new Vector2((2 * (x + right) + 1) / size - 1, (2 * (y + up) + 1) / size - 1);
          raycaster.setFromCamera(middle, camera);
          return index.raycast(raycaster, { precise: true });
        };
        const colourOf = (hit: three.Intersection | null) => (hit === null ? 0 : (colours.get(hit.object) ?? -1));
        const hit = cast(0, 0);
        // A sliver in a single pixel: beside it, the ray hits what is drawn.
        const isDrawn = [[0, 0], ...around].some(([right, up]) => colourOf(cast(right, up)) === drawn);
        if (!isDrawn) wrong.push(`scene ${number}, pixel ${x} ${y}: drawn ${drawn}, hit ${colourOf(hit)}`);
        cast(0, 0);
        const uncut = index.raycast(raycaster, { precise: true, clipping: null });
        if (uncut !== null && uncut.distance !== hit?.distance) cut++;
      }
    }
  }
  return { wrong: wrong.slice(0, 10), clear, cut };
}
