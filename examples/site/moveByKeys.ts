import type { Vec3 } from 'slabtree';

const STEPS: Partial<Record<string, Vec3>> = {
  ArrowLeft: { x: -1, y: 0, z: 0 },
  ArrowRight: { x: 1, y: 0, z: 0 },
  ArrowDown: { x: 0, y: -1, z: 0 },
  ArrowUp: { x: 0, y: 1, z: 0 },
  PageUp: { x: 0, y: 0, z: -1 },
  PageDown: { x: 0, y: 0, z: 1 },
};

/** While an element has the focus, arrow keys move by 1 along x and y. Page Up and Page Down move along z. */
export function moveByKeys(focused: HTMLElement, move: (step: Vec3) => void): void {
  focused.addEventListener('keydown', (event) => {
    const step = STEPS[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    move(step);
  });
}
