import { useFrame } from '@react-three/fiber';
import { type CullOptions, useCull, useSceneIndex } from 'slabtree/react';
import { SceneIndex, type SceneIndexOptions, type SceneView } from 'slabtree/three';
import { createElement, type ReactNode } from 'react';
import { BoxGeometry, Group, Mesh, MeshBasicMaterial, PerspectiveCamera, Raycaster, Vector3 } from 'three';
import { describe, expect, it, vi } from 'vitest';
import { FiberRoot } from '../support/three/fiber';
import { prepareReactTests } from '../support/three/reactTests';

prepareReactTests();

const cube = new Mesh(new BoxGeometry(1, 1, 1), new MeshBasicMaterial());
const object = createElement('primitive', { key: 'cube', object: cube });

/** The index as a component with these options gets it. */
function Using({ options, got }: { options?: SceneIndexOptions; got: (index: SceneIndex) => void }): ReactNode {
  got(useSceneIndex(options));
  return null;
}

function using(key: string, got: SceneIndex[], options?: SceneIndexOptions) {
  return createElement(Using, { key, got: (index) => got.push(index), ...(options && { options }) });
}

function hits(index: SceneIndex, x: number): boolean {
  return index.raycastAny(new Raycaster(new Vector3(x, 0, 10), new Vector3(0, 0, -1)));
}

describe('useSceneIndex', () => {
  it('components of a scene share one index, with options each has its own', async () => {
    const root = new FiberRoot();
    const got: SceneIndex[] = [];
    await root.render([object, using('a', got), using('b', got), using('c', got, { autoPose: true })]);
    await root.render([object, using('a', got), using('b', got), using('c', got, { autoPose: true })]);
    const [a, b, c, again, , ownAgain] = got;
    expect(b).toBe(a);
    expect(again).toBe(a);
    expect(c).not.toBe(a);
    expect(ownAgain).toBe(c);
    expect([a.autoPose, c.autoPose]).toEqual([false, true]);
    expect(a.root).toBe(root.state.scene);
    await root.unmount();
  });

  it('the index has what the last frame has drawn, also with a component that moves objects later', async () => {
    const root = new FiberRoot();
    const got: SceneIndex[] = [];
    const Motion = () => {
      useFrame(({ clock }) => {
        cube.position.x = clock.elapsedTime;
      });
      return null;
    };
    cube.position.x = 0;
    await root.render([object, using('index', got), createElement(Motion, { key: 'motion' })]);
    const [index] = got;
    for (let i = 0; i < 3; i++) {
      root.frame();
      expect(hits(index, cube.position.x)).toBe(true);
      expect(index.boxes.size).toBe(1);
    }
    const { x } = cube.position;
    cube.position.x = 50;
    expect(hits(index, x)).toBe(true);
    await root.unmount();
    cube.position.x = 0;
  });

  it('an index that several components share is brought up to date once a frame', async () => {
    const root = new FiberRoot();
    const got: SceneIndex[] = [];
    await root.render([object, using('a', got), using('b', got), using('c', got)]);
    root.frame();
    const update = vi.spyOn(got[0], 'update');
    root.frame();
    root.frame();
    expect(update).toHaveBeenCalledTimes(2);
    await root.render([object, using('b', got)]);
    update.mockClear();
    root.frame();
    expect(update).toHaveBeenCalledTimes(1);
    await root.unmount();
  });

  it('frames without global effects bring the index up to date a frame later', async () => {
    const root = new FiberRoot();
    const got: SceneIndex[] = [];
    await root.render([object, using('index', got)]);
    for (const x of [3, 5, 5]) {
      cube.position.x = x;
      root.state.advance(x, false);
    }
    expect(hits(got[0], 5)).toBe(true);
    await root.unmount();
    cube.position.x = 0;
  });

  it('frames without global effects bring a shared index up to date once, a frame later', async () => {
    const root = new FiberRoot();
    const got: SceneIndex[] = [];
    await root.render([object, using('a', got), using('b', got)]);
    root.state.advance(1, false);
    const update = vi.spyOn(got[0], 'update');
    root.state.advance(2, false);
    root.state.advance(3, false);
    expect(update).toHaveBeenCalledTimes(2);
    await root.unmount();
  });

  it('an index that no component uses any more is left as it is', async () => {
    const root = new FiberRoot();
    const got: SceneIndex[] = [];
    await root.render([object, using('index', got)]);
    root.frame();
    await root.render([object]);
    cube.position.x = 9;
    root.frame();
    expect(hits(got[0], 9)).toBe(false);
    await root.render([object, using('index', got)]);
    expect(got.at(-1)).toBe(got[0]);
    expect(hits(got[0], 9)).toBe(true);
    await root.unmount();
    cube.position.x = 0;
  });

  it('a wrong option is named', async () => {
    const root = new FiberRoot();
    await expect(root.render(using('index', [], { autoUpdat: true } as never))).rejects.toThrow(
      'options has no option "autoUpdat"',
    );
  });
});

