import type { Hit, Pointer, Vec3 } from 'slabtree';
import { DirectionalLight, HemisphereLight, Raycaster, Vector3 } from 'three';
import { aim } from '../site/aim';
import { compareBeside, type Question } from '../site/comparison';
import { element } from '../site/element';
import { grow } from '../site/grow';
import { onPoint } from '../site/onPoint';
import { putBeside } from '../site/putBeside';
import { raycastTriangles } from '../site/raycastInParts';
import { Stage } from '../site/stage';
import { TimeReadout } from '../site/timeReadout';
import { wander } from '../site/wander';
import { wantsLessMotion } from '../site/wantsLessMotion';
import { BEYOND, type Dab, touch } from './brush';
import { BrushRing } from './brushRing';
import { resetKnot } from './knot';
import { sendVertices } from './knotGeometry';
import { onStroke } from './onStroke';
import { ShownKnot } from './shownKnot';
import { sizesOf } from './sizes';
import { viewOfCopies, viewOfOne } from './views';

/** How far the brush pushes in a second, in units of its radius. */
const SPEED = 1.1;
/** The share of the color that a point takes on in a second. */
const PAINT = 12;
/** A press of the Enter key paints as long as this, in seconds. */
const TOUCH = 0.1;
/** A fast stroke gets so many dabs between two frames, each at most so many pixels from the last. */
const MOST_DABS = 12;
const DAB_STEP = 8;

/**
 * While nobody has touched the picture, the brush that wanders only points for so long, in milliseconds, and then paints as
 * long. It pulls for a minute, and presses for a minute.
 */
const PHASE = 3000;
const MINUTE = 60_000;
/** It paints more slowly than a person. */
const GENTLY = 0.25;

const WARM = [255, 112, 48] as const;
const COLD = [40, 110, 255] as const;

const stage = new Stage(viewOfOne);
const sizes = sizesOf(location.search);
let shown = await ShownKnot.make(sizes[0]);
const ring = new BrushRing();
const raycaster = new Raycaster();

const pickTime = new TimeReadout(element('pick-time', HTMLOutputElement));
const overlapTime = new TimeReadout(element('overlap-time', HTMLOutputElement));
const fitTime = new TimeReadout(element('fit-time', HTMLOutputElement));
const size = element('size', HTMLInputElement);
const callout = element('pointed', HTMLOutputElement);

type View = 'one' | 'many';

let view: View = 'one';
let pointer: Pointer | null = null;
/** The place for three.js to pick at: by then the pointer has moved to the button. */
let lastPointer: Pointer = { x: 1, y: 1, width: 2, height: 2 };
/** What the next frame paints. It may come after a quick stroke has ended. */
let stroke: { from: Pointer; to: Pointer; isEnded: boolean } | null = null;
let isReversed = false;
/** Presses of the Enter key since the last frame. Each paints where the ones before it have left the surface. */
let presses = 0;
/** Whether three.js looks for the answer to a question: until then, the mesh must stay as it is. */
let isComparing = false;
/** Whether the knot has grown as far as it will. Then the brush that wanders may paint it. */
let isGrown = false;
/** Aborted when someone paints. From then on, the knot stays the same one. */
const painted = new AbortController();

const sun = new DirectionalLight(0xffffff, 2.1);
sun.position.set(-2, 4, 3);
stage.scene.add(ring, sun, new HemisphereLight(0xffffff, 0x667799, 1.3));
stage.onTheme(() => {
  ring.paint();
});

showSize();

