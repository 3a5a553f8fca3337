import { type Plane, planeSide, type Pointer } from 'slabtree';
import { Color } from 'three';
import { compareBeside, type Question } from '../site/comparison';
import { element } from '../site/element';
import { grow } from '../site/grow';
import { showNotice } from '../site/notice';
import { numberFromAddress } from '../site/numberFromAddress';
import { onPoint } from '../site/onPoint';
import { Progress } from '../site/progress';
import { putBeside } from '../site/putBeside';
import { reasonOf } from '../site/reasonOf';
import { Stage } from '../site/stage';
import { takenOver } from '../site/takenOver';
import { themeColor } from '../site/themeColor';
import { TimeReadout } from '../site/timeReadout';
import { wander } from '../site/wander';
import type { City } from '../world/cities';
import { decodeCities } from './citiesFile';
import { CutDisc } from './cutDisc';
import { type Cut, cuttingPlane, EQUATOR, LONGEST_DAY } from './cuttingPlane';
import { download } from './download';
import { rayInMetres } from './drawingUnit';
import { Earth } from './earth';
import { globeView } from './globeView';
import { leanNearGround, nearestGround } from './leanNearGround';
import { type PlaceUnder, placeUnder } from './placeUnder';
import { ShownPlaces } from './shownPlaces';
import { SIDE_COLORS, type SideName } from './sides';

/** How many places the page shows at first, and then as long as frames are quick. In the end it shows all. */
const COUNTS = [8000, 40_000];
/** So many boxes are compared with the plane at once in a loop. */
const PART = 10_000;
/** Until a person takes over, a day passes in so many seconds: the plane is the border of daylight. */
const DAY = 40;
/** A tower is drawn if it is at least this many pixels tall. Of smaller ones only the glow shows. */
const SEEN = 0.5;

const stage = new Stage(globeView);
stage.controls.enablePan = false;
stage.controls.minDistance = 7;
stage.controls.maxDistance = 45;
// The controls turn and zoom a camera that looks down at the globe. The camera that draws leans more, the nearer it is.
const down = stage.camera.clone();
stage.controls.object = down;

const earth = new Earth();
const disc = new CutDisc();
stage.scene.add(earth, disc);
stage.onTheme(() => {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  earth.setColors(
    isDark ? new Color('#05070d') : themeColor('background'),
    new Color(isDark ? '#3f7fd0' : '#7db4f0'),
    new Color(isDark ? '#0e1d38' : '#16305a'),
  );
});

const splitTime = new TimeReadout(element('split-time', HTMLOutputElement));
const pickTime = new TimeReadout(element('pick-time', HTMLOutputElement));
const place = element('place', HTMLOutputElement);
let pointer: Pointer | null = null;
/** Null until the first places have been loaded. */
let shown: ShownPlaces | null = null;
let plane: Plane = cuttingPlane(EQUATOR);
/** How much of the day has passed, in seconds. */
let passed = 0;

const point = (to: Pointer | null) => {
  pointer = to;
  namePlace();
};
wander(stage.canvas, point);
onPoint(stage.canvas, point);
stage.controls.addEventListener('change', () => {
  leanNearGround(stage.camera, down);
  // Near the ground the same drag turns the globe less.
  stage.controls.rotateSpeed = Math.min((down.position.length() - 6.3) / 12, 1);
  namePlace();
});

const tilt = element('tilt', HTMLInputElement);
const longitude = element('longitude', HTMLInputElement);
const offset = element('offset', HTMLInputElement);
for (const slider of [tilt, longitude, offset]) {
  slider.addEventListener('input', () => {
    cut({ tilt: tilt.valueAsNumber, longitude: longitude.valueAsNumber, offset: 1000 * offset.valueAsNumber });
  });
}
element('equator', HTMLButtonElement).addEventListener('click', () => {
  cut(EQUATOR);
});
element('daylight', HTMLButtonElement).addEventListener('click', () => {
  cut(LONGEST_DAY);
});
for (const swatch of document.querySelectorAll<HTMLElement>('.swatch')) {
  swatch.style.background = SIDE_COLORS[swatch.dataset.side as SideName];
}
const taken = takenOver(stage.canvas);
stage.isMoving = !taken.aborted;
compareBeside('A loop over all places', 'split', element('compared', HTMLOutputElement), taken, questionOfPlane);
stage.beforeFrame((seconds) => {
  if (taken.aborted) stage.isMoving = false;
  else passDay(seconds);
  shown?.towers.drawTallerThan(SEEN * stage.pixelSize(nearestGround(stage.camera)));
});
cut(taken.aborted ? EQUATOR : LONGEST_DAY);

