import { type Extension, StateEffect, StateField, type Transaction } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';

/** An error at a line of the code, counted from 1. */
export interface LineError {
  readonly line: number;
  readonly message: string;
}

const showErrors = StateEffect.define<readonly LineError[]>();

/** The message, below its line. */
class MessageBelow extends WidgetType {
  readonly #message: string;

  constructor(message: string) {
    super();
    this.#message = message;
  }

  override eq(other: MessageBelow): boolean {
    return this.#message === other.#message;
  }

  toDOM(): HTMLElement {
    const element = document.createElement('div');
    element.className = 'error-message';
    element.textContent = this.#message;
    return element;
  }
}

const marked = Decoration.line({ class: 'error-line' });

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (before, transaction) => {
    for (const effect of transaction.effects) if (effect.is(showErrors)) return decorate(effect.value, transaction);
    return before.map(transaction.changes);
  },
  provide: (decorations) => EditorView.decorations.from(decorations),
});

function decorate(errors: readonly LineError[], { state }: Transaction): DecorationSet {
  const ranges = errors.flatMap(({ line, message }) => {
    const { from, to } = state.doc.line(Math.min(line, state.doc.lines));
    const below = Decoration.widget({ widget: new MessageBelow(message), block: true, side: 1 });
    return [marked.range(from), below.range(to)];
  });
  return Decoration.set(ranges, true);
}

/** Shows errors at their lines. */
export const errorLines: Extension = field;

/** Replaces the errors that an editor shows. */
export function setErrors(view: EditorView, errors: readonly LineError[]): void {
  view.dispatch({ effects: showErrors.of(errors) });
}
