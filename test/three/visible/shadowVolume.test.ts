import {
  AmbientLight,
  DirectionalLight,
  HemisphereLight,
  type Light,
  LightProbe,
  type Object3D,
  OrthographicCamera,
  PerspectiveCamera,
  PointLight,
  RectAreaLight,
  SpotLight,
  type Vector3,
} from 'three';
import { frustumFromMatrix } from 'slabtree';
import { SceneIndex } from 'slabtree/three';
import { describe, expect, it } from 'vitest';
import type { Random } from '../../support/random';
import { search } from '../../support/runs';
import { cubeAt, rootOf } from '../../support/three/cubes';
import { seeds } from '../../support/three/seeds';

function cameraAmong(random: Random): PerspectiveCamera | OrthographicCamera {
  const camera = random.chance(0.5)
    ? new PerspectiveCamera(random.between(20, 90), 1, 0.5, random.between(5, 30))
    : new OrthographicCamera(-3, 4, 5, -3, 0.1, random.between(5, 30));
  camera.position.set(...random.triple(-9, 9));
  camera.lookAt(...random.triple(-9, 9));
  camera.updateMatrixWorld();
  return camera;
}

function lightAmong(random: Random): Light {
  const light = random.pick([() => new DirectionalLight(), () => new PointLight(), () => new SpotLight()])();
  light.position.set(...random.triple(-20, 20));
  light.updateMatrixWorld();
  return light;
}

/** Whether the shadow of a point by a light falls into a view: some of many points behind it is in the view. */
function shadowIsSeen(point: Vector3, light: Light, planes: ReturnType<typeof frustumFromMatrix>): boolean {
  const isDirectional = light instanceof DirectionalLight;
  const way = isDirectional ? light.position.clone().negate() : point.clone().sub(light.position);
  way.normalize();
  for (let distance = 0; distance < 80; distance += 0.05) {
    const { x, y, z } = point.clone().addScaledVector(way, distance);
    if (planes.every(({ normal, constant }) => normal.x * x + normal.y * y + normal.z * z + constant > 0)) return true;
  }
  return false;
}

function seenBy(view: { inside: Iterable<{ object: Object3D }>; crossing: Iterable<{ object: Object3D }> }) {
  return new Set([...view.inside, ...view.crossing].map(({ object }) => object));
}

describe('a view with the shadows of a light', () => {
  it('the view has every object that casts a shadow into it, and every object in it', async () => {
    await search(
      0.4,
      seeds((random, context) => {
        const cubes = Array.from({ length: 40 }, () => cubeAt(...random.triple(-20, 20)));
        const index = SceneIndex.from(rootOf(...cubes));
        const camera = cameraAmong(random);
        const light = lightAmong(random);
        const planes = frustumFromMatrix(camera.projectionMatrix.clone().multiply(camera.matrixWorldInverse));
        const casting = seenBy(index.cull(camera, { shadows: light }));
        // Some of those that cross planes of the view lie outside it, near an edge.
        const seen = seenBy({ inside: index.cull(camera).inside, crossing: [] });
        for (const cube of cubes) {
          const mustCast = seen.has(cube) || shadowIsSeen(cube.position, light, planes);
          if (mustCast)
            expect({ casts: casting.has(cube), at: cube.position, ...context }).toMatchObject({ casts: true });
        }
      }),
      1.2,
    );
  });

  it('the view has no object whose shadow falls elsewhere', () => {
    // The view is between -5 and 5 in x and y, and between -10 and 10 in z.
    const camera = new OrthographicCamera(-5, 5, 5, -5, 0, 20);
    camera.position.z = 10;
    camera.updateMatrixWorld();
    const [above, beside, below, before] = [cubeAt(0, 50), cubeAt(50, 50), cubeAt(0, -50), cubeAt(0, 50, 50)];
    const index = SceneIndex.from(rootOf(above, beside, below, before, cubeAt(0, 0)));
    const casting = (light: Light) => {
      light.updateMatrixWorld();
      const seen = seenBy(index.cull(camera, { shadows: light }));
      return [above, beside, below, before].map((cube) => seen.has(cube));
    };
    const sun = new DirectionalLight();
    sun.position.set(0, 1, 0);
    expect(casting(sun)).toEqual([true, false, false, false]);
    sun.position.set(1, 1, 0);
    expect(casting(sun)).toEqual([false, true, false, false]);
    sun.position.set(0, 1, 1);
    expect(casting(sun)).toEqual([false, false, false, true]);
    // The direction is that from the target.
    sun.target.position.set(0, 2, 1);
    sun.target.updateMatrixWorld();
    expect(casting(sun)).toEqual([false, false, true, false]);
    const lamp = new PointLight();
    lamp.position.set(0, 80, 0);
    expect(casting(lamp)).toEqual([true, false, false, false]);
    // What is behind the lamp casts its shadow away from the view.
    lamp.position.set(0, 20, 0);
    expect(casting(lamp)).toEqual([false, false, false, false]);
  });

  it('the view needs a light at a finite place', () => {
    const index = SceneIndex.from(rootOf(cubeAt(0, 0)));
    const camera = new PerspectiveCamera();
    const lamp = new PointLight();
    lamp.position.x = NaN;
    lamp.updateMatrixWorld();
    expect(() => index.cull(camera, { shadows: lamp })).toThrow(/options\.shadows/);
    expect(() => index.cull(camera, { shadows: cubeAt(0, 0) as unknown as Light })).toThrow(/Light/);
    // These have no place, or cast no shadow in three.js.
    for (const light of [new AmbientLight(), new HemisphereLight(), new LightProbe(), new RectAreaLight()]) {
      expect(() => index.cull(camera, { shadows: light })).toThrow(
        /options\.shadows must be a three\.js Light with shadows/,
      );
    }
  });
});
