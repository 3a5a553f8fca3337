import type { Pointer } from 'slabtree';
import { SceneIndex } from 'slabtree/three';
import { DirectionalLight, HemisphereLight, type Intersection, Raycaster } from 'three';
import { aim } from '../site/aim';
import { compareBeside, type Question } from '../site/comparison';
import { element } from '../site/element';
import { numberFromAddress } from '../site/numberFromAddress';
import { onPoint } from '../site/onPoint';
import { pointerEvent } from '../site/pointerEvent';
import { putBeside } from '../site/putBeside';
import { raycastTriangles } from '../site/raycastInParts';
import { Stage } from '../site/stage';
import { TimeReadout } from '../site/timeReadout';
import { wander } from '../site/wander';
import { wantsLessMotion } from '../site/wantsLessMotion';
import { makeCreature, makeTwin, poseAs, swim } from './creature';
import { Marker } from './marker';
import { view } from './view';

const BONES = 30;
/** The length of the marker's spike, in pixels. */
const SPIKE = 40;

const stage = new Stage(view);
const creature = makeCreature(numberFromAddress(location.search, 'triangles', 50_000, 1_000_000), BONES);
const triangleCount = (creature.geometry.index?.count ?? 0) / 3;
// #region shown
const index = SceneIndex.from(creature);
// #endregion
const marker = new Marker();
/** The eel for the Raycaster of three.js. It holds still until the answer is there. */
const twin = makeTwin(creature);

const poseTime = new TimeReadout(element('pose-time', HTMLOutputElement));
const pickTime = new TimeReadout(element('pick-time', HTMLOutputElement));
const nextTime = new TimeReadout(element('next-time', HTMLOutputElement));
const callout = element('pointed', HTMLOutputElement);
const swims = element('swims', HTMLInputElement);

let pointer: Pointer | null = null;
let time = 0;

const sun = new DirectionalLight(0xffffff, 2.4);
sun.position.set(2, 6, 4);
stage.scene.add(creature, marker, sun, new HemisphereLight(0xffffff, 0x667799, 1.4));
stage.onTheme(() => {
  marker.paint();
});

report('count', inWords(triangleCount));
report('bones', inWords(BONES));
report('backend', index.boxes.backend);
if (wantsLessMotion()) swims.checked = false;
stage.isMoving = swims.checked;

swims.addEventListener('change', () => {
  stage.isMoving = swims.checked;
});
pose();
const point = (at: Pointer | null) => {
  pointer = at;
  stage.requestFrame();
};
compareBeside(
  'Raycaster of three.js',
  'pose and pick',
  element('compared', HTMLOutputElement),
  wander(stage.canvas, point),
  askThree,
);
onPoint(stage.canvas, point);
stage.beforeFrame((seconds) => {
  if (swims.checked) time += seconds;
  pose();
  const at = pointer;
  const hit = at && pickTime.measure(() => pick(at));
  if (at) nextTime.measureQuery(() => pick(at));
  showPointed(at, hit);
});

/** Bends the eel as it is now, and computes its vertices for all picks until the next frame. */
function pose(): void {
  // #region shown
  swim(creature, time);
  // The bones have moved. Computes the vertices that they move, once for all rays of the frame.
  index.update();
  poseTime.measure(() => {
    index.pose(creature);
  });
  // #endregion
}

function pick(at: Pointer): Intersection | null {
  // #region shown
  // Which triangle is under the pointer?
  return index.pick(pointerEvent(stage.canvas, at), stage.camera, stage.canvas);
  // #endregion
}

/** Says which triangle is under the pointer, and marks it. */
function showPointed(at: Pointer | null, hit: Intersection | null): void {
  marker.visible = hit !== null;
  stage.canvas.style.cursor = hit ? 'crosshair' : '';
  callout.value = hit ? `Triangle ${inWords(hit.faceIndex ?? 0)}` : '';
  if (hit) marker.show(creature, hit, SPIKE * stage.pixelSize(hit.point));
  if (at) putBeside(callout, at);
}

/** Returns the pick for the Raycaster of three.js, which computes the vertices of all triangles. `pose` has given it the bounds. */
function askThree(): Question | null {
  const at = pointer;
  if (!at || !pickTime.isTimed) return null;
  const ours = pick(at);
  const raycaster = new Raycaster();
  aim(raycaster, at, stage.camera);
  poseAs(twin, creature);
  twin.boundingSphere = creature.boundingSphere.clone();
  twin.boundingBox = creature.boundingBox.clone();
  // three.js computes the vertices in each pick, and a frame has one.
  return { time: poseTime.median + pickTime.median, look: compare(raycaster, ours) };
}

function* compare(raycaster: Raycaster, ours: Intersection | null): Generator<undefined, boolean> {
  const theirs = yield* raycastTriangles(raycaster, twin);
  return theirs?.faceIndex === ours?.faceIndex && theirs?.distance === ours?.distance;
}

function report(id: string, text: string): void {
  element(id, HTMLOutputElement).value = text;
}

function inWords(number: number): string {
  return number.toLocaleString('en');
}
