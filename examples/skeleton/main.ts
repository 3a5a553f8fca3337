import type { Pointer } from 'slabtree';
import { SceneIndex } from 'slabtree/three';
import { DirectionalLight, HemisphereLight, type Intersection, Raycaster } from 'three';
import { aim } from '../site/aim';
import { element } from '../site/element';
import { numberFromAddress } from '../site/numberFromAddress';
import { onPoint } from '../site/onPoint';
import { pointerEvent } from '../site/pointerEvent';
import { putBeside } from '../site/putBeside';
import { Stage } from '../site/stage';
import { TimeReadout } from '../site/timeReadout';
import { makeCreature, swim } from './creature';
import { Marker } from './marker';
import { view } from './view';

/** three.js is asked about one frame in so many: it takes longer than a frame may take. */
const SELDOM = 90;
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
const raycaster = new Raycaster();

const poseTime = new TimeReadout(element('pose-time', HTMLOutputElement));
const pickTime = new TimeReadout(element('pick-time', HTMLOutputElement));
const nextTime = new TimeReadout(element('next-time', HTMLOutputElement));
const threeTime = new TimeReadout(element('three-time', HTMLOutputElement));
const callout = element('pointed', HTMLOutputElement);
const swims = element('swims', HTMLInputElement);

let pointer: Pointer | null = null;
let time = 0;
let frames = 0;

const sun = new DirectionalLight(0xffffff, 2.4);
sun.position.set(2, 6, 4);
stage.scene.add(creature, marker, sun, new HemisphereLight(0xffffff, 0x667799, 1.4));
stage.onTheme(() => {
  marker.paint();
});

report('count', inWords(triangleCount));
report('bones', inWords(BONES));
report('backend', index.boxes.backend);
if (matchMedia('(prefers-reduced-motion: reduce)').matches) swims.checked = false;
stage.isMoving = swims.checked;

swims.addEventListener('change', () => {
  stage.isMoving = swims.checked;
});
onPoint(stage.canvas, (at) => {
  pointer = at;
  frames = 0;
  stage.requestFrame();
});
stage.beforeFrame((seconds) => {
  if (swims.checked) time += seconds;
  // #region shown
  swim(creature, time);
  // The bones have moved. Computes the vertices that they move, once for all rays of the frame.
  index.update();
  poseTime.measure(() => {
    index.pose(creature);
  });
  const at = pointer;
  const hit = at && pickTime.measure(() => pick(at));
  // #endregion
  if (at) nextTime.measureQuery(() => pick(at));
  showPointed(at, hit);
  if (at && frames++ % SELDOM === 0) askThree(at, hit);
});

function pick(at: Pointer): Intersection | null {
  // #region shown
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

/** Asks the Raycaster of three.js, which computes the vertices of all triangles. `pose` has given it the bounds. */
function askThree(at: Pointer, hit: Intersection | null): void {
  aim(raycaster, at, stage.camera);
  const theirs = threeTime.measure(() => raycaster.intersectObject(creature).at(0));
  const answer = theirs === undefined ? 'nothing' : `triangle ${inWords(theirs.faceIndex ?? 0)}`;
  const isSame = theirs?.faceIndex === hit?.faceIndex && theirs?.distance === hit?.distance;
  report('three-answer', `${answer}, ${isSame ? 'the same' : 'not the same'}`);
}

function report(id: string, text: string): void {
  element(id, HTMLOutputElement).value = text;
}

function inWords(number: number): string {
  return number.toLocaleString('en');
}
