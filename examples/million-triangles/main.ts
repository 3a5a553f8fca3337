import { BoxScene, type Hit, type Pointer, type Vec3 } from 'slabtree';
import { DirectionalLight, HemisphereLight, Mesh, Raycaster, Vector3 } from 'three';
import { aim } from '../site/aim';
import { element } from '../site/element';
import { numberFromAddress } from '../site/numberFromAddress';
import { onPoint } from '../site/onPoint';
import { Progress } from '../site/progress';
import { putBeside } from '../site/putBeside';
import { Stage } from '../site/stage';
import { TimeReadout } from '../site/timeReadout';
import { BEYOND, type Dab, touch } from './brush';
import { BrushRing } from './brushRing';
import { placeCopies } from './copies';
import { CopiesPicture, knotMaterial } from './copiesPicture';
import { gridOf, makeKnot, resetKnot } from './knot';
import { CoarseKnot, geometryOf, sendVertices } from './knotGeometry';
import { onStroke } from './onStroke';
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

const PORCELAIN = 0xd8d2c8;
const WARM = [255, 112, 48] as const;
const COLD = [40, 110, 255] as const;

const stage = new Stage(viewOfOne);
const knot = makeKnot(gridOf(numberFromAddress(location.search, 'triangles', 1_000_000, 4_000_000)));
const triangleCount = knot.index.length / 3;
const matrices = placeCopies(numberFromAddress(location.search, 'copies', 10_000, 100_000));
const copyCount = matrices.length / 16;

// #region shown
const scene = new BoxScene();
const mesh = scene.addMesh(knot.positions, knot.index);
// #endregion
await build();

const geometry = geometryOf(knot);
const coarse = new CoarseKnot(knot, { rings: 64, sides: 8 });
const coarseGeometry = geometryOf(coarse.knot);
const knotPicture = new Mesh(geometry, knotMaterial(PORCELAIN));
const copiesPicture = new CopiesPicture(coarseGeometry, geometry, matrices);
const ring = new BrushRing();
const raycaster = new Raycaster();

const pickTime = new TimeReadout(element('pick-time', HTMLOutputElement));
const overlapTime = new TimeReadout(element('overlap-time', HTMLOutputElement));
const fitTime = new TimeReadout(element('fit-time', HTMLOutputElement));
const size = element('size', HTMLInputElement);
const callout = element('pointed', HTMLOutputElement);

type Shown = 'one' | 'many';

let shown: Shown = 'one';
let pointer: Pointer | null = null;
/** The place for three.js to pick at: by then the pointer has moved to the button. */
let lastPointer: Pointer = { x: 1, y: 1, width: 2, height: 2 };
/** What the next frame paints. It may come after a quick stroke has ended. */
let stroke: { from: Pointer; to: Pointer; isEnded: boolean } | null = null;
let isReversed = false;
/** Presses of the Enter key since the last frame. Each paints where the ones before it have left the surface. */
let presses = 0;

const sun = new DirectionalLight(0xffffff, 2.1);
sun.position.set(-2, 4, 3);
stage.scene.add(knotPicture, copiesPicture, ring, sun, new HemisphereLight(0xffffff, 0x667799, 1.3));
stage.onTheme(() => {
  ring.paint();
});

report('count', inWords(triangleCount));
report('copies', inWords(copyCount));
report('memory', `${Math.round(scene.byteLength / triangleCount)} bytes`);
showSize();
show('one');
report('backend', scene.backend);

