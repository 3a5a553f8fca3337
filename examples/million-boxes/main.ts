import type { Plane, Pointer } from 'slabtree';
import { BoxGeometry, DirectionalLight, HemisphereLight, Mesh, MeshBasicMaterial, Raycaster } from 'three';
import { aim } from '../site/aim';
import { compareBeside, type Question } from '../site/comparison';
import { element } from '../site/element';
import { grow } from '../site/grow';
import { onPoint } from '../site/onPoint';
import { putBeside } from '../site/putBeside';
import { raycastInstances } from '../site/raycastInParts';
import { Stage } from '../site/stage';
import { themeColor } from '../site/themeColor';
import { TimeReadout } from '../site/timeReadout';
import { wander } from '../site/wander';
import { wantsLessMotion } from '../site/wantsLessMotion';
import { boxCounts } from './boxCounts';
import { galaxyView } from './galaxy';
import { isInFront, sectionPlane } from './sectionPlane';
import { ShownGalaxy } from './shownGalaxy';
import { turnOrbits } from './turnOrbits';

const stage = new Stage(galaxyView);
const counts = boxCounts(location.search);
/** The most boxes that move, as the slider says. */
const mostMoving = Number(element('moving', HTMLInputElement).max);
let galaxy = await ShownGalaxy.make(counts[0]);
const pointedBox = new Mesh(new BoxGeometry(1.1, 1.1, 1.1), new MeshBasicMaterial());
const raycaster = new Raycaster();

const updateTime = new TimeReadout(element('update-time', HTMLOutputElement));
const pickTime = new TimeReadout(element('pick-time', HTMLOutputElement));
const cullTime = new TimeReadout(element('cull-time', HTMLOutputElement));
const splitTime = new TimeReadout(element('split-time', HTMLOutputElement));
const moving = element('moving', HTMLInputElement);
const depth = element('depth', HTMLInputElement);
const callout = element('pointed', HTMLOutputElement);

type Drawn = 'all' | 'view' | 'section';

interface PointedBox {
  box: number;
  distance: number;
}

let drawn: Drawn = 'all';
/** Whether the choice of drawn boxes is out of date. */
let isStale = true;
let steps = 0;
let pointer: Pointer | null = null;
/** The place for three.js to pick at: by then the pointer has moved to the button. */
let lastPointer: Pointer = { x: 1, y: 1, width: 2, height: 2 };

const sun = new DirectionalLight(0xffffff, 2.2);
sun.position.set(-2, 3, 2);
pointedBox.matrixAutoUpdate = false;
stage.scene.add(pointedBox, sun, new HemisphereLight(0xffffff, 0x667799, 1.4));
stage.onTheme(() => {
  pointedBox.material.color = themeColor('ink');
});

if (wantsLessMotion()) moving.value = '0';
moving.addEventListener('input', setMoving);
depth.addEventListener('input', draw);
for (const choice of document.querySelectorAll<HTMLInputElement>('input[name=drawn]')) {
  choice.addEventListener('change', () => {
    drawn = choice.value as Drawn;
    draw();
  });
}
const point = (to: Pointer | null) => {
  pointer = to;
  lastPointer = to ?? lastPointer;
  stage.requestFrame();
};
const touched = wander(stage.canvas, point);
compareBeside('Raycaster of three.js', 'pick', element('compared', HTMLOutputElement), touched, questionAtPointer);
onPoint(stage.canvas, point);
element('ask-three', HTMLButtonElement).addEventListener('click', askThree);
stage.controls.addEventListener('change', draw);

stage.beforeFrame(() => {
  const count = moving.valueAsNumber;
  if (count > 0) move(count);
  if (isStale || count > 0) chooseDrawn();
  isStale = false;
  showPointed();
});
await grow(stage, counts, async (count) => {
  show(count === galaxy.count ? galaxy : await ShownGalaxy.make(count));
});

/** Shows a galaxy instead of the one before. */
function show(next: ShownGalaxy): void {
  if (next !== galaxy) galaxy.remove();
  galaxy = next;
  stage.scene.add(galaxy.mesh, galaxy.visible);
  report('count', inWords(galaxy.count));
  report('backend', galaxy.index.boxes.backend);
  moving.max = String(Math.min(mostMoving, galaxy.count));
  setMoving();
  draw();
}

function setMoving(): void {
  report('moving-value', inWords(moving.valueAsNumber));
  stage.isMoving = moving.valueAsNumber > 0;
}

/** Moves the first boxes one step. */
function move(count: number): void {
  const { mesh, matrices, index } = galaxy;
  turnOrbits(matrices, count);
  steps++;
  report('steps', inWords(steps));
  const { instanceMatrix } = mesh;
  // Only these ever move. The others need not go to the graphics card again.
  instanceMatrix.clearUpdateRanges();
  instanceMatrix.addUpdateRange(0, 16 * Number(moving.max));
  instanceMatrix.needsUpdate = true;
  updateTime.measure(() => {
    // #region shown
    // These instances have moved.
    for (let box = 0; box < count; box++) index.markDirty(mesh, box);
    index.update();
    // #endregion
  });
}