describe('useCull', () => {
  function Culling({ onView, options }: { onView: (view: SceneView) => void; options?: CullOptions }): ReactNode {
    useCull(onView, options);
    return null;
  }

  it('the view of each frame has the objects where they are drawn', async () => {
    const root = new FiberRoot();
    const counts: number[] = [];
    const onView = ({ inside, crossing }: SceneView) => counts.push(inside.size + crossing.size);
    await root.render([object, createElement(Culling, { key: 'culling', onView })]);
    for (const x of [0, 100, 0]) {
      cube.position.x = x;
      root.frame();
    }
    expect(counts).toEqual([1, 0, 1]);
    await root.unmount();
  });

  it('another camera and an index of the application are used as they are given', async () => {
    const root = new FiberRoot();
    const counts: number[] = [];
    const onView = ({ inside, crossing }: SceneView) => counts.push(inside.size + crossing.size);
    const camera = new PerspectiveCamera(50, 1, 0.1, 100);
    camera.position.set(100, 0, 10);
    const index = SceneIndex.from(cube);
    const options = { camera, index };
    await root.render([object, createElement(Culling, { key: 'culling', onView, options })]);
    root.frame();
    cube.position.x = 100;
    root.frame();
    index.update();
    root.frame();
    expect(counts).toEqual([0, 0, 1]);
    await root.unmount();
    cube.position.x = 0;
  });

  it('no other index is kept beside the one of the application', async () => {
    const root = new FiberRoot();
    const index = SceneIndex.from(cube);
    const update = vi.spyOn(SceneIndex.prototype, 'update');
    const options = { index };
    await root.render([object, createElement(Culling, { key: 'culling', onView: vi.fn(), options })]);
    root.frame();
    root.frame();
    expect(update).not.toHaveBeenCalled();
    update.mockRestore();
    await root.unmount();
  });

  it('a camera in an object that has moved sees from there', async () => {
    const root = new FiberRoot();
    const counts: number[] = [];
    const onView = ({ inside, crossing }: SceneView) => counts.push(inside.size + crossing.size);
    const camera = new PerspectiveCamera(50, 1, 0.1, 100);
    const head = new Group().add(camera);
    head.position.set(0, 0, 10);
    const options = { camera, index: SceneIndex.from(cube) };
    await root.render([object, createElement(Culling, { key: 'culling', onView, options })]);
    root.frame();
    head.position.x = 100;
    root.frame();
    expect(counts).toEqual([1, 0]);
    await root.unmount();
  });

  it.each([
    [{ onView: 1 }, 'onView must be a function, got 1'],
    [{ onView: vi.fn(), options: { index: {} } }, 'options.index must be a SceneIndex or null'],
    [{ onView: vi.fn(), options: { camera: {} } }, 'options.camera must be a three.js Camera or null'],
  ])('a wrong argument is named: %o', async (props, message) => {
    const root = new FiberRoot();
    await expect(root.render(createElement(Culling, props as never))).rejects.toThrow(message);
  });
});
