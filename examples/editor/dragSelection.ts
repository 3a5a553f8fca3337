import { type Camera, type Mesh, Plane, Raycaster, Vector3 } from 'three';
import { aim } from '../site/aim';
import { pointerOn } from '../site/pointer';
import type { Editor } from './editor';
import type { Drag } from './gestures';
import { type Move, moveBy, moveShapes } from './moveShapes';

/** The longest drag, in world units. Near the horizon one pixel covers endless ground. */
const FARTHEST = 40;

/** Whether dragged shapes stay at their height, or go where the pointer goes. */
export type DragPlane = 'ground' | 'screen';

export interface DragStart {
  /** The shape under the pointer, and the point on it. */
  shape: Mesh;
  point: Vector3;
  dragPlane: DragPlane;
  /** Whether the shape is added to the selection, if it is not selected. */
  isAdding: boolean;
  /** Called after every step. */
  moved: () => void;
}

/** Moves the selection with the pointer. If the shape is not selected, selects it first. */
export function dragSelection(editor: Editor, canvas: HTMLCanvasElement, camera: Camera, start: DragStart): Drag {
  const { shape, point, isAdding, moved } = start;
  const normal = start.dragPlane === 'ground' ? new Vector3(0, 1, 0) : camera.getWorldDirection(new Vector3());
  const plane = new Plane().setFromNormalAndCoplanarPoint(normal, point);
  let origins: Move[] = [];
  let moves: Move[] = [];
  return {
    move: (event) => {
      if (origins.length === 0) {
        if (isAdding) editor.selection.add([shape]);
        else if (!editor.selection.has(shape)) editor.selection.set([shape]);
        origins = editor.selection.shapes.map((each) => moveBy(each, new Vector3()));
      }
      const step = pointOn(plane, canvas, camera, event)?.sub(point);
      if (step === undefined || step.length() > FARTHEST) return;
      moves = origins.map(({ shape: each, from }) => moveBy(each, step, from));
      moveShapes(moves).apply();
      moved();
    },
    end: () => {
      editor.do(moveShapes(moves));
    },
    cancel: () => {
      moveShapes(moves).revert();
      moved();
    },
  };
}

function pointOn(plane: Plane, canvas: HTMLCanvasElement, camera: Camera, event: PointerEvent): Vector3 | undefined {
  const raycaster = new Raycaster();
  aim(raycaster, pointerOn(canvas, event), camera);
  return raycaster.ray.intersectPlane(plane, new Vector3()) ?? undefined;
}
