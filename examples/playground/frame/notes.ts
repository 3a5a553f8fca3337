import type { Entry, FrameMessage } from '../run/messages.ts';

/** A program that writes in a loop would fill the memory of the page. So this many entries are sent at once. */
const AT_ONCE = 100;

let waiting: Entry[] = [];
let left = 0;
let isDue = false;

export function send(message: FrameMessage): void {
  // The frame belongs to no origin, and does not know the one of the page.
  parent.postMessage(message, '*');
}

/** Sends an entry to the page's console, together with others of the same moment. */
export function note(entry: Entry): void {
  if (waiting.length < AT_ONCE) waiting.push(entry);
  else left++;
  if (isDue) return;
  isDue = true;
  setTimeout(() => {
    const more: Entry[] = left > 0 ? [{ kind: 'warn', text: `… and ${left} more`, line: null }] : [];
    send({ kind: 'entries', entries: [...waiting, ...more] });
    [waiting, left, isDue] = [[], 0, false];
  });
}
