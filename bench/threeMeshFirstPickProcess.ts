import { ObjectLoader, PerspectiveCamera, type PerspectiveCameraJSON } from 'three';
import { collectGarbage } from './collectGarbage';
import { processorTime } from './measure';
import { meshPicks } from './peers/meshPicks';
import type { Pointer } from './pointers';
import { type Form, meshOf } from './triangles/forms';
import type { MeshNumbers } from './triangles/shapes';

/** What this process gets. */
export interface FirstPick {
  /** Its place in meshPicks. */
  readonly contender: number;
  readonly numbers: MeshNumbers;
  readonly form: Form;
  readonly camera: PerspectiveCameraJSON;
  readonly pointer: Pointer;
}

/** What it sends back, in milliseconds. */
export interface FirstPickTimes {
  readonly wall: number;
  readonly cpu: number;
}

process.once('message', (message) => {
  const { contender, numbers, form, camera: json, pointer } = message as FirstPick;
  const camera = new ObjectLoader().parse(json);
  if (!(camera instanceof PerspectiveCamera)) throw new TypeError(`expected a camera, got ${camera.type}`);
  camera.updateMatrixWorld();
  const mesh = meshOf(numbers, form);
  // The message would be garbage of the first pick.
  collectGarbage();
  const begin = { wall: performance.now(), cpu: processorTime() };
  const hit = meshPicks[contender].prepare(mesh, camera)(pointer);
  const times: FirstPickTimes = { wall: performance.now() - begin.wall, cpu: processorTime() - begin.cpu };
  if (!hit) throw new Error(`${meshPicks[contender].name} has not hit the mesh`);
  process.send?.(times);
});