onStroke(stage.canvas, {
  begins: (at, { shiftKey }) => {
    if (pick(at) === null) return false;
    isReversed = shiftKey;
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
onPoint(stage.canvas, point);
stage.canvas.addEventListener('keydown', ({ key, shiftKey }) => {
  if (key !== 'Enter') return;
  isReversed = shiftKey;
  presses++;
  stage.requestFrame();
});
size.addEventListener('input', showSize);
for (const choice of document.querySelectorAll<HTMLInputElement>('input[name=shown]')) {
  choice.addEventListener('change', () => {
    show(choice.value as Shown);
  });
}
element('reset', HTMLButtonElement).addEventListener('click', reset);
element('ask-three', HTMLButtonElement).addEventListener('click', askThree);
stage.beforeFrame((seconds) => {
  const at = pointer;
  const hit = at && pickTime.measureQuery(() => pick(at));
  if (stroke) paintStroke(stroke.from, stroke.to, seconds);
  else if (at) for (; presses > 0; presses--) paintStroke(at, at, TOUCH);
  stroke = stroke?.isEnded === false ? { ...stroke, from: stroke.to } : null;
  presses = 0;
  showPointed(at, hit);
});

async function build(): Promise<void> {
  const progress = new Progress(`Building a tree over ${inWords(triangleCount)} triangles`);
  await progress.set(0);
  const start = performance.now();
  scene.commit();
  report('build-time', `${Math.round(performance.now() - start)} ms`);
  progress.done();
}

/** Places the mesh once, or as all of its copies. Copies have the ids from 0 on. */
function show(what: Shown): void {
  shown = what;
  scene.clear();
  if (what === 'one') scene.addInstance(mesh);
  else scene.addInstances(mesh, matrices);
  knotPicture.visible = what === 'one';
  copiesPicture.visible = what === 'many';
  element('few', HTMLElement).hidden = what === 'one';
  element('ask-three', HTMLElement).hidden = what === 'many';
  report('three-answer', '');
  // The other view has its own.
  pickTime.forget();
  overlapTime.forget();
  fitTime.forget();
  pointer = null;
  const { position, target } = what === 'one' ? viewOfOne : viewOfCopies(copyCount);
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
  const { matrixWorldInverse: view, projectionMatrix: projection } = stage.camera;
  return scene.pick(at, { view, projection });
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
    scene.setPositions(mesh, knot.positions);
    scene.commit();
    // #endregion
  });
  followKnot();
}

/** One dab. The scene tells which triangles are under the brush. */
function paintAt(hit: Hit, seconds: number): boolean {
  const radius = size.valueAsNumber;
  const reach = BEYOND * radius * scaleOf(hit.id);
  // #region shown
  // Which triangles are under the brush, a sphere around the hit?
  const found = overlapTime.measure(() => scene.overlapTriangles({ center: hit.point, radius: reach }));
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
  sendVertices(geometry, touch(knot, triangles, dab));
  report('under', inWords(triangles.length));
  return true;
}

/** Where a hit is in the mesh's own space. */
function pointOn({ triangle, u, v }: Hit): Vec3 {
  const [a, b, c] = [0, 1, 2].map((k) => new Vector3().fromArray(knot.positions, 3 * knot.index[3 * triangle + k]));
  return a
    .multiplyScalar(1 - u - v)
    .addScaledVector(b, u)
    .addScaledVector(c, v);
}

/** The size of an instance, beside the mesh. */
function scaleOf(id: number): number {
  return shown === 'one' ? 1 : Math.hypot(...matrices.subarray(16 * id, 16 * id + 3));
}

/** Gives the copies the shape and the paint of the knot. */
function followKnot(): void {
  coarse.follow();
  sendVertices(coarseGeometry);
}

/** Says which triangle is under the pointer, and shows the brush there. */
function showPointed(at: Pointer | null, hit: Hit | null): void {
  ring.visible = hit !== null;
  stage.canvas.style.cursor = hit ? 'crosshair' : '';
  callout.value = hit
    ? `${shown === 'many' ? `Copy ${inWords(hit.id)}, triangle` : 'Triangle'} ${inWords(hit.triangle)}`
    : '';
  if (shown === 'many') copiesPicture.showWhole(hit ? hit.id : -1);
  if (hit) ring.show(hit, size.valueAsNumber * scaleOf(hit.id));
  if (at) putBeside(callout, at);
}

function reset(): void {
  resetKnot(knot);
  scene.setPositions(mesh, knot.positions);
  sendVertices(geometry);
  followKnot();
  stage.requestFrame();
}

/** Picks at the last pointer with the Raycaster of three.js, which tests all triangles, and compares it with the scene. */
function askThree(): void {
  const mine = pick(lastPointer);
  aim(raycaster, lastPointer, stage.camera);
  // It has moved.
  geometry.computeBoundingSphere();
  const start = performance.now();
  const theirs = raycaster.intersectObject(knotPicture).at(0)?.faceIndex ?? null;
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
