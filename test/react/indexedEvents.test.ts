import { createPortal, extend, type RootState, useStore } from '@react-three/fiber';
import { IndexedEvents, type IndexedEventsProps, useSceneIndex } from 'slabtree/react';
import { type IndexedRaycaster, SceneIndex } from 'slabtree/three';
import { act, createElement, Fragment, type ReactNode, StrictMode, Suspense, use } from 'react';
import { BoxGeometry, Group, Mesh, MeshBasicMaterial, Raycaster, SphereGeometry } from 'three';
import { describe, expect, it, vi } from 'vitest';
import { FiberRoot } from '../support/three/fiber';
import { prepareReactTests } from '../support/three/reactTests';

prepareReactTests();
extend({ Mesh });

const material = new MeshBasicMaterial();
const box = new BoxGeometry(1, 1, 1);
const events = createElement(IndexedEvents, { key: 'events' });

/** Objects with a handler, of which the first is in the middle. */
function cubes(count: number, handlers: object = { onPointerMove: () => undefined }): ReactNode[] {
  return Array.from({ length: count }, (_, i) => {
    const object = new Mesh(box, material);
    object.position.x = 2 * i;
    return createElement('primitive', { key: object.uuid, object, ...handlers });
  });
}

/** The index that a root's raycaster searches, or null. */
function indexOf({ raycaster }: RootState): SceneIndex | null {
  return (raycaster as Partial<IndexedRaycaster>).index ?? null;
}

function moveHandler({ events: { handlers } }: RootState): unknown {
  return handlers?.onPointerMove;
}

/** Uses an index however few objects there are. */
function Given(props: IndexedEventsProps): ReactNode {
  const index = useSceneIndex();
  return createElement(IndexedEvents, { index, ...props });
}

