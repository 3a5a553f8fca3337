import { createPortal, extend, type ThreeEvent, useFrame, useStore, useThree } from '@react-three/fiber';
import { createElement, type ReactNode, useEffect, useLayoutEffect } from 'react';
import {
  BoxGeometry,
  Group,
  InstancedMesh,
  type Intersection,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  Raycaster,
  SphereGeometry,
} from 'three';
import { IndexedEvents, type IndexedEventsProps, useSceneIndex } from 'slabtree/react';
import { Random } from '../random';
import { FiberRoot, type FiberSurface } from './fiber';

const OBJECTS = 25;
/** How many things the pointer does in a scene. */
export const STEPS = 60;

const pointerEvents = ['Over', 'Out', 'Enter', 'Leave', 'Move', 'Down', 'Up'].map((name) => `onPointer${name}`);
const handlerNames = [...pointerEvents, 'onClick', 'onDoubleClick', 'onContextMenu', 'onWheel', 'onPointerMissed'];

const geometries = [new BoxGeometry(1, 1, 1), new SphereGeometry(0.7, 8, 6)];
const material = new MeshBasicMaterial();

extend({ Group, InstancedMesh, Mesh });

/** Moves some objects at each frame. */
function Motion({ random, objects }: { random: Random; objects: readonly Object3D[] }): ReactNode {
  useFrame(() => {
    const object = random.pick(objects);
    object.position.set(...random.triple(-3, 3));
    if (random.chance(0.2)) object.visible = !object.visible;
  });
  return null;
}

/** Settings of a raycaster: those of three.js, and one that only an object's own raycast knows. */
interface Settings {
  near?: number;
  far?: number;
  reach?: number;
}

function settingsAmong(random: Random): Settings {
  return {
    ...(random.chance(0.4) ? { near: random.between(7, 12) } : {}),
    ...(random.chance(0.4) ? { far: random.between(11, 16) } : {}),
    ...(random.chance(0.4) ? { reach: random.between(10, 14) } : {}),
  };
}

/** When and how a component sets a raycaster. */
const WAYS_TO_SET = ['never', 'before', 'after', 'each frame', 'by another raycaster'] as const;

/** Sets the raycaster of its scene, as an application does. */
function Reach({ way, random }: { way: (typeof WAYS_TO_SET)[number]; random: Random }): ReactNode {
  const store = useStore();
  const raycaster = useThree((state) => state.raycaster);
  const set = (to: Raycaster) => Object.assign(to, settingsAmong(random));
  useLayoutEffect(() => {
    if (way === 'before') set(raycaster).layers.enable(1);
  }, []);
  useEffect(() => {
    // The raycaster may be another by now, and some components keep the one that they have seen first.
    if (way === 'after') set(raycaster).layers.enable(1);
    if (way === 'by another raycaster') store.setState({ raycaster: set(new Raycaster()) });
  }, []);
  useFrame((state) => {
    if (way === 'each frame') set(random.chance(0.5) ? state.raycaster : raycaster);
  });
  return null;
}

/** What react-three-fiber gives as the target of an event. The tests do not know the types of pages. */
interface Target {
  setPointerCapture(pointerId: number): void;
}

type Log = (event: string, name: string, details: unknown) => void;

/** Random handlers that log what they are given. Some stop the event, and some capture the pointer. */
function handlersAmong(random: Random, name: string, log: Log): object {
  const handlers: Record<string, (event: ThreeEvent<PointerEvent>) => void> = {};
  for (const handler of handlerNames) {
    if (random.chance(0.6)) continue;
    const stops = random.chance(0.2);
    const captures = handler === 'onPointerDown' && random.chance(0.3);
    handlers[handler] = (event) => {
      if (handler === 'onPointerMissed') {
        log(handler, name, null);
        return;
      }
      const { object, eventObject, instanceId, distance, point, faceIndex, intersections } = event;
      const all = intersections.map((each) => [each.object.name, each.eventObject.name, each.distance]);
      log(handler, name, [object.name, eventObject.name, instanceId, distance, point.toArray(), faceIndex, all]);
      if (stops) event.stopPropagation();
      if (captures) (event.target as unknown as Target).setPointerCapture(1);
    };
  }
  return handlers;
}

