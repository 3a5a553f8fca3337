import { DirectionalLight, HemisphereLight, MathUtils, Mesh, MOUSE, Raycaster, TOUCH } from 'three';
import type { Pointer } from 'slabtree';
import { SceneIndex, type Snap } from 'slabtree/three';
import { aim } from '../site/aim';
import { compareBeside, type Question } from '../site/comparison';
import { element } from '../site/element';
import { onPoint } from '../site/onPoint';
import { onTap } from '../site/pointer';
import { pointerEvent } from '../site/pointerEvent';
import { putBeside } from '../site/putBeside';
import { Stage } from '../site/stage';
import { takenOver } from '../site/takenOver';
import { TimeReadout } from '../site/timeReadout';
import { wander } from '../site/wander';
import { makeBuilding } from './building';
import { Lasso } from './lasso';
import { makeMaterials } from './materials';
import { makeSections } from './sections';
import { Selection } from './selection';
import { Tape } from './tape';
import { view } from './view';

type Mode = 'select' | 'measure' | 'lasso';

/** Until a person takes over, the building is cut open down to this height and closed again, in so many seconds. */
const LOWEST_CUT = 4.5;
const ROUND = 20;

const stage = new Stage(view);
const building = makeBuilding(makeMaterials());
const sections = makeSections(() => {
  stage.requestFrame();
});
const planes = sections.map(({ plane }) => plane);
stage.clippingPlanes = planes;

const start = performance.now();
// #region shown
// What the planes cut away is not there, in any answer.
const index = SceneIndex.from(building, { clipping: { clippingPlanes: planes } });
// #endregion
report('index-time', `${Math.round(performance.now() - start)} ms`);

const selection = new Selection();
const tape = new Tape(stage);
const lasso = new Lasso(stage.canvas, {
  isOn: () => mode === 'lasso',
  drawn: selectWithin,
});
const pickTime = new TimeReadout(element('pick-time', HTMLOutputElement));
const snapTime = new TimeReadout(element('snap-time', HTMLOutputElement));
const selectTime = new TimeReadout(element('select-time', HTMLOutputElement));
const callout = element('pointed', HTMLOutputElement);

let mode: Mode = 'select';
let pointer: Pointer | null = null;
/** How long the building has been cut by itself, in seconds. */
let cutting = 0;

const sun = new DirectionalLight(0xffffff, 2.2);
sun.position.set(3, 5, 4);
stage.scene.add(building, tape, sun, new HemisphereLight(0xffffff, 0x8899aa, 1.6));
stage.onTheme(() => {
  selection.paint();
  tape.paint();
});
reportSize();
showSelection();
report('backend', index.boxes.backend);

const point = (at: Pointer | null) => {
  pointer = at;
  stage.requestFrame();
};
const touched = wander(stage.canvas, point);
compareBeside('Raycaster of three.js', 'pick', element('compared', HTMLOutputElement), touched, questionAtPointer);
onPoint(stage.canvas, point);
onTap(stage.canvas, (at, { shiftKey }) => {
  click(at, shiftKey);
});
stage.canvas.addEventListener('keydown', ({ key, shiftKey }) => {
  if (key === 'Enter' && pointer) click(pointer, shiftKey);
  if (key === 'Escape') clear();
});
for (const choice of document.querySelectorAll<HTMLInputElement>('input[name=mode]')) {
  choice.addEventListener('change', () => {
    setMode(choice.value as Mode);
  });
}
const taken = takenOver(stage.canvas);
stage.isMoving = !taken.aborted;
stage.beforeFrame((seconds) => {
  if (taken.aborted) stage.isMoving = false;
  else cutByItself(seconds);
  const at = pointer;
  callout.value = at === null ? '' : mode === 'measure' ? measure(at) : nameUnder(at);
  if (at) putBeside(callout, at);
});

function cutByItself(seconds: number): void {
  cutting += seconds;
  const [height] = sections;
  const { max } = element('height', HTMLInputElement);
  const share = 0.5 - 0.5 * Math.cos((2 * Math.PI * cutting) / ROUND);
  height.cutAt(MathUtils.lerp(Number(max), LOWEST_CUT, share));
}

function setMode(chosen: Mode): void {
  mode = chosen;
  lasso.clear();
  tape.reset();
  report('distance', '');
  const isLasso = mode === 'lasso';
  element('lasso-controls', HTMLElement).hidden = !isLasso;
  // A lasso needs the drag. Two fingers still turn the view.
  stage.controls.mouseButtons.LEFT = isLasso ? null : MOUSE.ROTATE;
  stage.controls.touches.ONE = isLasso ? null : TOUCH.ROTATE;
  stage.controls.touches.TWO = isLasso ? TOUCH.DOLLY_ROTATE : TOUCH.DOLLY_PAN;
  stage.requestFrame();
}