// Before a stroke, which keeps events for itself.
const touched = wander(stage.canvas, point);
onStroke(stage.canvas, {
  begins: (at, { shiftKey }) => {
    if (pick(at) === null) return false;
    isReversed = shiftKey;
    painted.abort();
    stroke = { from: at, to: at, isEnded: false };
    point(at);
    stage.isMoving = true;
    return true;
  },
  moves: (to) => {
    if (stroke) stroke.to = to;
    point(to);
  },
  ends: () => {
    if (stroke) stroke.isEnded = true;
    stage.isMoving = false;
    stage.requestFrame();
  },
});
compareBeside('Raycaster of three.js', 'pick', element('compared', HTMLOutputElement), touched, questionAtPointer);
onPoint(stage.canvas, point);
stage.canvas.addEventListener('keydown', ({ key, shiftKey }) => {
  if (key !== 'Enter') return;
  isReversed = shiftKey;
  painted.abort();
  presses++;
  stage.requestFrame();
});
size.addEventListener('input', showSize);
for (const choice of document.querySelectorAll<HTMLInputElement>('input[name=shown]')) {
  choice.addEventListener('change', () => {
    show(choice.value as View);
  });
}
element('reset', HTMLButtonElement).addEventListener('click', reset);
element('ask-three', HTMLButtonElement).addEventListener('click', askThree);
stage.beforeFrame((seconds) => {
  const at = pointer;
  const hit = at && pickTime.measureQuery(() => pick(at));
  if (stroke) paintStroke(stroke.from, stroke.to, seconds);
  else if (at) for (; presses > 0; presses--) paintStroke(at, at, TOUCH);
  if (at && isPaintingByItself()) paintByItself(at, seconds);
  stroke = stroke?.isEnded === false ? { ...stroke, from: stroke.to } : null;
  presses = 0;
  showPointed(at, hit);
});

await grow(
  stage,
  sizes,
  async (size) => {
    const next = size === sizes[0] ? shown : await ShownKnot.make(size);
    if (!painted.signal.aborted) use(next);
  },
  painted.signal,
);
isGrown = true;

/** Shows a knot instead of the one before. */
function use(next: ShownKnot): void {
  if (next !== shown) shown.remove();
  shown = next;
  const { scene, triangleCount, copyCount, buildTime, picture, copies } = shown;
  stage.scene.add(picture, copies);
  report('count', inWords(triangleCount));
  report('copies', inWords(copyCount));
  report('memory', `${Math.round(scene.byteLength / triangleCount)} bytes`);
  report('build-time', `${Math.round(buildTime)} ms`);
  show(view);
  report('backend', scene.backend);
}

/** Places the mesh once, or as all of its copies. Copies have the ids from 0 on. */
function show(what: View): void {
  view = what;
  const { scene, mesh, matrices, picture, copies } = shown;
  scene.clear();
  if (what === 'one') scene.addInstance(mesh);
  else scene.addInstances(mesh, matrices);
  picture.visible = what === 'one';
  copies.visible = what === 'many';
  element('few', HTMLElement).hidden = what === 'one';
  element('ask-three', HTMLElement).hidden = what === 'many';
  report('three-answer', '');
  // The other view has its own.
  pickTime.forget();
  overlapTime.forget();
  fitTime.forget();
  if (touched.aborted) pointer = null;
  const { position, target } = what === 'one' ? viewOfOne : viewOfCopies(shown.copyCount);
  stage.camera.position.copy(position);
  stage.controls.target.copy(target);
  stage.controls.update();
  stage.requestFrame();
}

function point(at: Pointer | null): void {
  pointer = at;
  lastPointer = at ?? lastPointer;
  stage.requestFrame();
}

function pick(at: Pointer): Hit | null {
  const { matrixWorldInverse, projectionMatrix } = stage.camera;
  return shown.scene.pick(at, { view: matrixWorldInverse, projection: projectionMatrix });
}

/** Paints from one point of the picture to another, and then fits the tree and the picture to the mesh. */
function paintStroke(from: Pointer, to: Pointer, seconds: number): void {
  const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / DAB_STEP);
  const dabs = Math.min(Math.max(steps, 1), MOST_DABS);
  let isTouched = false;
  for (let i = 1; i <= dabs; i++) {
    const share = i / dabs;
    const hit = pick({ ...to, x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) });
    if (hit) isTouched = paintAt(hit, seconds / dabs) || isTouched;
  }
  if (!isTouched) return;
  fitTime.measure(() => {
    // #region shown
    // The brush has moved some vertices of the mesh.
    shown.scene.setPositions(shown.mesh, shown.knot.positions);
    shown.scene.commit();
    // #endregion
  });
  shown.followKnot();
}

