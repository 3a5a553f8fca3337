import type { Pointer } from 'slabtree';

/** The distance from the pointer, in pixels. */
const GAP = 12;

/** Puts a callout beside the pointer and within the picture, so that it does not cover the thing it names. */
export function putBeside(callout: HTMLElement, { x, y, width }: Pointer): void {
  const { offsetWidth, offsetHeight } = callout;
  const left = x + GAP + offsetWidth > width ? x - GAP - offsetWidth : x + GAP;
  const top = y - GAP - offsetHeight < 0 ? y + GAP : y - GAP - offsetHeight;
  callout.style.translate = `${Math.max(left, 0)}px ${top}px`;
}