// The globe is there before its places are.
const cities = await loadCities();
if (cities.length > 0) {
  const wanted = numberFromAddress(location.search, 'places', 0, cities.length);
  await grow(stage, wanted > 0 ? [wanted] : [...COUNTS, cities.length], async (howMany) => {
    show(await ShownPlaces.make(cities.slice(0, howMany)));
  });
}

function show(next: ShownPlaces): void {
  shown?.remove();
  shown = next;
  stage.scene.add(shown.towers, shown.lights);
  element('count', HTMLOutputElement).value = count(shown.boxes.length);
  element('backend', HTMLOutputElement).value = shown.scene.backend;
  sortByPlane(shown);
  namePlace();
}

/** Turns the plane with the sun. */
function passDay(seconds: number): void {
  passed += seconds;
  const turned = (360 * passed) / DAY;
  cut({ ...LONGEST_DAY, longitude: ((540 - turned) % 360) - 180 });
}

/** Loads the places. Without them, shows why in the place of the picture, and returns none. */
async function loadCities(): Promise<City[]> {
  const progress = new Progress('Loading the places');
  try {
    const file = await download('cities.bin', (fraction) => void progress.set(fraction));
    // The largest come first, so that the page can draw only the tallest towers.
    return decodeCities(file).sort((a, b) => b.population - a.population);
  } catch (error) {
    showNotice(stage.canvas, `The places of this page cannot be loaded. (${reasonOf(error)})`);
    return [];
  } finally {
    progress.done();
  }
}

/** Splits the places by a plane, and shows it, them and their counts. */
function cut(by: Cut): void {
  tilt.valueAsNumber = by.tilt;
  longitude.valueAsNumber = by.longitude;
  offset.valueAsNumber = by.offset / 1000;
  element('tilt-value', HTMLOutputElement).value = `${by.tilt}°`;
  element('longitude-value', HTMLOutputElement).value = `${Math.round(by.longitude)}°`;
  element('offset-value', HTMLOutputElement).value = `${count(by.offset / 1000)} km`;

  plane = cuttingPlane(by);
  earth.plane = plane;
  disc.plane = plane;
  if (shown) sortByPlane(shown);
  stage.requestFrame();
}

function sortByPlane({ scene, sides }: ShownPlaces): void {
  const split = splitTime.measureQuery(() => scene.split(plane));
  for (const side of ['front', 'crossing', 'back'] as const) {
    element(side, HTMLOutputElement).value = count(split[side].size);
  }
  sides.set(split);
  stage.requestFrame();
}

/** Which places are on which side of the plane now, for a loop over all of them. */
function questionOfPlane(): Question | null {
  const [places, by] = [shown, plane];
  if (!places) return null;
  const { front, crossing, back } = splitTime.measureQuery(() => places.scene.split(by));
  return { time: splitTime.median, look: compare(places, by, [back.size, crossing.size, front.size]) };
}

function* compare({ boxes }: ShownPlaces, by: Plane, ours: readonly number[]): Generator<undefined, boolean> {
  const theirs = [0, 0, 0];
  for (const [i, box] of boxes.entries()) {
    if (i > 0 && i % PART === 0) yield;
    theirs[planeSide(box, by) + 1]++;
  }
  return theirs.every((size, side) => size === ours[side]);
}

/** Names and highlights the place under the pointer. */
function namePlace(): void {
  const pointed = pointer && pick(pointer);
  place.value = pointed ? describe(pointed) : '';
  if (pointer) putBeside(place, pointer);
  const id = pointed ? pointed.id : -1;
  if (!shown || shown.towers.pointed === id) return;
  shown.towers.pointed = id;
  stage.requestFrame();
}

function pick(at: Pointer): PlaceUnder | null {
  const scene = shown?.scene;
  if (!scene) return null;
  const camera = { view: stage.camera.matrixWorldInverse, projection: stage.camera.projectionMatrix };
  return pickTime.measureQuery(() => placeUnder(scene, rayInMetres(at, camera)));
}

function describe({ id, away }: PlaceUnder): string {
  const { name, country, population } = cities[id];
  const people = population > 0 ? `${count(population)} people` : 'people not counted';
  return `${name}, ${country}\n${people}${away > 0 ? `, ${count(Math.ceil(away / 1000))} km from here` : ''}`;
}

function count(number: number): string {
  return number.toLocaleString('en');
}
