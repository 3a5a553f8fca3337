import {
  BufferGeometry,
  Line,
  LineBasicMaterial,
  OrthographicCamera,
  PerspectiveCamera,
  Raycaster,
  Vector2,
  Vector3,
} from 'three';
import { SceneIndex } from 'slabtree/three';
import { describe, expect, it } from 'vitest';
import { search } from '../../support/runs';
import { requireSame } from '../../support/three/compare';
import { byBoxes, cubeAt, rootOf } from '../../support/three/cubes';
import { cameraAmong } from '../../support/three/rays';
import { GeneratedScene } from '../../support/three/scenes';
import { seeds } from '../../support/three/seeds';

function elementAt(left: number, top: number, width: number, height: number) {
  return { getBoundingClientRect: () => ({ left, top, width, height }) };
}

/** 400 by 200 pixels, with the middle at (300, 150). */
const element = elementAt(100, 50, 400, 200);
const middle = { clientX: 300, clientY: 150 };

function cameraAbove(): PerspectiveCamera {
  const camera = new PerspectiveCamera(60, 2, 0.1, 100);
  camera.position.z = 10;
  camera.updateMatrixWorld();
  return camera;
}

describe('SceneIndex.pick', () => {
  it('a pick equals a ray cast with setFromCamera, wherever the element is on the page', async () => {
    let hitCount = 0;
    await search(
      0.5,
      seeds((random, context) => {
        const { root } = new GeneratedScene(random, 'anywhere', 25, true);
        const index = SceneIndex.from(root);
        for (let i = 0; i < 30; i++) {
          const camera = cameraAmong(random);
          const [left, top] = [random.between(-500, 500), random.between(-500, 500)];
          const [width, height] = [random.between(1, 2000), random.between(1, 2000)];
          const [across, down] = [random.between(0.3, 0.7), random.between(0.3, 0.7)];
          const event = { clientX: left + across * width, clientY: top + down * height };
          const expected = new Raycaster();
          const x = ((event.clientX - left) / width) * 2 - 1;
          const y = -((event.clientY - top) / height) * 2 + 1;
          expected.setFromCamera(new Vector2(x, y), camera);
          const kind = random.pick([{}, { precise: true }, byBoxes]);
          const options = random.chance(0.5) ? kind : { ...kind, raycaster: new Raycaster() };
          const found = index.pick(event, camera, elementAt(left, top, width, height), options);
          requireSame(found, index.raycast(expected, kind), expected, context);
          if (found !== null) hitCount++;
        }
      }),
    );
    expect(hitCount).toBeGreaterThan(0);
  });

  it('a pick finds what is under the pointer: left, right, up and down', () => {
    const names = ['left', 'right', 'up', 'down'] as const;
    const [left, right, up, down] = [cubeAt(-4, 0), cubeAt(4, 0), cubeAt(0, 4), cubeAt(0, -4)];
    [left, right, up, down].forEach((cube, i) => (cube.name = names[i]));
    const index = SceneIndex.from(rootOf(left, right, up, down));
    const cameras = [cameraAbove(), new OrthographicCamera(-11.55, 11.55, 5.77, -5.77, 0.1, 100)];
    cameras[1].position.z = 10;
    cameras[1].updateMatrixWorld();
    for (const camera of cameras) {
      const nameAt = (clientX: number, clientY: number) =>
        index.pick({ clientX, clientY }, camera, element)?.object.name ?? 'nothing';
      expect([nameAt(230, 150), nameAt(370, 150), nameAt(300, 80), nameAt(300, 220), nameAt(300, 150)]).toEqual([
        'left',
        'right',
        'up',
        'down',
        'nothing',
      ]);
    }
  });

  it('a pick hits the first triangle, or without precise the first box, which has no face', () => {
    const cube = cubeAt(0, 0);
    cube.rotation.set(Math.PI / 4, 0, 0);
    const index = SceneIndex.from(rootOf(cube));
    expect(index.pick(middle, cameraAbove(), element)).toMatchObject({ object: cube, face: { normal: {} } });
    expect(index.pick(middle, cameraAbove(), element, byBoxes)).toMatchObject({ object: cube, face: null });
  });

  it('a pick uses near, far and layers of the given raycaster', () => {
    const [near, far] = [cubeAt(0, 0, 4), cubeAt(0, 0, -4)];
    const index = SceneIndex.from(rootOf(near, far));
    for (const precise of [false, true]) {
      const raycaster = new Raycaster();
      const pick = () => index.pick(middle, cameraAbove(), element, { precise, raycaster })?.object ?? null;
      expect(pick()).toBe(near);
      raycaster.near = 8;
      expect(pick()).toBe(far);
      raycaster.far = 12;
      expect(pick()).toBeNull();
      raycaster.near = 0;
      raycaster.layers.set(1);
      expect(pick()).toBeNull();
      far.layers.enable(1);
      index.update();
      raycaster.far = 20;
      expect(pick()).toBe(far);
      far.layers.set(0);
      index.update();
    }
  });

  it('a pick hits a line within the threshold of the given raycaster', () => {
    const geometry = new BufferGeometry().setFromPoints([new Vector3(-5, 0.5, 0), new Vector3(5, 0.5, 0)]);
    const line = new Line(geometry, new LineBasicMaterial());
    const index = SceneIndex.from(rootOf(line));
    const raycaster = new Raycaster();
    raycaster.params.Line.threshold = 0.4;
    expect(index.pick(middle, cameraAbove(), element, { precise: true, raycaster })).toBeNull();
    raycaster.params.Line.threshold = 0.6;
    expect(index.pick(middle, cameraAbove(), element, { precise: true, raycaster })?.object).toBe(line);
  });

  it('a pick stores its ray in the given raycaster', () => {
    const raycaster = new Raycaster();
    const camera = cameraAbove();
    SceneIndex.from(rootOf()).pick(middle, camera, element, { raycaster });
    expect(raycaster.camera).toBe(camera);
    expect(raycaster.ray.origin).toEqual(camera.position);
    expect(raycaster.ray.direction.z).toBe(-1);
  });
});
