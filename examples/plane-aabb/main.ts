import { type Plane, planeSide, type Vec3 } from 'slabtree';
import { DragPoints } from '../site/dragPoints';
import { element } from '../site/element';
import { Stage } from '../site/stage';
import { takenOver } from '../site/takenOver';
import { TimeReadout } from '../site/timeReadout';
import { boxes, firstHandle, firstPlane, view } from './boxes';
import { CrossedBox } from './crossedBox';
import { facePlane, footOn, movePlane } from './movePlane';
import { PlanePicture } from './planePicture';

/** Until a person takes over, the plane rocks, once in so many seconds. */
const ROUND = 10;

const stage = new Stage(view);
// Before drags, which keep events for themselves.
const taken = takenOver(stage.canvas);
const queryTime = new TimeReadout(element('query-time', HTMLOutputElement));
const planePicture = new PlanePicture(stage);
const crossedBoxes = boxes.map((box, i) => new CrossedBox(stage, box, String(i + 1)));

let plane: Plane = firstPlane;
/** The point of the plane where its handle is. The plane turns about it. */
let handle: Vec3 = firstHandle;

stage.scene.add(planePicture, ...crossedBoxes);
element('boxes', HTMLTableElement).tBodies[0].append(...crossedBoxes.map(({ row }) => row));
stage.onTheme(show);

const dragPoints = new DragPoints(stage);
// If handles overlap on screen, the pointer takes the one that was added last.
dragPoints.add(planePicture.handle, (to) => {
  setPlane(movePlane(plane.normal, to), to);
});
dragPoints.add(planePicture.tip, (to) => {
  setPlane(facePlane(handle, to) ?? plane, handle);
});

for (const axis of ['x', 'y', 'z'] as const) {
  onSlide(`normal-${axis}`, (value) => {
    const normal = { ...plane.normal, [axis]: value };
    // A plane needs a normal that is not 0. The slider skips it.
    if (normal.x !== 0 || normal.y !== 0 || normal.z !== 0) setPlane(movePlane(normal, handle), handle);
  });
}
onSlide('constant', (constant) => {
  const shifted = { ...plane, constant };
  setPlane(shifted, footOn(shifted, handle));
});
element('reset', HTMLButtonElement).addEventListener('click', () => {
  setPlane(firstPlane, firstHandle);
});

/** How long the plane has rocked, in seconds. */
let rocked = 0;
stage.isMoving = !taken.aborted;
stage.beforeFrame((seconds) => {
  if (taken.aborted) {
    stage.isMoving = false;
    return;
  }
  rocked += seconds;
  const angle = (2 * Math.PI * rocked) / ROUND;
  const { x, y, z } = firstPlane.normal;
  setPlane(movePlane({ x: x + 0.7 * Math.sin(angle), y, z: z * Math.cos(angle) }, firstHandle), firstHandle);
});

function onSlide(id: string, slide: (value: number) => void): void {
  const slider = element(id, HTMLInputElement);
  slider.addEventListener('input', () => {
    slide(slider.valueAsNumber);
  });
}

function setPlane(to: Plane, handleAt: Vec3): void {
  plane = to;
  handle = handleAt;
  show();
}

/** Finds the side of every box, and shows the answers in the picture and the table. */
function show(): void {
  // #region shown
  // 1: the box is in front of the plane. 0: the plane crosses it. -1: it is behind.
  const sides = queryTime.measureQuery(() => boxes.map((box) => planeSide(box, plane)));
  sides.forEach((side, i) => {
    crossedBoxes[i].show(plane, side);
  });
  // #endregion
  planePicture.show(plane, handle);
  for (const axis of ['x', 'y', 'z'] as const) showValue(`normal-${axis}`, plane.normal[axis]);
  showValue('constant', plane.constant);
  for (const [id, wanted] of [
    ['front', 1],
    ['crossing', 0],
    ['behind', -1],
  ] as const) {
    element(id, HTMLOutputElement).value = String(sides.filter((side) => side === wanted).length);
  }
  stage.requestFrame();
}

function showValue(id: string, value: number): void {
  element(id, HTMLInputElement).valueAsNumber = value;
  element(`${id}-value`, HTMLOutputElement).value = value.toFixed(2);
}
