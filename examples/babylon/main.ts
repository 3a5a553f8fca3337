import '@babylonjs/core/Culling/ray.js';
import type { PickingInfo } from '@babylonjs/core/Collisions/pickingInfo.js';
import { Engine } from '@babylonjs/core/Engines/engine.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { Pointer } from 'slabtree';
import { SceneIndex } from 'slabtree/babylon';
import { compareBeside, type Question } from '../site/comparison';
import { element } from '../site/element';
import { grow } from '../site/grow';
import { numberFromAddress } from '../site/numberFromAddress';
import { onPoint } from '../site/onPoint';
import { putBeside } from '../site/putBeside';
import { seededRandom } from '../site/seededRandom';
import { takenOver } from '../site/takenOver';
import { TimeReadout } from '../site/timeReadout';
import { wander } from '../site/wander';
import { showWebglNotice } from '../site/webglNotice';
import { addColumns } from './columns';
import { Marker } from './marker';
import { Picture } from './picture';

/** In how many places a comparison picks. Babylon.js takes tens of milliseconds for each. */
const PLACES = 20;
/** How many columns the page shows at first, and then as long as frames are quick. */
const COUNTS = [1500, 6000, 20_000];

const canvas = element('picture', HTMLCanvasElement);
const callout = element('pointed', HTMLOutputElement);
const picked = element('picked', HTMLOutputElement);
const byIndex = element('by-index', HTMLInputElement);
const indexTime = new TimeReadout(element('index-time', HTMLOutputElement));
const sceneTime = new TimeReadout(element('scene-time', HTMLOutputElement));

if (Engine.isSupported()) await begin();
else showWebglNotice(canvas);

async function begin(): Promise<void> {
  const picture = new Picture(canvas);
  const { scene } = picture;
  const wanted = numberFromAddress(location.search, 'meshes', 0, 100_000);
  const counts = wanted > 0 ? [wanted] : COUNTS;
  let columns = addColumns(scene, counts[0]);
  const marker = new Marker(scene);
  await scene.whenReadyAsync();
  // #region shown
  // The columns stand still. If meshes move, call index.update() before each frame.
  const index = SceneIndex.from(scene);
  // #endregion
  report('backend', index.boxes.backend);

  let place: Pointer | null = null;
  const pointAt = (at: Pointer | null) => {
    place = at;
    picture.requestFrame();
  };
  const touched = wander(canvas, pointAt);
  const taken = takenOver(canvas);
  const timed = new AbortController();
  compareBeside(
    'scene.pick of Babylon.js',
    'pick',
    element('compared', HTMLOutputElement),
    AbortSignal.any([touched, taken, timed.signal]),
    () => place && questionAt(scene, index, place),
  );
  onPoint(canvas, (at) => {
    // From now on, screen readers announce what is under the pointer.
    picked.ariaLive = 'polite';
    pointAt(at);
  });
  // In each frame, because the view may have turned under the pointer.
  scene.onBeforeRenderObservable.add(() => {
    const info = place && pick(scene, index, place);
    marker.mark(info?.pickedMesh ?? null);
    show(place, info);
  });
  element('compare', HTMLButtonElement).addEventListener('click', () => {
    // The answer of the button stays.
    timed.abort();
    compare(scene, index);
  });
  await grow(picture, counts, (count) => {
    if (count !== counts[0]) {
      columns.dispose(false, true);
      columns = addColumns(scene, count);
      index.update();
    }
    report('count', inWords(count));
    picture.requestFrame();
  });
}

/** What is under the pointer now. */
function questionAt(scene: Scene, index: SceneIndex, { x, y }: Pointer): Question {
  const ours = indexTime.measureQuery(() => index.pick(x, y));
  return { time: indexTime.median, look: findsSame(scene, { x, y }, ours) };
}

/** Returns a function that finds out whether Babylon.js picks the same column. */
function findsSame(scene: Scene, { x, y }: Pick<Pointer, 'x' | 'y'>, ours: PickingInfo): () => boolean {
  return () => {
    const theirs = scene.pick(x, y);
    return ours.pickedMesh === theirs.pickedMesh && ours.distance === theirs.distance;
  };
}

/** Picks in the way that is chosen. */
// #region shown
function pick(scene: Scene, index: SceneIndex, { x, y }: Pointer): PickingInfo {
  if (byIndex.checked) return indexTime.measureQuery(() => index.pick(x, y));
  return sceneTime.measure(() => scene.pick(x, y));
}
// #endregion

/** Says what is under the pointer. */
function show(at: Pointer | null, info: PickingInfo | null): void {
  const name = info?.pickedMesh?.name ?? '';
  callout.value = name;
  if (at) putBeside(callout, at);
  canvas.style.cursor = name === '' ? '' : 'crosshair';
  picked.value = name || 'nothing';
  report('distance', info?.hit ? info.distance.toFixed(2) : '');
}

/** Picks at the same places in both ways, and says how long a pick takes, and whether all answers are the same. */
function compare(scene: Scene, index: SceneIndex): void {
  const random = seededRandom(9);
  const { clientWidth: width, clientHeight: height } = canvas;
  indexTime.forget();
  sceneTime.forget();
  let same = 0;
  for (let i = 0; i < PLACES; i++) {
    const [x, y] = [width * (0.25 + 0.5 * random()), height * (0.3 + 0.4 * random())];
    const ours = indexTime.measureQuery(() => index.pick(x, y));
    const theirs = sceneTime.measure(() => scene.pick(x, y));
    if (ours.pickedMesh === theirs.pickedMesh && ours.distance === theirs.distance) same++;
  }
  const ratio = sceneTime.median / indexTime.median;
  report('compared', `${same} of ${PLACES} answers are the same. The index is ${inWords(ratio)} times as fast.`);
}

function report(id: string, text: string): void {
  element(id, HTMLOutputElement).value = text;
}

function inWords(number: number): string {
  return number.toLocaleString('en', { maximumFractionDigits: 0 });
}
