import { BoxScene, type Pointer } from 'slabtree';
import { Color } from 'three';
import { element } from '../site/element';
import { onPoint } from '../site/onPoint';
import { Progress } from '../site/progress';
import { putBeside } from '../site/putBeside';
import { Stage } from '../site/stage';
import { themeColor } from '../site/themeColor';
import { TimeReadout } from '../site/timeReadout';
import { cityBox } from '../world/cityBox';
import { decodeCities } from './citiesFile';
import { CityLights } from './cityLights';
import { CutDisc } from './cutDisc';
import { type Cut, cuttingPlane, EQUATOR, LONGEST_DAY } from './cuttingPlane';
import { download } from './download';
import { rayInMetres } from './drawingUnit';
import { Earth } from './earth';
import { globeView } from './globeView';
import { leanNearGround, nearestGround } from './leanNearGround';
import { type PlaceUnder, placeUnder } from './placeUnder';
import { SIDE_COLORS, type SideName, Sides } from './sides';
import { Towers } from './towers';

/** The number of boxes that are added between two updates of the progress bar. */
const CHUNK = 20_000;
/** A tower is drawn if it is at least this many pixels tall. Of smaller ones only the glow shows. */
const SEEN = 0.5;

const stage = new Stage(globeView);
stage.controls.enablePan = false;
stage.controls.minDistance = 7;
stage.controls.maxDistance = 45;
// The controls turn and zoom a camera that looks down at the globe. The camera that draws leans more, the nearer it is.
const down = stage.camera.clone();
stage.controls.object = down;

const cities = await loadCities();
const { places, boxes } = await addBoxes();

const sides = new Sides(boxes.length);
const earth = new Earth(sides);
const towers = new Towers(boxes, sides);
const lights = new CityLights(boxes, sides);
const disc = new CutDisc();
stage.scene.add(earth, towers, lights, disc);
stage.beforeFrame(() => {
  towers.drawTallerThan(SEEN * stage.pixelSize(nearestGround(stage.camera)));
});
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

onPoint(stage.canvas, (to) => {
  pointer = to;
  namePlace();
});
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
element('count', HTMLOutputElement).value = count(boxes.length);
element('backend', HTMLOutputElement).value = places.backend;
cut(EQUATOR);

async function loadCities() {
  const progress = new Progress('Loading the places');
  const file = await download('cities.bin', (fraction) => void progress.set(fraction));
  progress.done();
  // The largest come first, so that the page can draw only the tallest towers.
  return decodeCities(file).sort((a, b) => b.population - a.population);
}

async function addBoxes() {
  const progress = new Progress('Adding them as boxes');
  const boxes = cities.map(cityBox);
  const places = new BoxScene();
  for (const [id, box] of boxes.entries()) {
    if (id % CHUNK === 0) await progress.set(id / boxes.length);
    places.addObb(box);
  }
  places.commit();
  progress.done();
  return { places, boxes };
}

/** Splits the places by a plane, and shows it, them and their counts. */
function cut(by: Cut): void {
  tilt.valueAsNumber = by.tilt;
  longitude.valueAsNumber = by.longitude;
  offset.valueAsNumber = by.offset / 1000;
  element('tilt-value', HTMLOutputElement).value = `${by.tilt}°`;
  element('longitude-value', HTMLOutputElement).value = `${by.longitude}°`;
  element('offset-value', HTMLOutputElement).value = `${count(by.offset / 1000)} km`;

  const plane = cuttingPlane(by);
  const split = splitTime.measureQuery(() => places.split(plane));
  for (const side of ['front', 'crossing', 'back'] as const) {
    element(side, HTMLOutputElement).value = count(split[side].size);
  }
  sides.set(split);
  earth.plane = plane;
  disc.plane = plane;
  stage.requestFrame();
}

/** Names and highlights the place under the pointer. */
function namePlace(): void {
  const pointed = pointer && pick(pointer);
  place.value = pointed ? describe(pointed) : '';
  if (pointer) putBeside(place, pointer);
  const id = pointed ? pointed.id : -1;
  if (towers.pointed === id) return;
  towers.pointed = id;
  stage.requestFrame();
}

function pick(at: Pointer): PlaceUnder | null {
  const camera = { view: stage.camera.matrixWorldInverse, projection: stage.camera.projectionMatrix };
  return pickTime.measureQuery(() => placeUnder(places, rayInMetres(at, camera)));
}

function describe({ id, away }: PlaceUnder): string {
  const { name, country, population } = cities[id];
  const people = population > 0 ? `${count(population)} people` : 'people not counted';
  return `${name}, ${country}\n${people}${away > 0 ? `, ${count(Math.ceil(away / 1000))} km from here` : ''}`;
}

function count(number: number): string {
  return number.toLocaleString('en');
}
