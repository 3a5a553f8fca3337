import type { Mesh } from 'three';
import type { Ray, Vec3 } from 'slabtree';
import { addGrid } from '../site/addGrid';
import { BoxPicture } from '../site/boxPicture';
import { DragPoints } from '../site/dragPoints';
import { element } from '../site/element';
import { moveByKeys } from '../site/moveByKeys';
import { Stage } from '../site/stage';
import { takenOver } from '../site/takenOver';
import { themeColor } from '../site/themeColor';
import { TimeReadout } from '../site/timeReadout';
import { RayPicture } from './rayPicture';
import { RayRow } from './rayRow';
import { box, castRay, firstRays, moveOrigin, moveTip, tipOf, turnedRay, view } from './rays';

/** The step of an end for each key press. */
const KEY_STEP = 0.1;
/** The ray that turns until a person takes over, and how long it takes to turn once, in seconds. */
const TURNING = 2;
const ROUND = 9;

const stage = new Stage(view);
// Before drags, which keep events for themselves.
const taken = takenOver(stage.canvas);
const dragPoints = new DragPoints(stage);
const queryTime = new TimeReadout(element('query-time', HTMLOutputElement));
const lines = element('lines', HTMLInputElement);
const solid = element('solid', HTMLInputElement);

const rays = [...firstRays];
const pictures = rays.map((_, i) => new RayPicture(stage, String(i + 1)));
const rows = rays.map((_, i) => new RayRow(i + 1));
const boxPicture = new BoxPicture(box);

addGrid(stage, 4);
stage.scene.add(boxPicture, ...pictures);
stage.onTheme(() => {
  boxPicture.paint(themeColor('ink'));
  show();
});

element('rays', HTMLTableElement).tBodies[0].append(...rows.map(({ row }) => row));
rays.forEach((_, i) => {
  const setOrigin = (to: Vec3) => {
    setRay(i, moveOrigin(rays[i], to));
  };
  const setTip = (to: Vec3) => {
    setRay(i, moveTip(rays[i], to));
  };
  // If ends overlap on screen, the pointer takes the one that was added last.
  dragPoints.add(pictures[i].origin, setOrigin);
  dragPoints.add(pictures[i].tip, setTip);
  moveByKeys(rows[i].origin, (step) => {
    setOrigin(stepped(rays[i].origin, step));
  });
  moveByKeys(rows[i].direction, (step) => {
    setTip(stepped(tipOf(rays[i]), step));
  });
  showFocus(rows[i].origin, pictures[i], pictures[i].origin);
  showFocus(rows[i].direction, pictures[i], pictures[i].tip);
});
lines.addEventListener('change', show);
solid.addEventListener('change', show);
element('reset', HTMLButtonElement).addEventListener('click', () => {
  rays.splice(0, rays.length, ...firstRays);
  show();
});

/** How long the ray has turned, in seconds. */
let turned = 0;
stage.isMoving = !taken.aborted;
stage.beforeFrame((seconds) => {
  if (taken.aborted) {
    stage.isMoving = false;
    return;
  }
  turned += seconds;
  setRay(TURNING, turnedRay(firstRays[TURNING], (2 * Math.PI * turned) / ROUND));
});

function setRay(i: number, ray: Ray): void {
  rays[i] = ray;
  show();
}

/** Draws an end larger while its button in the table has the focus. */
function showFocus(button: HTMLButtonElement, picture: RayPicture, end: Mesh): void {
  button.addEventListener('focus', () => {
    picture.focusedEnd = end;
    stage.requestFrame();
  });
  button.addEventListener('blur', () => {
    picture.focusedEnd = null;
    stage.requestFrame();
  });
}

function stepped(from: Vec3, step: Vec3): Vec3 {
  return { x: from.x + step.x * KEY_STEP, y: from.y + step.y * KEY_STEP, z: from.z + step.z * KEY_STEP };
}

/** Casts all rays, and shows the answers in the picture and the table. */
function show(): void {
  const options = { isLine: lines.checked, isSolid: solid.checked };
  const hits = queryTime.measureQuery(() => rays.map((ray) => castRay(ray, options)));
  hits.forEach((hit, i) => {
    pictures[i].show(rays[i], hit, options.isLine);
    rows[i].show(rays[i], hit);
  });
  element('hits', HTMLOutputElement).value = `${hits.filter((hit) => hit !== null).length} of ${rays.length}`;
  stage.requestFrame();
}