/** Makes the next frame draw the chosen boxes. */
function draw(): void {
  isStale = true;
  stage.requestFrame();
}

function chooseDrawn(): void {
  element('view', HTMLElement).hidden = drawn !== 'view';
  element('section', HTMLElement).hidden = drawn !== 'section';
  if (drawn === 'all') galaxy.visible.dispose();
  else if (drawn === 'view') drawView();
  else drawSection();
  report('drawn', inWords(drawn === 'all' ? galaxy.count : galaxy.visible.count));
}

function drawView(): void {
  // #region shown
  // Which instances does the camera see, wholly or in part?
  const view = cullTime.measure(() => galaxy.index.cull(stage.camera));
  // #endregion
  report('inside', inWords(view.inside.size));
  report('edges', inWords(view.crossing.size));
  galaxy.visible.write(view);
}

function drawSection(): void {
  const { index, visible, isCrossing } = galaxy;
  report('depth-value', depth.value);
  const { front, crossing, back } = splitTime.measure(() => index.split(sectionPlane(depth.valueAsNumber)));
  report('front', inWords(front.size));
  report('crossing', inWords(crossing.size));
  report('back', inWords(back.size));
  visible.write({ inside: back, crossing });
  const red = themeColor('hit');
  isCrossing.fill(0);
  crossing.forEach((_mesh, box) => {
    isCrossing[box] = 1;
  });
  for (let i = 0; i < visible.count; i++) if (isCrossing[visible.instanceIds[i]] === 1) visible.setColorAt(i, red);
}

/** Highlights the box under the pointer, and says which it is. */
function showPointed(): void {
  const at = pointer;
  const hit = at && pickTime.measureQuery(() => pick(at));
  pointedBox.visible = hit !== null;
  callout.value = hit ? `Box ${inWords(hit.box)}\n${hit.distance.toFixed(1)} away` : '';
  if (hit) pointedBox.matrix.fromArray(galaxy.matrices, 16 * hit.box);
  if (at) putBeside(callout, at);
}

/** The first drawn box under a point of the picture. */
function pick(at: Pointer): PointedBox | null {
  aim(raycaster, at, stage.camera);
  if (drawn === 'section') return pickBehindPlane(sectionPlane(depth.valueAsNumber));
  // #region shown
  // Which box is under the pointer? All instances are boxes, so their triangles need no test.
  const hit = galaxy.index.raycast(raycaster, { precise: false });
  // #endregion
  return hit ? { box: boxOf(hit), distance: hit.distance } : null;
}

/** Skips boxes that are not drawn. */
function pickBehindPlane(plane: Plane): PointedBox | null {
  const { matrices, index } = galaxy;
  const filter = (id: number) => !isInFront(matrices, boxOf(index.at(id)), plane);
  const hit = index.boxes.raycast(raycaster.ray, { filter });
  return hit && { box: boxOf(index.at(hit.id)), distance: hit.distance };
}

/** What is under the pointer now. Without an answer where boxes are cut away: three.js finds those, too. */
function questionAtPointer(): Question | null {
  const at = pointer;
  if (!at || drawn === 'section') return null;
  const ours = pickTime.measureQuery(() => pick(at));
  const caster = new Raycaster();
  aim(caster, at, stage.camera);
  return { time: pickTime.median, look: compare(caster, ours) };
}

/** All boxes that move are in the first part: they are where the page has found them. */
function* compare(caster: Raycaster, ours: PointedBox | null): Generator<undefined, boolean> {
  const theirs = yield* raycastInstances(caster, galaxy.mesh, Number(moving.max));
  return ours?.box === (theirs ? boxOf(theirs) : undefined);
}

/** Picks at the last pointer with the Raycaster of three.js, which tests all boxes, and compares it with the index. */
function askThree(): void {
  const mine = pick(lastPointer);
  const start = performance.now();
  const hits = raycaster.intersectObject(galaxy.mesh);
  const time = performance.now() - start;
  const plane = sectionPlane(depth.valueAsNumber);
  const theirs = hits.find((hit) => drawn !== 'section' || !isInFront(galaxy.matrices, boxOf(hit), plane));
  const answer = theirs ? `box ${inWords(boxOf(theirs))}` : 'no box';
  const isSame = mine?.box === (theirs && boxOf(theirs));
  report('three-answer', `${answer}, ${isSame ? 'the same' : 'not the same'}, in ${time.toFixed(1)} ms`);
}

/** The index holds only the boxes of the galaxy. */
function boxOf({ instanceId = -1 }: { instanceId?: number | undefined }): number {
  return instanceId;
}

function report(id: string, text: string): void {
  element(id, HTMLOutputElement).value = text;
}

function inWords(number: number): string {
  return number.toLocaleString('en');
}
