import { type Camera, type Mesh, Vector3 } from 'three';
import { SceneIndex } from 'slabtree/three';
import { duplicateShapes } from './duplicateShapes';
import { type Command, History } from './history';
import { moveBy, moveShapes } from './moveShapes';
import { nudge } from './nudge';
import { removeShapes } from './removeShapes';
import { Selection } from './selection';
import { createShapes, shapesOf } from './shapes';

/** The step from a shape to its copy. */
const COPY_STEP = new Vector3(0.75, 0, 0.75);

/** The scene, its selection and its history. */
export class Editor {
  readonly root = createShapes();
  readonly index = SceneIndex.from(this.root);
  readonly selection: Selection;
  readonly history = new History();
  readonly #changed: (done: string) => void;

  /**
   * @param selected called after every change of the selection.
   * @param changed called after every change of the scene, with what was done.
   */
  constructor(selected: () => void, changed: (done: string) => void) {
    this.selection = new Selection(selected);
    this.#changed = changed;
  }

  get shapes(): Mesh[] {
    return shapesOf(this.root);
  }

  /** Runs a command, and selects its shapes. */
  do(command: Command): void {
    if (command.shapes.length === 0) return;
    this.history.do(command);
    this.#show(command, `Done: ${command.name}`);
  }

  undo(): void {
    const command = this.history.undo();
    if (command !== undefined) this.#show(command, `Undone: ${command.name}`);
  }

  redo(): void {
    const command = this.history.redo();
    if (command !== undefined) this.#show(command, `Done again: ${command.name}`);
  }

  remove(): void {
    this.do(removeShapes(this.selection.shapes));
  }

  duplicate(): void {
    this.do(duplicateShapes(this.selection.shapes, COPY_STEP));
  }

  /** Moves the selection by an arrow key. Returns false for another key, and if nothing is selected. */
  nudge(key: string, camera: Camera): boolean {
    const step = nudge(key, camera);
    if (step === null || this.selection.size === 0) return false;
    this.do(moveShapes(this.selection.shapes.map((shape) => moveBy(shape, step))));
    return true;
  }

  /** Selects the shape so many places after (or before) the one that was selected last. */
  selectNext(places: 1 | -1): void {
    const { shapes } = this;
    if (shapes.length === 0) return;
    const last = this.selection.shapes.at(-1);
    const at = last === undefined ? (places === 1 ? -1 : 0) : shapes.indexOf(last);
    this.selection.set([shapes[(at + places + shapes.length) % shapes.length]]);
  }

  #show({ shapes }: Command, done: string): void {
    this.#changed(done);
    this.selection.set(shapes.filter(({ parent }) => parent !== null));
  }
}
