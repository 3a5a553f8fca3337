import type { Entry } from './run/messages';

/** More entries would slow the page down. */
const KEPT = 200;

/** The console below the picture. */
export class Output {
  readonly #list: HTMLElement;
  readonly #goTo: (line: number) => void;
  #last: { entry: Entry; count: number; badge: HTMLElement } | null = null;

  /** @param goTo shows a line of the code. */
  constructor(list: HTMLElement, goTo: (line: number) => void) {
    this.#list = list;
    this.#goTo = goTo;
  }

  clear(): void {
    this.#list.replaceChildren();
    this.#last = null;
  }

  add(entry: Entry): void {
    // An error in each frame is one entry with a number.
    if (this.#last !== null && isSame(this.#last.entry, entry)) {
      this.#last.badge.textContent = `× ${++this.#last.count}`;
      return;
    }
    const isAtEnd = this.#list.scrollHeight - this.#list.scrollTop - this.#list.clientHeight < 8;
    const item = document.createElement('p');
    item.className = entry.kind;
    if (entry.line !== null) item.append(this.#lineButton(entry.line), ' ');
    const badge = document.createElement('span');
    badge.className = 'count';
    item.append(entry.text, ' ', badge);
    this.#list.append(item);
    if (this.#list.childElementCount > KEPT) this.#list.firstElementChild?.remove();
    if (isAtEnd) this.#list.scrollTop = this.#list.scrollHeight;
    this.#last = { entry, count: 1, badge };
  }

  #lineButton(line: number): HTMLElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = `Line ${line}`;
    button.addEventListener('click', () => {
      this.#goTo(line);
    });
    return button;
  }
}

function isSame(a: Entry, b: Entry): boolean {
  return a.kind === b.kind && a.text === b.text && a.line === b.line;
}
