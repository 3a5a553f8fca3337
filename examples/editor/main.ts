import { DirectionalLight, HemisphereLight, type Intersection, type Mesh, Raycaster } from 'three';
import type { Pointer } from 'slabtree';
import { SceneIndexHelper } from 'slabtree/three';
import { addGrid } from '../site/addGrid';
import { aim } from '../site/aim';
import { compareBeside, type Question } from '../site/comparison';
import { element } from '../site/element';
import { onHover, pointerOn } from '../site/pointer';
import { pointerEvent } from '../site/pointerEvent';
import { putBeside } from '../site/putBeside';
import { Stage } from '../site/stage';
import { themeColor } from '../site/themeColor';
import { TimeReadout } from '../site/timeReadout';
import { wander } from '../site/wander';
import { wantsLessMotion } from '../site/wantsLessMotion';
import { BoxOutlines } from './boxOutlines';
import { type DragPlane, dragSelection } from './dragSelection';
import { Editor } from './editor';
import { onGestures } from './gestures';
import { editByKeys } from './keys';
import { mark } from './palette';
import type { Rectangle } from './rectangle';
import { rubberBand } from './rubberBand';
import { selectionFrustum } from './selectionFrustum';
import { shapeNames } from './shapeNames';
import { isShape } from './shapes';
import { type Reach, shapesWithin } from './shapesWithin';
import { view } from './view';

const stage = new Stage(view);
const { canvas, camera } = stage;
const editor = new Editor(showSelection, showScene);
const { index, selection } = editor;
const outlines = new BoxOutlines();
const tree = new SceneIndexHelper(index);
const isStill = wantsLessMotion();

const several = element('several', HTMLButtonElement);
const boxSelect = element('box-select', HTMLButtonElement);
const dragPlane = element('drag-plane', HTMLSelectElement);
const showTree = element('tree', HTMLInputElement);
const undo = element('undo', HTMLButtonElement);
const redo = element('redo', HTMLButtonElement);
const remove = element('delete', HTMLButtonElement);
const duplicate = element('duplicate', HTMLButtonElement);
const pickTime = new TimeReadout(output('pick-time'));
const selectTime = new TimeReadout(output('select-time'));
const updateTime = new TimeReadout(output('update-time'));

addGrid(stage, 15);
const sun = new DirectionalLight(0xffffff, 2);
sun.position.set(2, 5, 3);
stage.scene.add(editor.root, outlines, tree, sun, new HemisphereLight(0xffffff, 0x8090a0, 1.6));
stage.onTheme(() => {
  outlines.material.color = themeColor('ink');
});
output('backend').value = index.boxes.backend;
showTheTree();
showScene('');
showSelection();

/** Where the pointer wanders. */
let wandering: Pointer | null = null;
// Before gestures, which keep events for themselves.
const touched = wander(canvas, (at) => {
  wandering = at;
  const shape = hover(at);
  if (!isStill && shape !== selection.shapes.at(0)) selection.set(shape === undefined ? [] : [shape]);
});
touched.addEventListener('abort', () => {
  if (!isStill) selection.set([]);
});
compareBeside('Raycaster of three.js', 'pick', output('compared'), touched, questionAtPointer);
onGestures(canvas, stage.controls, {
  dragFrom: (event) => {
    if (isPressed(boxSelect)) return rubberBand(canvas, event, selectWithin);
    const hit = pick(event);
    const isMouse = event.pointerType === 'mouse';
    if (hit !== null && (isMouse || selection.has(hit.object))) {
      const { object: shape, point } = hit;
      const start = { shape, point, dragPlane: chosenPlane(), isAdding: isAdding(event), moved: showMoved };
      return dragSelection(editor, canvas, camera, start);
    }
    return isMouse ? rubberBand(canvas, event, selectWithin) : null;
  },
  tap: (event) => {
    const shape = pick(event)?.object;
    if (isAdding(event)) {
      if (shape !== undefined) selection.toggle(shape);
    } else {
      selection.set(shape === undefined ? [] : [shape]);
    }
  },
  hold: (event) => {
    const shape = pick(event)?.object;
    if (shape !== undefined) selection.toggle(shape);
  },
});
editByKeys(editor, canvas, camera);
onHover(canvas, hover);