/** One dab. The scene tells which triangles are under the brush. */
function paintAt(hit: Hit, seconds: number): boolean {
  const radius = size.valueAsNumber;
  const reach = BEYOND * radius * scaleOf(hit.id);
  // #region shown
  // Which triangles are under the brush, a sphere around the hit?
  const found = overlapTime.measure(() => shown.scene.overlapTriangles({ center: hit.point, radius: reach }));
  const triangles = found.find(({ id }) => id === hit.id)?.triangles;
  // #endregion
  if (triangles === undefined) return false;
  const isOut = element('way-out', HTMLInputElement).checked !== isReversed;
  const dab: Dab = {
    center: pointOn(hit),
    radius,
    height: (isOut ? SPEED : -SPEED) * radius * seconds,
    color: isOut ? WARM : COLD,
    strength: Math.min(PAINT * seconds, 1),
  };
  sendVertices(shown.geometry, touch(shown.knot, triangles, dab));
  report('under', inWords(triangles.length));
  return true;
}

/** Where a hit is in the mesh's own space. */
function pointOn({ triangle, u, v }: Hit): Vec3 {
  const { knot } = shown;
  const [a, b, c] = [0, 1, 2].map((k) => new Vector3().fromArray(knot.positions, 3 * knot.index[3 * triangle + k]));
  return a
    .multiplyScalar(1 - u - v)
    .addScaledVector(b, u)
    .addScaledVector(c, v);
}

/** The size of an instance, beside the mesh. */
function scaleOf(id: number): number {
  return view === 'one' ? 1 : Math.hypot(...shown.matrices.subarray(16 * id, 16 * id + 3));
}

function isPaintingByItself(): boolean {
  const isTurn = performance.now() % (2 * PHASE) > PHASE;
  const isMoving = !wantsLessMotion();
  return isGrown && isTurn && isMoving && !touched.aborted && !isComparing;
}

function paintByItself(at: Pointer, seconds: number): void {
  isReversed = performance.now() % (2 * MINUTE) > MINUTE;
  paintStroke(at, at, GENTLY * seconds);
}

/** Says which triangle is under the pointer, and shows the brush there. */
function showPointed(at: Pointer | null, hit: Hit | null): void {
  ring.visible = hit !== null;
  stage.canvas.style.cursor = hit ? 'crosshair' : '';
  callout.value = hit
    ? `${view === 'many' ? `Copy ${inWords(hit.id)}, triangle` : 'Triangle'} ${inWords(hit.triangle)}`
    : '';
  if (view === 'many') shown.copies.showWhole(hit ? hit.id : -1);
  if (hit) ring.show(hit, size.valueAsNumber * scaleOf(hit.id));
  if (at) putBeside(callout, at);
}

function reset(): void {
  const { knot, scene, mesh, geometry } = shown;
  resetKnot(knot);
  scene.setPositions(mesh, knot.positions);
  sendVertices(geometry);
  shown.followKnot();
  stage.requestFrame();
}

/** What is under the pointer now. Without a question while the mesh is painted, and where it is placed many times. */
function questionAtPointer(): Question | null {
  const at = pointer;
  if (!at || view === 'many' || isPaintingByItself()) return null;
  const ours = pickTime.measureQuery(() => pick(at));
  const caster = new Raycaster();
  aim(caster, at, stage.camera);
  shown.geometry.computeBoundingSphere();
  return { time: pickTime.median, look: compare(caster, ours) };
}

function* compare(caster: Raycaster, ours: Hit | null): Generator<undefined, boolean> {
  isComparing = true;
  const theirs = yield* raycastTriangles(caster, shown.picture);
  isComparing = false;
  return (theirs?.faceIndex ?? null) === (ours?.triangle ?? null);
}

/** Picks at the last pointer with the Raycaster of three.js, which tests all triangles, and compares it with the scene. */
function askThree(): void {
  const mine = pick(lastPointer);
  aim(raycaster, lastPointer, stage.camera);
  // It has moved.
  shown.geometry.computeBoundingSphere();
  const start = performance.now();
  const theirs = raycaster.intersectObject(shown.picture).at(0)?.faceIndex ?? null;
  const time = performance.now() - start;
  const answer = theirs === null ? 'no triangle' : `triangle ${inWords(theirs)}`;
  const isSame = (mine?.triangle ?? null) === theirs;
  report('three-answer', `${answer}, ${isSame ? 'the same' : 'not the same'}, in ${time.toFixed(1)} ms`);
}

function showSize(): void {
  report('size-value', size.value);
  stage.requestFrame();
}

function report(id: string, text: string): void {
  element(id, HTMLOutputElement).value = text;
}

function inWords(number: number): string {
  return number.toLocaleString('en');
}
