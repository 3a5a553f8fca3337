import {
  BatchedMesh,
  BoxGeometry,
  DirectionalLight,
  InstancedMesh,
  Layers,
  Mesh,
  MeshBasicMaterial,
  PerspectiveCamera,
  Raycaster,
  Vector3,
} from 'three';
import { SceneIndex, SceneIndexHelper, VisibleInstances } from 'slabtree/three';
import { describe, expect, it } from 'vitest';
import { muteWarnings } from '../support/muteWarnings';

// Beside the sources is no script for a thread.
muteWarnings();

const geometry = new BoxGeometry();
const material = new MeshBasicMaterial();
const mesh = new Mesh(geometry, material);
const instances = new InstancedMesh(geometry, material, 2);
const batch = new BatchedMesh(2, 100, 200, material);
const geometryId = batch.addGeometry(geometry);
const index = SceneIndex.from(mesh);
const raycaster = new Raycaster(new Vector3(0, 0, 10), new Vector3(0, 0, -1));
const camera = new PerspectiveCamera(50, 1, 0.1, 100);
camera.position.z = 10;
camera.updateMatrixWorld();
const light = new DirectionalLight();
const event = { clientX: 5, clientY: 5 };
const area = { from: event, to: event };
const element = { getBoundingClientRect: () => ({ left: 0, top: 0, width: 9, height: 9 }) };

const filter = () => true;
const rays = { precise: true, filter, within: mesh, clipping: null };
const nearby = { precise: true, filter, within: mesh, layers: new Layers() };
const boundsOf = () => undefined;
const made = { backend: 'js', shared: false, autoUpdate: true, autoPose: false, clipping: null, boundsOf };
const ahead = { onProgress: () => undefined, signal: new AbortController().signal };
const selected = { mode: 'window', precise: true, seenOnly: true, step: 9, params: {}, filter, within: mesh };

/** Each call that takes options, with all that it takes. */
const calls: [name: string, options: object, call: (options: never) => unknown][] = [
  ['SceneIndex.from', made, (options) => SceneIndex.from(mesh, options)],
  ['raycast', rays, (options) => index.raycast(raycaster, options)],
  ['raycastAll', rays, (options) => index.raycastAll(raycaster, options)],
  ['pick', { ...rays, raycaster, inView: true }, (options) => index.pick(event, camera, element, options)],
  [
    'snap',
    { filter, within: mesh, clipping: null, radius: 2, to: 'edge', thresholdAngle: 1, layers: new Layers() },
    (options) => index.snap(event, camera, element, options),
  ],
  ['cull', { shadows: light }, (options) => index.cull(camera, options)],
  ['select', { ...selected, clipping: null }, (options) => index.select(area, camera, element, options)],
  ['overlap', nearby, (options) => index.overlap({ center: new Vector3(), radius: 1 }, options)],
  ['nearest', { ...nearby, count: 2, maxDistance: 9 }, (options) => index.nearest(new Vector3(), options)],
  ['a SceneIndexHelper', { depth: 1 }, (options) => new SceneIndexHelper(index, options)],
  ['VisibleInstances', { levels: [], sort: true }, (options) => new VisibleInstances(instances, options)],
  [
    'a level of VisibleInstances',
    { geometry, material, distance: 5, hysteresis: 0.1 },
    (level) => new VisibleInstances(instances, { levels: [level] }),
  ],
  [
    'a level of the VisibleInstances of a batch',
    { of: geometryId, geometryId, distance: 5, hysteresis: 0.1 },
    (level) => new VisibleInstances(batch, { levels: [level] }),
  ],
];

describe('options', () => {
  it.each(calls)('%s accepts any of its options', (_, options, call) => {
    call(options as never);
    for (const [key, value] of Object.entries(options)) {
      // A level needs its geometry and its distance.
      if (!('distance' in options)) call({ [key]: value as unknown } as never);
    }
  });

  it.each(calls)('%s rejects an unknown option by its name', (_, options, call) => {
    for (const wrong of ['percise', 'maxT', 'autoupdate', 'workerUrl']) {
      const misspelt = { ...options, [wrong]: true };
      expect(() => call(misspelt as never)).toThrow(TypeError);
      expect(() => call(misspelt as never)).toThrow(`has no option "${wrong}"; the options are `);
    }
    for (const name of Object.keys(options)) {
      expect(() => call({ ...options, percise: true } as never)).toThrow(new RegExp(`the options are .*\\b${name}\\b`));
    }
  });

  it('SceneIndex.fromAsync accepts the options of from, of the progress and of the thread', async () => {
    const indexed = await SceneIndex.fromAsync(mesh, { ...made, ...ahead, workerUrl: undefined } as object);
    expect(indexed.boxes.backend).toBe('js');
    const wrong = { ...made, ...ahead, workerURL: 'a.js' } as object;
    await expect(SceneIndex.fromAsync(mesh, wrong)).rejects.toThrow('options has no option "workerURL"');
  });
});

/** What a browser gives of a touch: no place of its own. */
class TouchEvent {
  readonly touches = [event];
  readonly changedTouches = [event];
}

describe('a call with too few arguments', () => {
  it('the error names the first missing argument', () => {
    const pick = index.pick.bind(index) as (...args: unknown[]) => unknown;
    const snap = index.snap.bind(index) as typeof pick;
    for (const ask of [pick, snap]) {
      expect(() => ask()).toThrow('event must be a pointer event, got undefined');
      expect(() => ask(event)).toThrow('camera must be a three.js Camera, got undefined');
      expect(() => ask(event, camera)).toThrow(
        "element must be an element, such as the renderer's canvas, got undefined",
      );
    }
    const select = index.select.bind(index) as typeof pick;
    expect(() => select()).toThrow('area must be a rectangle');
    for (const each of [area, { points: [event] }]) {
      expect(() => select(each)).toThrow('camera must be a three.js Camera, got undefined');
      expect(() => select(each, camera)).toThrow('element must be an element');
    }
  });

  it('the error says how to pass the place of a TouchEvent', () => {
    const touch = new TouchEvent() as never;
    expect(() => index.pick(touch, camera, element)).toThrow(
      'event must be one touch: pass event.touches[0], or event.changedTouches[0] once it has ended, got a value of type TouchEvent',
    );
    expect(() => index.snap(touch, camera, element)).toThrow('pass event.touches[0]');
    expect(() => index.select({ from: event, to: touch }, camera, element)).toThrow('pass area.to.touches[0]');
    expect(() => index.select({ points: [touch] }, camera, element)).toThrow('pass area.points[0].touches[0]');
  });

  it('pick accepts a touch', () => {
    expect(index.pick(new TouchEvent().touches[0], camera, element)?.object).toBe(mesh);
  });
});