/** A random object as React makes it, with random objects below it. */
function elementAmong(random: Random, depth: number, made: Object3D[], log: Log, count: { left: number }): ReactNode {
  const name = `object ${count.left--}`;
  const props = {
    key: name,
    name,
    ref: (object: Object3D | null) => {
      if (object !== null && !made.includes(object)) made.push(object);
    },
    position: random.triple(-3, 3),
    visible: !random.chance(0.1),
    ...(random.chance(0.5) ? handlersAmong(random, name, log) : {}),
    ...random.pick<object>([{}, {}, {}, { raycast: () => null }, { layers: random.pick([0, 0, 1]) }]),
  };
  const children: ReactNode[] = [];
  while (count.left > 0 && random.chance(depth < 3 ? 0.5 : 0)) {
    children.push(elementAmong(random, depth + 1, made, log, count));
  }
  const kind = random.pick(['group', 'mesh', 'mesh', 'mesh', 'instances', 'reading']);
  if (kind === 'group') return createElement('group', props, ...children);
  const geometry = random.pick(geometries);
  if (kind === 'mesh') return createElement('mesh', { ...props, geometry, material }, ...children);
  if (kind === 'instances') {
    const instances = new InstancedMesh(geometry, material, 4);
    for (let i = 0; i < 4; i++) instances.setMatrixAt(i, new Matrix4().makeTranslation(...random.triple(-2, 2)));
    instances.computeBoundingSphere();
    return createElement('primitive', { ...props, object: instances }, ...children);
  }
  // One whose raycast stops at itself.
  const raycast = function (this: Mesh, raycaster: Raycaster & Settings, hits: Intersection[]) {
    const own: Intersection[] = [];
    Mesh.prototype.raycast.call(this, raycaster, own);
    hits.push(...own.filter(({ distance }) => distance <= (raycaster.reach ?? Infinity)));
    return false;
  };
  return createElement('mesh', { ...props, geometry, material, raycast: raycast as never }, ...children);
}

/** How react-three-fiber finds what is under the pointer: by itself, or by IndexedEvents with these props. */
export const ways = {
  stock: null,
  'with an index': {},
  'with an index, but not for moves': { moves: false },
  'where it steps aside': { index: null },
  'where it is not enabled': { enabled: false },
} satisfies Record<string, IndexedEventsProps | null>;
export type Way = keyof typeof ways;

/** With an index that is given, the component never steps aside, however few objects there are. */
function Indexed({ props }: { readonly props: IndexedEventsProps }): ReactNode {
  const index = useSceneIndex();
  return createElement(IndexedEvents, { index, ...props });
}

/** Everything that the handlers of a random scene are told along a random path of the pointer. */
export async function fiberLog(seed: number, way: Way, surface?: FiberSurface): Promise<string[]> {
  const random = new Random(seed);
  const lines: string[] = [];
  const log: Log = (event, name, details) => lines.push(JSON.stringify([event, name, details]));
  const made: Object3D[] = [];
  const count = { left: OBJECTS };
  const elements: ReactNode[] = [];
  while (count.left > 0) elements.push(elementAmong(random, 0, made, log, count));
  // A portal has a raycaster of its own, which is not asked about what is outside.
  const container = new Group();
  const beyond = elementAmong(random, 0, made, log, { left: 5 });
  const root = new FiberRoot(surface);
  const props = ways[way];
  const indexed = props === null ? null : createElement(Indexed, { key: 'events', props });
  const [reach, reachBeyond] = [2, 3].map((more) => {
    const reachRandom = new Random(seed + more);
    return createElement(Reach, { key: 'reach', random: reachRandom, way: reachRandom.pick(WAYS_TO_SET) });
  });
  const isIndexedBeyond = random.chance(0.5);
  const inPortal = [beyond, reachBeyond, isIndexedBeyond ? indexed : null];
  const content = [
    ...elements,
    createElement('primitive', { key: 'container', object: container, name: 'container' }),
    createElement(Motion, { key: 'motion', random: new Random(seed + 1), objects: made }),
    createElement('group', { key: 'portal' }, createPortal(inPortal, container, { events: { priority: 2 } })),
    reach,
    indexed,
  ];
  await root.render(content, random.chance(0.3) ? settingsAmong(random) : {});
  root.frame();
  let [x, y] = [random.next(), random.next()];
  for (let i = 0; i < STEPS; i++) {
    if (random.chance(0.15)) root.frame();
    // The page is rendered again, with other props of <Canvas>.
    if (random.chance(0.05)) await root.render(content, settingsAmong(random));
    if (random.chance(0.8)) [x, y] = [random.between(0.2, 0.8), random.between(0.2, 0.8)];
    const action = random.pick(['move', 'move', 'move', 'click', 'onDoubleClick', 'onContextMenu', 'onWheel', 'leave']);
    lines.push(`${action} ${x} ${y}`);
    if (action === 'move') root.fire('onPointerMove', x, y);
    else if (action === 'leave') root.fire('onPointerLeave', x, y);
    else if (action === 'click') for (const name of ['onPointerDown', 'onPointerUp', 'onClick']) root.fire(name, x, y);
    else root.fire(action, x, y);
  }
  await root.unmount();
  return lines;
}