onClick(undo, () => {
  editor.undo();
});
onClick(redo, () => {
  editor.redo();
});
onClick(remove, () => {
  editor.remove();
});
onClick(duplicate, () => {
  editor.duplicate();
});
for (const toggle of [several, boxSelect]) {
  onClick(toggle, () => {
    toggle.ariaPressed = String(!isPressed(toggle));
  });
}
showTree.addEventListener('change', showTheTree);

/** Names the shape under the pointer, and returns it. */
function hover(pointer: Pointer | null): Mesh | undefined {
  const shape = pointer === null ? undefined : pick(pointerEvent(canvas, pointer))?.object;
  output('hovered').value = shape?.name ?? 'nothing';
  output('pointed').value = shape?.name ?? '';
  if (pointer) putBeside(output('pointed'), pointer);
  canvas.style.cursor = shape === undefined ? '' : 'move';
  return shape;
}

/** What is under the pointer that wanders. */
function questionAtPointer(): Question | null {
  const at = wandering;
  if (!at) return null;
  const ours = pick(pointerEvent(canvas, at))?.object;
  return { time: pickTime.median, look: findsSame(at, ours) };
}

/** Returns a function that finds out whether Raycaster hits the same shape. */
function findsSame(at: Pointer, ours: Mesh | undefined): () => boolean {
  const raycaster = new Raycaster();
  aim(raycaster, at, camera);
  return () => raycaster.intersectObject(editor.root).at(0)?.object === ours;
}

/** The shape under the pointer, and the point on it. */
function pick(event: { clientX: number; clientY: number }): Intersection<Mesh> | null {
  const hit = pickTime.measureQuery(() => index.pick(event, camera, canvas));
  return hit !== null && isOnShape(hit) ? hit : null;
}

function isOnShape(hit: Intersection): hit is Intersection<Mesh> {
  return isShape(hit.object);
}

function selectWithin(rectangle: Rectangle, reach: Reach, event: PointerEvent): void {
  const planes = selectionFrustum(rectangle, pointerOn(canvas, event), camera);
  const shapes = selectTime.measureQuery(() => shapesWithin(index, planes, reach));
  if (isAdding(event)) selection.add(shapes);
  else selection.set(shapes);
}

/** Shows a change of the scene. `done` says what was done. */
function showScene(done: string): void {
  output('done').value = done;
  showMoved();
}

/** Updates the index and the picture after shapes have come, gone or moved. */
function showMoved(): void {
  updateTime.measure(() => {
    index.update();
  });
  outlines.show(selection.shapes);
  if (tree.visible) tree.update();
  output('size').value = String(index.boxes.size);
  stage.requestFrame();
}

function showSelection(): void {
  for (const shape of editor.shapes) mark(shape, selection.has(shape));
  outlines.show(selection.shapes);
  output('selected').value = String(selection.size);
  output('names').value = shapeNames(selection.shapes);
  const { last, next } = editor.history;
  undo.disabled = last === undefined;
  undo.title = last?.name ?? '';
  redo.disabled = next === undefined;
  redo.title = next?.name ?? '';
  remove.disabled = duplicate.disabled = selection.size === 0;
  stage.requestFrame();
}

function showTheTree(): void {
  tree.visible = showTree.checked;
  if (tree.visible) tree.update();
  stage.requestFrame();
}

/** Whether a picked shape is added to the selection, or removed if it was selected. */
function isAdding({ shiftKey, ctrlKey, metaKey }: PointerEvent): boolean {
  return shiftKey || ctrlKey || metaKey || isPressed(several);
}

function chosenPlane(): DragPlane {
  return dragPlane.value === 'screen' ? 'screen' : 'ground';
}

function isPressed(toggle: HTMLButtonElement): boolean {
  return toggle.ariaPressed === 'true';
}

function onClick(button: HTMLButtonElement, clicked: () => void): void {
  button.addEventListener('click', clicked);
}

function output(id: string): HTMLOutputElement {
  return element(id, HTMLOutputElement);
}