function click(at: Pointer, isAdding: boolean): void {
  pointer = at;
  if (mode === 'lasso') lasso.addCorner(at, isAdding);
  else if (mode === 'measure') setEnd(at);
  else selectAt(at, isAdding);
  stage.requestFrame();
}

function clear(): void {
  lasso.clear();
  tape.reset();
  report('distance', '');
  selection.set([]);
  showSelection();
}

/** The part under a pointer. What is cut away is not there. */
function pick(at: Pointer): Mesh | null {
  // #region shown
  // Which part is under the pointer?
  const hit = index.pick(pointerEvent(stage.canvas, at), stage.camera, stage.canvas);
  // #endregion
  return hit?.object instanceof Mesh ? hit.object : null;
}

/** The part under the pointer now. Raycaster finds what is cut away, too, so it is skipped. */
function questionAtPointer(): Question | null {
  const at = pointer;
  if (!at || mode !== 'select') return null;
  const ours = pickTime.measureQuery(() => pick(at));
  return { time: pickTime.median, look: findsSame(at, ours) };
}

/** Returns a function that finds out whether Raycaster hits the same part. */
function findsSame(at: Pointer, ours: Mesh | null): () => boolean {
  const raycaster = new Raycaster();
  aim(raycaster, at, stage.camera);
  return () => {
    const hits = raycaster.intersectObject(building);
    const theirs = hits.find(({ point }) => planes.every((plane) => plane.distanceToPoint(point) >= 0));
    return (theirs?.object ?? null) === ours;
  };
}

function nameUnder(at: Pointer): string {
  return pickTime.measureQuery(() => pick(at))?.name ?? '';
}

function selectAt(at: Pointer, isAdding: boolean): void {
  const part = pick(at);
  if (!isAdding) selection.set(part ? [part] : []);
  else if (part) selection.toggle(part);
  showSelection();
}

function selectWithin(corners: readonly Pointer[], isAdding: boolean): void {
  const points = corners.map((corner) => pointerEvent(stage.canvas, corner));
  const isWindow = element('lasso-mode', HTMLSelectElement).value === 'window';
  // #region shown
  const options = {
    mode: isWindow ? ('window' as const) : ('crossing' as const),
    precise: true,
    seenOnly: element('seen-only', HTMLInputElement).checked,
  };
  // Which parts does the lasso enclose or touch?
  const found = selectTime.measure(() => index.select({ points }, stage.camera, stage.canvas, options));
  // #endregion
  const parts = Array.from(found, ({ object }) => object).filter((object) => object instanceof Mesh);
  if (isAdding) selection.add(parts);
  else selection.set(parts);
  showSelection();
}

/** Snaps the free end of the tape to what is near a pointer. Returns a name for it. */
function measure(at: Pointer): string {
  const found = snapTime.measureQuery(() => snap(at));
  showDistance(tape.follow(found?.point ?? null));
  return found ? `${found.kind} of ${found.object.name}` : '';
}

function setEnd(at: Pointer): void {
  const found = snap(at);
  if (found) showDistance(tape.set(found.point));
}

function snap(at: Pointer): Snap | null {
  // #region shown
  // Which corner, edge or face is near the pointer, within 12 pixels?
  return index.snap(pointerEvent(stage.canvas, at), stage.camera, stage.canvas, { radius: 12 });
  // #endregion
}

function showDistance(length: number | null): void {
  report('distance', length === null ? '' : `${length.toFixed(3)} m`);
}

function showSelection(): void {
  const names = selection.parts.map(({ name }) => name);
  const shown = names.slice(0, 4).join('; ');
  report('selected', String(names.length));
  report('names', names.length > 4 ? `${shown} and ${names.length - 4} more` : shown);
  stage.requestFrame();
}

function reportSize(): void {
  let parts = 0;
  let triangles = 0;
  building.traverse((object) => {
    if (!(object instanceof Mesh)) return;
    const { geometry } = object as Mesh;
    parts++;
    triangles += (geometry.index ?? geometry.getAttribute('position')).count / 3;
  });
  report('parts', parts.toLocaleString('en'));
  report('triangles', triangles.toLocaleString('en'));
}

function report(id: string, text: string): void {
  element(id, HTMLOutputElement).value = text;
}
