import type { Plane, Pointer } from 'slabtree';
import { SceneIndex, VisibleInstances } from 'slabtree/three';
import {
  BoxGeometry,
  DirectionalLight,
  HemisphereLight,
  type InstancedMesh,
  Mesh,
  MeshBasicMaterial,
  Raycaster,
} from 'three';
import { aim } from '../site/aim';
import { element } from '../site/element';
import { onPoint } from '../site/onPoint';
import { Progress } from '../site/progress';
import { putBeside } from '../site/putBeside';
import { Stage } from '../site/stage';
import { themeColor } from '../site/themeColor';
import { TimeReadout } from '../site/timeReadout';
import { boxCount } from './boxCount';
import { galaxyView } from './galaxy';
import { makeGalaxy } from './makeGalaxy';
import { isInFront, sectionPlane } from './sectionPlane';
import { turnOrbits } from './turnOrbits';

const stage = new Stage(galaxyView);
const galaxy = await makeGalaxy(boxCount(location.search));
const matrices = galaxy.instanceMatrix.array as Float32Array;
const index = await makeIndex(galaxy);
// Drawn instead of the galaxy, if not all of it is drawn.
const visible = new VisibleInstances(galaxy);
const isCrossing = new Uint8Array(galaxy.count);
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
stage.scene.add(galaxy, visible, pointedBox, sun, new HemisphereLight(0xffffff, 0x667799, 1.4));
stage.onTheme(() => {
  pointedBox.material.color = themeColor('ink');
});

if (matchMedia('(prefers-reduced-motion: reduce)').matches) moving.value = '0';
moving.max = String(Math.min(Number(moving.max), galaxy.count));
moving.addEventListener('input', setMoving);
depth.addEventListener('input', draw);
for (const choice of document.querySelectorAll<HTMLInputElement>('input[name=drawn]')) {
  choice.addEventListener('change', () => {
    drawn = choice.value as Drawn;
    draw();
  });
}
onPoint(stage.canvas, (to) => {
  pointer = to;
  lastPointer = to ?? lastPointer;
  stage.requestFrame();
});
element('ask-three', HTMLButtonElement).addEventListener('click', askThree);
stage.controls.addEventListener('change', draw);

report('count', inWords(galaxy.count));
report('backend', index.boxes.backend);
setMoving();
stage.beforeFrame(() => {
  const count = moving.valueAsNumber;
  if (count > 0) move(count);
  if (isStale || count > 0) chooseDrawn();
  isStale = false;
  showPointed();
});

async function makeIndex(of: InstancedMesh): Promise<SceneIndex> {
  const progress = new Progress('Building the index');
  await progress.set(0);
  // #region shown
  // The page marks what moves, so the index need not look for it.
  const made = SceneIndex.from(of, { autoUpdate: false });
  // #endregion
  progress.done();
  return made;
}

function setMoving(): void {
  report('moving-value', inWords(moving.valueAsNumber));
  stage.isMoving = moving.valueAsNumber > 0;
}

/** Moves the first boxes one step. */
function move(count: number): void {
  turnOrbits(matrices, count);
  steps++;
  report('steps', inWords(steps));
  const { instanceMatrix } = galaxy;
  // Only these ever move. The others need not go to the graphics card again.
  instanceMatrix.clearUpdateRanges();
  instanceMatrix.addUpdateRange(0, 16 * Number(moving.max));
  instanceMatrix.needsUpdate = true;
  updateTime.measure(() => {
    // #region shown
    // These instances have moved.
    for (let box = 0; box < count; box++) index.markDirty(galaxy, box);
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
  if (drawn === 'all') visible.dispose();
  else if (drawn === 'view') drawView();
  else drawSection();
  report('drawn', inWords(drawn === 'all' ? galaxy.count : visible.count));
}

function drawView(): void {
  // #region shown
  // Which instances does the camera see, wholly or in part?
  const view = cullTime.measure(() => index.cull(stage.camera));
  // #endregion
  report('inside', inWords(view.inside.size));
  report('edges', inWords(view.crossing.size));
  visible.write(view);
}

function drawSection(): void {
  report('depth-value', depth.value);
  const { front, crossing, back } = splitTime.measure(() => index.split(sectionPlane(depth.valueAsNumber)));
  report('front', inWords(front.size));
  report('crossing', inWords(crossing.size));
  report('back', inWords(back.size));
  visible.write({ inside: back, crossing });
  const red = themeColor('hit');
  isCrossing.fill(0);
  crossing.forEach((_galaxy, box) => {
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
  if (hit) pointedBox.matrix.fromArray(matrices, 16 * hit.box);
  if (at) putBeside(callout, at);
}

/** The first drawn box under a point of the picture. */
function pick(at: Pointer): PointedBox | null {
  aim(raycaster, at, stage.camera);
  if (drawn === 'section') return pickBehindPlane(sectionPlane(depth.valueAsNumber));
  // #region shown
  // Which box is under the pointer? All instances are boxes, so their triangles need no test.
  const hit = index.raycast(raycaster, { precise: false });
  // #endregion
  return hit ? { box: boxOf(hit), distance: hit.distance } : null;
}

/** Skips boxes that are not drawn. */
function pickBehindPlane(plane: Plane): PointedBox | null {
  const filter = (id: number) => !isInFront(matrices, boxOf(index.at(id)), plane);
  const hit = index.boxes.raycast(raycaster.ray, { filter });
  return hit && { box: boxOf(index.at(hit.id)), distance: hit.distance };
}

/** Picks at the last pointer with the Raycaster of three.js, which tests all boxes, and compares it with the index. */
function askThree(): void {
  const mine = pick(lastPointer);
  const start = performance.now();
  const hits = raycaster.intersectObject(galaxy);
  const time = performance.now() - start;
  const plane = sectionPlane(depth.valueAsNumber);
  const theirs = hits.find((hit) => drawn !== 'section' || !isInFront(matrices, boxOf(hit), plane));
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
