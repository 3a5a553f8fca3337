import { indentWithTab } from '@codemirror/commands';
import { javascript } from '@codemirror/lang-javascript';
import { indentUnit, syntaxHighlighting } from '@codemirror/language';
import { Prec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import { basicSetup } from 'codemirror';
import { errorLines } from './errorLines';

export interface EditorListener {
  /** The code has changed, by whom it may be. */
  changed(): void;
  /** Ctrl and Enter, or Command and Enter. */
  run(): void;
}

/** An editor of JavaScript. `style.css` of the page colors it by the classes of `classHighlighter`. */
export function createEditor(parent: HTMLElement, listener: EditorListener): EditorView {
  const run = (): boolean => {
    listener.run();
    return true;
  };
  return new EditorView({
    parent,
    extensions: [
      // Before the keys of the editor, where it inserts a line.
      Prec.highest(keymap.of([{ key: 'Mod-Enter', run }])),
      basicSetup,
      keymap.of([indentWithTab]),
      indentUnit.of('  '),
      javascript(),
      syntaxHighlighting(classHighlighter),
      errorLines,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': 'Code', 'aria-describedby': 'keys', tabindex: '0' }),
      EditorView.updateListener.of(({ docChanged }) => {
        if (docChanged) listener.changed();
      }),
    ],
  });
}

/** Replaces the whole code. Undo brings back the code before. */
export function setCode(view: EditorView, code: string): void {
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: code } });
}