describe('IndexedEvents', () => {
  it.each([
    ['999 objects', () => cubes(999), false],
    ['1,000 objects', () => cubes(1000), true],
    ['one object of 20,000 triangles', () => [withGeometry(new SphereGeometry(1, 200, 51))], true],
    ['one object of 18,000 triangles', () => [withGeometry(new SphereGeometry(1, 200, 46))], false],
    ['1,000 objects among 4,000 without handlers', () => [...cubes(1000), ...cubes(4000, {})], false],
  ] as [string, () => ReactNode[], boolean][])('the index is used where it pays: %s', async (_, make, pays) => {
    const root = new FiberRoot();
    await root.render([...make(), events]);
    root.frame();
    expect(indexOf(root.state) !== null).toBe(pays);
    await root.unmount();
  });

  it('the index begins to be used, and steps aside, as objects come and go', async () => {
    const root = new FiberRoot();
    const stock: unknown[] = [];
    for (const [count, isUsed] of [
      [900, false],
      [1100, true],
      [900, true],
      [400, false],
      [1100, true],
    ] as const) {
      await root.render([...cubes(count), events]);
      stock.push(moveHandler(root.state));
      root.frame();
      expect({ count, isUsed: indexOf(root.state) !== null }).toEqual({ count, isUsed });
      expect({ count, isStock: moveHandler(root.state) === stock[0] }).toEqual({ count, isStock: !isUsed });
    }
    await root.unmount();
  });

  it('everything is restored when the component is unmounted, disabled or replaced', async () => {
    const root = new FiberRoot();
    await root.render(cubes(2));
    const { raycaster } = root.state;
    const own = Object.keys(raycaster);
    const handler = moveHandler(root.state);
    for (const moves of [true, false]) {
      const given = createElement(Given, { key: 'given', moves });
      const disabled = createElement(Given, { key: 'given', moves, enabled: false });
      for (const without of [[...cubes(2), disabled], cubes(2)]) {
        await root.render([...cubes(2), given]);
        root.frame();
        expect(indexOf(root.state)).not.toBe(null);
        expect(moveHandler(root.state) === handler).toBe(!moves);
        await root.render(without);
        expect(Object.keys(raycaster)).toEqual(own);
        expect(moveHandler(root.state)).toBe(handler);
      }
    }
    await root.unmount();
  });

  it('the last of two components that is left has the index, and restores everything, whichever was first', async () => {
    const root = new FiberRoot();
    const objects = cubes(2);
    await root.render(objects);
    const handler = moveHandler(root.state);
    const own = Object.keys(root.state.raycaster);
    const [first, second] = ['first', 'second'].map((key) => createElement(Given, { key }));
    for (const left of [first, second]) {
      await root.render([...objects, first, second]);
      root.frame();
      await root.render([...objects, left]);
      for (let i = 0; i < 130; i++) root.frame();
      expect(indexOf(root.state)).not.toBe(null);
      await root.render(objects);
      expect(moveHandler(root.state)).toBe(handler);
      expect(Object.keys(root.state.raycaster)).toEqual(own);
    }
    await root.unmount();
  });

  it('events continue while one of two components is left, whichever was first', async () => {
    const root = new FiberRoot();
    const moved = vi.fn();
    const cube = new Mesh(box, material);
    const object = createElement('primitive', { key: 'cube', object: cube, onPointerMove: moved });
    const [first, second] = ['first', 'second'].map((key) => createElement(Given, { key }));
    for (const content of [
      [object, first, second],
      [object, second],
      [object, first, second],
      [object, first],
      [object],
    ]) {
      await root.render(content);
      cube.position.x = cube.position.x === 0 ? 5 : 0;
      root.frame();
      const isHit = cube.position.x === 0;
      moved.mockClear();
      root.fire('onPointerMove', 0.5, 0.51);
      expect(moved).toHaveBeenCalledTimes(Number(isHit));
    }
    await root.unmount();
  });

  it('a move reads only the objects under the pointer', async () => {
    const root = new FiberRoot();
    const moved = vi.fn();
    await root.render([...cubes(50, { onPointerMove: moved }), createElement(Given, { key: 'given' })]);
    root.frame();
    const intersectObject = vi.spyOn(root.state.raycaster, 'intersectObject');
    root.fire('onPointerMove', 0.5, 0.51);
    expect(intersectObject).toHaveBeenCalledTimes(1);
    expect(moved).toHaveBeenCalledTimes(1);
    intersectObject.mockClear();
    root.fire('onPointerMove', 0.5, 0.9);
    expect(intersectObject).not.toHaveBeenCalled();
    await root.unmount();
  });

  it('an index of a group leaves the other objects to react-three-fiber', async () => {
    const root = new FiberRoot();
    const group = new Group();
    const inside = new Mesh(box, material);
    group.add(inside);
    const outside = new Mesh(box, material);
    const log: string[] = [];
    const handler = (name: string) => ({ name, onPointerMove: () => log.push(name) });
    inside.position.x = -3;
    outside.position.x = 3;
    const index = SceneIndex.from(group);
    await root.render([
      createElement('primitive', { key: 'group', object: group, ...handler('group') }),
      createElement('primitive', { key: 'outside', object: outside, ...handler('outside') }),
      createElement(IndexedEvents, { key: 'events', index }),
    ]);
    root.frame();
    index.update();
    root.fire('onPointerMove', 0.23, 0.51);
    root.fire('onPointerMove', 0.77, 0.51);
    expect(log).toEqual(['group', 'outside']);
    await root.unmount();
  });

  it('a portal has an index of its own', async () => {
    const root = new FiberRoot();
    const scene = new Group();
    const log: string[] = [];
    let portal: RootState | undefined;
    const State = () => {
      portal = useStore().getState();
      return null;
    };
    const [inside] = cubes(1, { onPointerMove: () => log.push('inside') });
    await root.render([
      createElement('primitive', { key: 'scene', object: scene }),
      createElement(
        Fragment,
        { key: 'portal' },
        createPortal([inside, createElement(Given, { key: 'given' }), createElement(State, { key: 'state' })], scene),
      ),
      createElement(Given, { key: 'given' }),
    ]);
    root.frame();
    expect(portal && indexOf(portal)?.root).toBe(scene);
    expect(indexOf(root.state)?.root).toBe(root.state.scene);
    root.fire('onPointerMove', 0.5, 0.51);
    expect(log).toEqual(['inside']);
    await root.unmount();
  });

  it('an object that takes the place of another in a portal gets events at once', async () => {
    const root = new FiberRoot();
    const scene = new Group();
    const log: string[] = [];
    const render = (name: string) => {
      const inside = createElement('primitive', {
        key: name,
        object: new Mesh(box, material),
        onPointerMove: () => log.push(name),
      });
      return root.render([
        createElement('primitive', { key: 'scene', object: scene }),
        createElement(Fragment, { key: 'portal' }, createPortal(inside, scene)),
        createElement(Given, { key: 'given' }),
      ]);
    };
    for (const name of ['first', 'second']) {
      await render(name);
      root.fire('onPointerMove', 0.5, 0.51);
      root.frame();
    }
    expect(log).toEqual(['first', 'second']);
    await root.unmount();
  });

  it('the raycasts of objects without handlers are not called, visible or not', async () => {
    const root = new FiberRoot();
    const moved = vi.fn();
    const raycast = vi.fn();
    const others = [true, false].map((visible, i) => {
      const object = Object.assign(new Mesh(box, material), { visible, raycast });
      return createElement('primitive', { key: i, object }, i === 0 ? cubes(1, { onPointerMove: moved }) : null);
    });
    await root.render([...others, createElement(Given, { key: 'given' })]);
    root.frame();
    for (const name of ['onPointerMove', 'onPointerDown', 'onClick']) root.fire(name, 0.5, 0.51);
    expect(moved).toHaveBeenCalledTimes(1);
    expect(raycast).not.toHaveBeenCalled();
    await root.unmount();
  });

  it('an object that is put outside the scene keeps its events', async () => {
    const root = new FiberRoot();
    const moved = vi.fn();
    const cube = new Mesh(box, material);
    const object = createElement('primitive', { key: 'cube', object: cube, onPointerMove: moved });
    await root.render([object, createElement(Given, { key: 'given' })]);
    root.frame();
    cube.removeFromParent();
    root.frame();
    root.fire('onPointerMove', 0.5, 0.51);
    expect(moved).toHaveBeenCalledTimes(1);
    await root.unmount();
  });

  it('an object in a portal that takes over the handlers of another object gets events at once', async () => {
    const root = new FiberRoot();
    const [outside, inside] = [new Mesh(box, material), new Mesh(box, material)];
    const beyond = new Group();
    const log: string[] = [];
    const element = (name: string, object: Mesh, handles: boolean) =>
      createElement('primitive', { key: name, object, ...(handles && { onPointerMove: () => log.push(name) }) });
    for (const handles of [false, true]) {
      await root.render([
        element('outside', outside, !handles),
        createElement(Fragment, { key: 'portal' }, createPortal(element('inside', inside, handles), beyond)),
        createElement(Given, { key: 'given' }),
      ]);
      root.fire('onPointerMove', 0.5, 0.51);
      root.frame();
    }
    expect(log).toEqual(['outside', 'inside']);
    await root.unmount();
  });

  it('an object in a portal that is made anew, with other arguments, keeps its events', async () => {
    const root = new FiberRoot();
    const moved = vi.fn();
    const beyond = new Group();
    for (const geometry of [box, new SphereGeometry(1)]) {
      const mesh = createElement('mesh', { args: [geometry, material], onPointerMove: moved });
      await root.render([
        createElement(Fragment, { key: 'portal' }, createPortal(mesh, beyond)),
        createElement(Given, { key: 'given' }),
      ]);
      root.frame();
      root.fire('onPointerMove', 0.5, 0.51);
    }
    expect(moved).toHaveBeenCalledTimes(2);
    await root.unmount();
  });

  it('two canvases have an index each', async () => {
    const roots = [new FiberRoot(), new FiberRoot()];
    const moved = [vi.fn(), vi.fn()];
    for (const i of [0, 1]) {
      await roots[i].render([...cubes(1, { onPointerMove: moved[i] }), createElement(Given, { key: 'given' })]);
      roots[i].frame();
    }
    roots[1].fire('onPointerMove', 0.5, 0.51);
    expect(moved.map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
    await roots[0].unmount();
    roots[1].fire('onPointerMove', 0.5, 0.51);
    expect(moved.map(({ mock }) => mock.calls.length)).toEqual([0, 2]);
    await roots[1].unmount();
  });

  it('effects that StrictMode runs twice leave one index', async () => {
    const root = new FiberRoot();
    const moved = vi.fn();
    const content = [...cubes(1, { onPointerMove: moved }), createElement(Given, { key: 'given' })];
    await root.render(createElement(StrictMode, null, content));
    root.frame();
    expect(indexOf(root.state)).not.toBe(null);
    root.fire('onPointerMove', 0.5, 0.51);
    expect(moved).toHaveBeenCalledTimes(1);
    await root.render(createElement(StrictMode, null, cubes(1)));
    expect(indexOf(root.state)).toBe(null);
    await root.unmount();
  });

  it('objects that were suspended get events from the next frame on', async () => {
    const root = new FiberRoot();
    const moved = vi.fn();
    let load: (value: null) => void = () => undefined;
    const loaded = new Promise<null>((resolve) => {
      load = resolve;
    });
    const Late = () => {
      use(loaded);
      return cubes(1, { onPointerMove: moved });
    };
    const late = createElement(Suspense, { key: 'late', fallback: null }, createElement(Late));
    await root.render([late, createElement(Given, { key: 'given' })]);
    root.frame();
    root.fire('onPointerMove', 0.5, 0.51);
    expect(moved).not.toHaveBeenCalled();
    await act(async () => {
      load(null);
      return loaded;
    });
    await root.render([late, createElement(Given, { key: 'given' })]);
    root.frame();
    root.fire('onPointerMove', 0.5, 0.51);
    expect(moved).toHaveBeenCalledTimes(1);
    await root.unmount();
  });

  it('another raycaster in the state is followed', async () => {
    const root = new FiberRoot();
    await root.render([...cubes(1), createElement(Given, { key: 'given' })]);
    const first = root.state;
    await root.render([...cubes(1), createElement(Given, { key: 'given' })], {});
    const raycaster = new Raycaster();
    await root.set({ raycaster });
    await root.render([...cubes(1), createElement(Given, { key: 'given' })]);
    expect(indexOf(first)).toBe(null);
    expect(indexOf(root.state)).not.toBe(null);
    await root.unmount();
  });

  it('a later react-three-fiber without what is needed keeps its events, and the console says why', async () => {
    const root = new FiberRoot();
    const moved = vi.fn();
    const objects = cubes(1, { onPointerMove: moved });
    await root.render(objects);
    const { internal } = root.state;
    await root.set({ internal: { ...internal, interaction: undefined } as never });
    vi.mocked(console.warn).mockClear();
    await root.render([...objects, createElement(Given, { key: 'given' })]);
    expect(vi.mocked(console.warn).mock.calls.flat().join(' ')).toContain(
      'IndexedEvents knows react-three-fiber 9, and this version has no internal.interaction',
    );
    expect(indexOf(root.state)).toBe(null);
    await root.set({ internal });
    root.frame();
    root.fire('onPointerMove', 0.5, 0.51);
    expect(moved).toHaveBeenCalledTimes(1);
    await root.unmount();
  });

  it.each([
    [{ index: {} }, 'index must be a SceneIndex or null'],
    [{ moves: 1 }, 'moves must be true or false, got 1'],
    [{ enabled: 'no' }, 'enabled must be true or false'],
  ])('a wrong prop is named: %o', (props, message) => {
    expect(() => IndexedEvents(props as never)).toThrow(message);
  });
});

function withGeometry(geometry: SphereGeometry): ReactNode {
  const object = new Mesh(geometry, material);
  return createElement('primitive', { key: 'object', object, onPointerMove: () => undefined });
}
