import type { Pointer } from 'slabtree';
import type { TiledHit, TiledScene } from 'slabtree/tiles';
import { Raycaster } from 'three';
import { aim } from '../site/aim';
import { element } from '../site/element';
import { grow } from '../site/grow';
import { numberFromAddress } from '../site/numberFromAddress';
import { oneAtATime } from '../site/oneAtATime';
import { onHover, onTap } from '../site/pointer';
import { putBeside } from '../site/putBeside';
import { reasonOf } from '../site/reasonOf';
import { Stage } from '../site/stage';
import { TimeReadout } from '../site/timeReadout';
import { wander } from '../site/wander';
import { wantsLessMotion } from '../site/wantsLessMotion';
import { CityBlocks } from './city/cityBlocks';
import { CityPicture } from './cityPicture';
import { Flight } from './flight';
import { loadedTiles } from './loadedTiles';
import { measureWarm } from './measureWarm';
import { NearView } from './nearView';
import { noteOn, openCity } from './openCity';
import { Tour } from './tour';
import { REACHES, view } from './view';

const stage = new Stage(view);
const opened = await openCity(stage.canvas);
if (opened) {
  showCity(opened.scene);
  const note = noteOn(opened);
  if (note) element('about', HTMLElement).after(note);
}

function showCity(scene: TiledScene): void {
  const city = new CityBlocks();
  const picture = new CityPicture(stage, city);
  const flight = new Flight(stage, stopTour);
  const tour = new Tour(scene.size);
  const near = new NearView(scene, stage.camera, timeReadout('cull-time'), { shown: drawBoxes, failed: report });
  const pickTime = timeReadout('pick-time');
  const callout = element('pointed', HTMLOutputElement);
  const tourButton = element('tour', HTMLButtonElement);
  const outlines = element('outlines', HTMLInputElement);
  let pointer: Pointer | null = null;
  let isTouring = !wantsLessMotion();
  /** What had been read when the figures were shown last. */
  let shownBytes = -1;

  const pick = oneAtATime(async () => {
    const at = pointer;
    const hit = at && (await hitAt(at));
    if (at !== pointer) return;
    picture.point(hit ? hit.id : null);
    callout.value = hit ? describe(hit) : '';
    if (at) putBeside(callout, at);
  });

  const point = (to: Pointer | null) => {
    pointer = to;
    pick();
  };

  wander(stage.canvas, point);
  onHover(stage.canvas, point);
  onTap(stage.canvas, (at) => void mark(at));
  stage.canvas.addEventListener('focus', () => {
    if (!stage.canvas.matches(':focus-visible')) return;
    point(middle());
  });
  stage.canvas.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') void mark(middle());
  });
  tourButton.addEventListener('click', () => {
    setTour(!isTouring);
  });
  outlines.addEventListener('change', () => {
    picture.outlines.visible = outlines.checked;
    stage.requestFrame();
  });
  addCrosshair(stage.canvas);
  stage.beforeFrame((seconds) => {
    if (isTouring) tour.step(seconds, stage.camera);
    flight.step(seconds);
    stage.isMoving = isTouring || flight.isMoving;
    stage.camera.updateMatrixWorld();
    if (near.follow()) {
      show('place', stage.camera.position.toArray().map(inMetres).join(', '));
      pick();
    }
    showFigures();
  });
  show('boxes', inWords(scene.size));
  setTour(isTouring);
  const given = numberFromAddress(location.search, 'reach', 0, 5000);
  void grow(stage, given > 0 ? [given] : REACHES, async (reach) => {
    picture.reach = reach;
    show('reach', `${reach} m`);
    await near.nextAnswer();
  });

  function drawBoxes(ids: Float64Array<ArrayBuffer>): void {
    picture.drawBoxes(ids);
    show('drawn', inWords(ids.length));
    show('backend', scene.backend);
    element('trouble', HTMLElement).hidden = true;
  }

  function showFigures(): void {
    if (scene.bytesRead === shownBytes) return;
    shownBytes = scene.bytesRead;
    const tiles = loadedTiles(scene);
    picture.outline(tiles);
    show('bytes', megabytes(scene.bytesRead));
    show('reads', inWords(scene.reads));
    show('tiles', `${inWords(tiles.length)} of ${inWords(scene.tiles.loaded.length)}`);
  }

  async function hitAt(at: Pointer): Promise<TiledHit | null> {
    // #region shown
    const { ray } = rayThrough(at);
    try {
      // Reads the tiles along the ray, if they are not in memory. The fog hides what is beyond.
      return await measureWarm(scene, pickTime, () => scene.raycast(ray, { tMax: stage.camera.far }));
    } catch (error) {
      report(error);
      return null;
    } finally {
      stage.requestFrame();
    }
    // #endregion
  }

  async function mark(at: Pointer): Promise<void> {
    const hit = await hitAt(at);
    if (!hit) return;
    picture.toggleMark(hit.id);
    show('marked', `${inWords(picture.marked)}, last: ${city.kind(hit.id)} ${inWords(hit.id)}`);
  }

  function rayThrough(at: Pointer): Raycaster {
    const raycaster = new Raycaster();
    aim(raycaster, at, stage.camera);
    return raycaster;
  }

  function describe({ id, distance }: TiledHit): string {
    return `${city.kind(id)}\nbox ${inWords(id)}\n${distance.toFixed(1)} m away`;
  }

  function setTour(isOn: boolean): void {
    isTouring = isOn;
    tourButton.ariaPressed = String(isOn);
    stage.requestFrame();
  }

  function stopTour(): void {
    if (isTouring) setTour(false);
  }

  function middle(): Pointer {
    const { clientWidth: width, clientHeight: height } = stage.canvas;
    return { x: width / 2, y: height / 2, width, height };
  }
}

/** The next move reads again what cannot be read now. */
function report(error: unknown): void {
  const trouble = element('trouble', HTMLElement);
  trouble.textContent = reasonOf(error);
  trouble.hidden = false;
}

/** Shows where the keyboard aims. */
function addCrosshair(canvas: HTMLCanvasElement): void {
  const crosshair = document.createElement('span');
  crosshair.className = 'crosshair';
  canvas.after(crosshair);
}

function timeReadout(id: string): TimeReadout {
  return new TimeReadout(element(id, HTMLOutputElement));
}

function show(id: string, text: string): void {
  element(id, HTMLOutputElement).value = text;
}

function inMetres(coordinate: number): string {
  return `${coordinate.toFixed(1)} m`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 2 : 0)} MB`;
}

function inWords(number: number): string {
  return number.toLocaleString('en');
}
