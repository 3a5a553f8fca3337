import type { Camera } from 'three';
import type { Editor } from './editor';

/** What keys do, by their name, and by whether Ctrl (or Command) and Shift are held. */
const actions: Partial<Record<string, (editor: Editor) => void>> = {
  Delete: (editor) => {
    editor.remove();
  },
  Backspace: (editor) => {
    editor.remove();
  },
  Escape: (editor) => {
    editor.selection.set([]);
  },
  'Ctrl+a': (editor) => {
    editor.selection.set(editor.shapes);
  },
  'Ctrl+d': (editor) => {
    editor.duplicate();
  },
  'Ctrl+z': (editor) => {
    editor.undo();
  },
  'Ctrl+Shift+z': (editor) => {
    editor.redo();
  },
  'Ctrl+y': (editor) => {
    editor.redo();
  },
};

/** What keys do while the picture has the focus. Otherwise they would turn the view or scroll the page. */
const pictureActions: Partial<Record<string, (editor: Editor) => void>> = {
  PageDown: (editor) => {
    editor.selectNext(1);
  },
  PageUp: (editor) => {
    editor.selectNext(-1);
  },
};

/** Lets the user edit with keys. */
export function editByKeys(editor: Editor, canvas: HTMLCanvasElement, camera: Camera): void {
  document.addEventListener('keydown', (event) => {
    const action = actions[nameOf(event)];
    if (action === undefined || event.target instanceof HTMLSelectElement) return;
    event.preventDefault();
    action(editor);
  });
  // Runs before the stage, which turns the view by arrow keys.
  canvas.addEventListener(
    'keydown',
    (event) => {
      const action = pictureActions[nameOf(event)];
      if (action !== undefined) action(editor);
      else if (!editor.nudge(nameOf(event), camera)) return;
      event.preventDefault();
    },
    { capture: true },
  );
}

function nameOf({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string {
  const isLetter = key.length === 1;
  return `${ctrlKey || metaKey ? 'Ctrl+' : ''}${shiftKey ? 'Shift+' : ''}${isLetter ? key.toLowerCase() : key}`;
}
