import { type Camera, type Mesh, Plane, Raycaster, Vector3 } from 'three';
import { aim } from '../site/aim';
import { pointerOn } from '../site/pointer';
import type { Editor } from './editor';
import type { Drag } from './gestures';
import { type Move, moveBy, moveShapes } from './moveShapes';

/** As far as a drag goes, in units of the world: near the horizon a pixel is endless ground. */
const FARTHEST = 40;

/** Whether what is dragged stays at its height, or goes where the pointer goes. */
export type DragPlane = 'ground' | 'screen';

export interface DragStart {
  /** The shape under the pointer, and where on it that is. */
  shape: Mesh;
  point: Vector3;
  dragPlane: DragPlane;
  /** Whether the shape is added to what is selected, where it is not. */
  isAdding: boolean;
  /** Called after every step. */
  moved: () => void;
}

/** Moves the selection with the pointer: a shape that is not selected is selected first. */
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
